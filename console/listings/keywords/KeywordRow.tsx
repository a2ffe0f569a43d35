import { Table, Text } from '@mantine/core'
import type { Keyword, KeywordDraft } from '@portreeve/contract/listings/keywords'
import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords } from '../../data/typed.ts'
import { RowMenu } from '../../shell/RowMenu.tsx'
import type { Side } from './fields.ts'
import classes from './keywords.module.css'
import { ReachLine } from './ReachLine.tsx'

export interface RowActions {
  change: (id: string, side: Side, text: string) => void
  save: (row: Keyword) => void
  remove: (row: Keyword) => void
}

interface KeywordRowProps {
  row: Keyword
  /** The drafts of both sides. */
  terms: string
  preferred: string
  /** A colleague's newer values; null if there are none. */
  termsNow: string | null
  preferredNow: string | null
  /** A save or deletion is pending. */
  busy: boolean
  actions: RowActions
}

/** A keyword, edited in place; Enter does nothing (KEY-09). Its menu saves or deletes it (KEY-10, KEY-19). */
export const KeywordRow = memo(function KeywordRow(props: KeywordRowProps) {
  const { row, terms, preferred, busy, actions } = props
  const dirty = terms !== row.terms || preferred !== row.preferred_term
  const name = row.preferred_term
  return (
    <tr data-dirty={dirty || undefined} aria-busy={busy}>
      <td>
        <SideInput
          label={`Terms for ${name}`}
          text={terms}
          note={movedWords(props.termsNow)}
          onChange={(text) => actions.change(row.id, 'terms', text)}
        />
        {dirty && <ReachLine terms={terms} preferred={preferred} id={row.id} />}
      </td>
      <td>
        <SideInput
          label={`Preferred name ${name}`}
          text={preferred}
          note={movedWords(props.preferredNow)}
          onChange={(text) => actions.change(row.id, 'preferred_term', text)}
        />
        {dirty && (
          <Text size="xs" className={classes.unsaved} mih={17} mt={2}>
            Not saved
          </Text>
        )}
      </td>
      <td className={classes.menu}>
        <RowMenu
          label={`Actions for ${name}`}
          actions={[
            {
              may: 'keywords.delete',
              label: 'Delete',
              icon: IconTrash,
              danger: true,
              onActivate: () => actions.remove(row),
            },
            {
              may: 'keywords.write',
              label: 'Save',
              icon: IconDeviceFloppy,
              onActivate: () => actions.save(row),
            },
          ]}
        />
      </td>
    </tr>
  )
})

interface SideInputProps {
  label: string
  text: string
  note: string | null
  onChange: (text: string) => void
}

/** A plain input styled like Mantine's, because rendering Mantine's in every visible row takes longer than a frame. */
function SideInput({ label, text, note, onChange }: SideInputProps) {
  const whyNot = useWhyNot('keywords.write')
  const noteId = useId()
  return (
    <>
      <input
        className={classes.side}
        aria-label={label}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        readOnly={Boolean(whyNot)}
        {...(whyNot && { 'aria-description': whyNot, title: whyNot })}
        {...(note && { 'aria-describedby': noteId })}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {note && (
        <Text id={noteId} className={classes.note} dir="auto" role="status">
          {note}
        </Text>
      )}
    </>
  )
}

/** KEY-11: a keyword that is being created. */
export function PendingRow({ draft }: { draft: KeywordDraft }) {
  return (
    <Table.Tr aria-busy>
      <Table.Td dir="auto" className={classes.coming}>
        {draft.terms}
      </Table.Td>
      <Table.Td dir="auto" className={classes.coming}>
        {draft.preferred_term}
      </Table.Td>
      <Table.Td />
    </Table.Tr>
  )
}
