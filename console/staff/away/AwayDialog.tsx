import { NativeSelect, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Absence } from '@portreeve/contract/staff/away'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { fieldMoment, fieldTime } from '../../format/snooze.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { awayShownBy } from './shown-by.ts'

interface AwayDialogProps {
  uid: string
  /** Null for the caller. */
  name: string | null
  away: Absence | null
  onClose: () => void
}

const inHours = (hours: number) => fieldTime(new Date(Date.now() + hours * 3_600_000))
const isoOf = (typed: string) => {
  const date = fieldMoment(typed)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Says when a staff member is away, and who stands in for them. */
export function AwayDialog({ uid, name, away, onClose }: AwayDialogProps) {
  const [from, setFrom] = useState(() => (away ? fieldTime(new Date(away.from)) : inHours(0)))
  const [until, setUntil] = useState(() => (away ? fieldTime(new Date(away.until)) : inHours(7 * 24)))
  const [deputy, setDeputy] = useState(away?.deputy?.uid ?? '')
  const { data, failure, reload } = useData(api.away.get, { params: { uid } })
  return (
    <ActionDialog
      call={api.away.save}
      input={() => {
        const [begin, end] = [isoOf(from), isoOf(until)]
        if (begin === null || end === null) return 'Type a date and a time in both fields.'
        if (end <= begin) return 'The absence ends before it begins.'
        return { params: { uid }, body: { from: begin, until: end, deputy: deputy || null } }
      }}
      refetch={awayShownBy}
      done={name === null ? 'Your absence is saved' : `The absence of ${name} is saved`}
      failed="The absence could not be saved"
      title="Away"
      width={460}
      subtitle={
        name === null
          ? 'Your cases and conversations are your deputy’s meanwhile, and yours again afterwards.'
          : `The cases and conversations of ${name} are the deputy’s meanwhile, and theirs again afterwards.`
      }
      confirmText="Save"
      onClose={onClose}
    >
      <TextInput
        type="datetime-local"
        label="From"
        value={from}
        data-autofocus
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label="Until"
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      {failure ? (
        <FailedState message="The colleagues could not be loaded." onRetry={reload} />
      ) : (
        <NativeSelect
          label="Deputy"
          description="Colleagues who may do all of this work"
          value={deputy}
          disabled={!data}
          onChange={(event) => setDeputy(event.currentTarget.value)}
          data={[
            { value: '', label: 'No one: colleagues may take the cases' },
            ...(data?.deputies ?? (away?.deputy ? [away.deputy] : [])).map((one) => ({
              value: one.uid,
              label: one.name,
            })),
          ]}
        />
      )}
      {data?.deputies.length === 0 && <Text size="sm">No colleague may do all of this work.</Text>}
    </ActionDialog>
  )
}
