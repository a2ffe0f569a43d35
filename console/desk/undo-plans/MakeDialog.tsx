import { TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { UndoOf } from '@portreeve/contract/desk/undo-plans'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { readTime } from '../../format/dates.ts'
import { fieldMoment, fieldTime } from '../../format/snooze.ts'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import type { UndoSearch } from './search.ts'
import { ofWords } from './words.ts'

const fieldOf = (time: string | undefined) => {
  const date = readTime(time)
  return date ? fieldTime(date) : ''
}
const isoOf = (typed: string) => (typed === '' ? undefined : fieldMoment(typed).toISOString())

interface MakeDialogProps {
  of: UndoOf
  search: UndoSearch
  onClose: () => void
}

/** Asks for the span of time and the reason of a plan, and opens the plan. Nothing is undone yet. */
export function MakeDialog({ of, search, onClose }: MakeDialogProps) {
  const navigate = useNavigate()
  const [from, setFrom] = useState(() => fieldOf(search.from))
  const [to, setTo] = useState(() => fieldOf(search.to))
  const staff = useData(api.staff.list, { query: {} }, { when: of.kind === 'staff' })
  const person = staff.data?.find(({ uid }) => of.kind === 'staff' && uid === of.id)
  return (
    <ReasonDialog
      call={api.undoPlans.make}
      input={(reason) => ({ body: { of, reason, from: isoOf(from), to: isoOf(to) } })}
      refetch={[api.undoPlans.list]}
      problem={failureText}
      title="Plan an undo"
      subtitle={`${ofWords(of, person?.displayName ?? person?.email ?? null)}: the plan shows what can be undone, and changes nothing yet. Leave a time empty for no limit.`}
      width={460}
      confirmText="Make the plan"
      onDone={(plan) => {
        if (plan?.id) void navigate({ to: '/dashboard/undo/$id', params: { id: plan.id } })
      }}
      onClose={onClose}
    >
      <TextInput
        type="datetime-local"
        label="From"
        step={1}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label="To"
        step={1}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
