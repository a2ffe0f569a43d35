import { Checkbox } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Rule } from '@portreeve/contract/desk/rules'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { shownBy } from '../desk/options.ts'
import { actionSentences, badWords, numbered, rightWords } from './words.ts'

interface RuleDialogProps {
  rule: Rule
  onClose: () => void
}

const refetch = [api.rules.get, api.rules.list, ...shownBy]

/** A second person lets the rule act, with what it noted in front of them. */
export const OnDialog = ({ rule, onClose }: RuleDialogProps) => (
  <ActionDialog
    call={api.rules.turnOn}
    input={() => ({ params: { id: rule.id } })}
    ifMatch={() => rule.version}
    refetch={refetch}
    refetchOnConflict={refetch}
    title={`Turn on ${rule.name}`}
    subtitle={
      rule.figures.met === 0
        ? 'It has noted nothing yet: nobody knows how often it will be right.'
        : `It has met ${numbered(rule.figures.met)}, of which ended badly: ${badWords(rule.figures)} (${rightWords(rule.figures)}).`
    }
    confirmText="Turn on"
    done="The rule acts from now on"
    failed="The rule could not be turned on"
    width={480}
    onClose={onClose}
  >
    <ul>
      {actionSentences(rule.actions).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <p>
      It acts under the rights of {rule.owner.name}, on at most {count(rule.per_hour, 'record', 'records')} in
      an hour.
    </p>
  </ActionDialog>
)

export function OffDialog({ rule, onClose }: RuleDialogProps) {
  const [closes, setCloses] = useState(false)
  return (
    <ActionDialog
      call={api.rules.turnOff}
      input={() => ({ params: { id: rule.id }, body: { close_cases: closes } })}
      ifMatch={() => rule.version}
      refetch={refetch}
      refetchOnConflict={refetch}
      title={`Turn off ${rule.name}`}
      subtitle="It is a draft then. What it did stays; a payout that it holds is released on its day."
      confirmText="Turn off"
      done="The rule does nothing from now on"
      failed="The rule could not be turned off"
      width={440}
      onClose={onClose}
    >
      {rule.waiting > 0 && (
        <Checkbox
          label={`Close its ${count(rule.waiting, 'case that waits', 'cases that wait')}`}
          checked={closes}
          onChange={(event) => setCloses(event.currentTarget.checked)}
        />
      )}
    </ActionDialog>
  )
}

export function DeleteDialog({ rule, onClose }: RuleDialogProps) {
  const navigate = useNavigate()
  return (
    <ActionDialog
      call={api.rules.remove}
      input={() => ({ params: { id: rule.id } })}
      ifMatch={() => rule.version}
      refetch={[api.rules.list, ...shownBy]}
      refetchOnConflict={refetch}
      title={`Delete ${rule.name}`}
      subtitle="What it has met, and its cases that wait, are deleted with it. What it did stays."
      confirmText="Delete"
      done="Rule deleted"
      failed="The rule could not be deleted"
      width={440}
      closesAtOnce
      onDone={() => void navigate({ to: '/dashboard/rules' })}
      onClose={onClose}
    />
  )
}
