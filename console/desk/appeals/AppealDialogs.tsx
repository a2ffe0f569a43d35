import { NativeSelect, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Appeal, answerDays, insteadOf } from '@portreeve/contract/desk/appeals'
import { type AppealOutcome, hasEnd } from '@portreeve/contract/people/measures'
import { type Restriction, restrictions } from '@portreeve/contract/people/policies'
import { useState } from 'react'
import { blockQueries } from '../../data/blocking.ts'
import { readUntil, UntilField } from '../../people/measures/UntilField.tsx'
import { kindWords } from '../../people/measures/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { AttachFiles, takesFiles } from '../../staff/files/AttachFiles.tsx'
import { useUploads } from '../../staff/files/use-uploads.ts'
import { shownBy } from '../desk/options.ts'

const refetch = [api.appeals.get, ...shownBy, ...blockQueries]
const shared = { refetch, refetchOnConflict: refetch }

interface DialogsProps {
  appeal: Appeal
  is: AppealOutcome | 'ask'
  onClose: () => void
}

export const AppealDialogs = ({ is, ...props }: DialogsProps) =>
  is === 'ask' ? <Ask {...props} /> : <Decide {...props} outcome={is} />

const words = {
  upheld: ['The decision stands', 'The decision stands', 'Uphold'],
  changed: ['Change the decision', 'The decision is changed', 'Change'],
  reversed: ['Take the decision back', 'The decision is taken back', 'Take back'],
} as const

function Decide({ appeal, outcome, onClose }: Omit<DialogsProps, 'is'> & { outcome: AppealOutcome }) {
  const { kind } = appeal.measure
  const milder = insteadOf(kind)
  const [instead, setInstead] = useState<Restriction | ''>(hasEnd(kind) ? '' : (milder[0] ?? ''))
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const uploads = useUploads()
  const [title, done, confirmText] = words[outcome]
  const isChange = outcome === 'changed'
  return (
    <ActionDialog
      call={api.appeals.decide}
      {...shared}
      input={() => {
        if (reason.trim() === '') return 'Say why first: the person reads it.'
        if (uploads.whyNot !== null) return uploads.whyNot
        const { ids: files } = uploads
        const answer = { outcome, reason, ...(files.length > 0 && { files }) }
        const params = { id: appeal.id }
        if (!isChange) return { params, body: answer }
        if (instead === 'warned') return { params, body: { ...answer, instead } }
        const end = readUntil(until)
        if (typeof end === 'string') return end
        return { params, body: { ...answer, ...end, ...(instead && { instead }) } }
      }}
      done={done}
      failed="The appeal could not be decided"
      title={title}
      subtitle={`${kindWords[kind]}. The person gets the outcome and the reason as a message of the team.`}
      confirmText={confirmText}
      width={460}
      onClose={onClose}
    >
      {isChange && (
        <NativeSelect
          label="To what"
          data={[
            ...(hasEnd(kind) ? [{ value: '', label: 'Another end' }] : []),
            ...milder.map((value) => ({ value, label: `${restrictions[value]}, instead` })),
          ]}
          value={instead}
          onChange={(event) => setInstead(event.currentTarget.value as Restriction | '')}
        />
      )}
      {isChange && instead !== 'warned' && <UntilField value={until} onChange={setUntil} />}
      <div {...takesFiles(uploads)}>
        <ForPerson label="Why, for the person" value={reason} onChange={setReason} />
        <AttachFiles uploads={uploads} name="Files of the answer" />
      </div>
    </ActionDialog>
  )
}

function Ask({ appeal, onClose }: Omit<DialogsProps, 'is'>) {
  const [text, setText] = useState('')
  return (
    <ActionDialog
      call={api.appeals.ask}
      {...shared}
      input={() =>
        text.trim() === '' ? 'Write the question first.' : { params: { id: appeal.id }, body: { text } }
      }
      done="The person is asked"
      failed="The question could not be sent"
      title="Ask the person"
      subtitle={`The appeal waits for the answer, at most ${answerDays} days.`}
      confirmText="Ask"
      width={460}
      onClose={onClose}
    >
      <ForPerson label="Question" value={text} onChange={setText} />
    </ActionDialog>
  )
}

interface ForPersonProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A text that the person reads. */
const ForPerson = ({ label, value, onChange }: ForPersonProps) => (
  <Textarea
    label={label}
    required
    autosize
    minRows={3}
    maxRows={10}
    maxLength={10_000}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data-autofocus
  />
)
