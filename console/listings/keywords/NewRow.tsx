import { Table, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { KeywordDraft } from '@portreeve/contract/listings/keywords'
import { type KeyboardEvent, useRef, useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import classes from './keywords.module.css'
import { ReachLine } from './ReachLine.tsx'

const empty: KeywordDraft = { terms: '', preferred_term: '' }
const isEmpty = ({ terms, preferred_term }: KeywordDraft) => terms === '' && preferred_term === ''

/** The last row, for a new keyword (KEY-05 to KEY-08). Calls `onWriting` with whether it contains text. */
export function NewRow({ onWriting }: { onWriting: (writing: boolean) => void }) {
  const [draft, setDraft] = useState(empty)
  const latest = useRef(empty)
  /** A refused keyword, if the next one was already being typed. */
  const [refused, setRefused] = useState<KeywordDraft | null>(null)
  const whyNot = useWhyNot('keywords.write')
  const write = (next: KeywordDraft) => {
    latest.current = next
    setDraft(next)
    onWriting(!isEmpty(next))
  }
  const add = useAction(api.keywords.create, {
    // KEY-12, KEY-13
    done: ({ input }) => `Added ${input.body.terms}`,
    failed: ({ failure }) => `Failed: ${failureText(failure)}`,
    refetch: [api.keywords.list],
  })
  const enter = async (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || whyNot) return
    // KEY-07
    if (draft.terms.trim() === '' || draft.preferred_term.trim() === '') return
    const sent = draft
    // KEY-08
    write(empty)
    setRefused(null)
    const { done } = await add.run({ body: sent })
    if (done) return
    // D-086: the text is restored, unless the next one is already typed.
    if (isEmpty(latest.current)) write(sent)
    else setRefused(sent)
  }
  const side = (field: keyof KeywordDraft, label: string) => (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={label}
      attributes={{ input: { dir: 'auto' } }}
      autoComplete="off"
      spellCheck={false}
      readOnly={Boolean(whyNot)}
      {...(whyNot && { 'aria-description': whyNot, title: whyNot })}
      value={draft[field]}
      onChange={(event) => write({ ...draft, [field]: event.currentTarget.value })}
      onKeyDown={(event) => void enter(event)}
    />
  )
  return (
    <Table.Tr className={classes.new}>
      <Table.Td>
        {side('terms', 'New terms')}
        {!isEmpty(draft) && <ReachLine terms={draft.terms} preferred={draft.preferred_term} />}
        {refused && (
          <Text size="xs" className={classes.note} role="status" dir="auto">
            Not added: {refused.terms} ({refused.preferred_term})
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {side('preferred_term', 'New preferred name')}
        {!isEmpty(draft) && (
          <Text size="xs" c="dimmed" mih={17} mt={2}>
            Enter adds it.
          </Text>
        )}
      </Table.Td>
      <Table.Td />
    </Table.Tr>
  )
}
