import { Group, TextInput } from '@mantine/core'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { useState } from 'react'
import { dayOf, isDay, onDay } from '../../format/days.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { DeadlineWord } from '../../shell/lists/DeadlineWord.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useRecord } from './useRecord.ts'

/** The deadline of an open dispute, and the field that moves it to another day. */
export function Deadline({ dispute }: { dispute: DisputeCase }) {
  const [day, setDay] = useState<string | null>(null)
  const record = useRecord(dispute)
  if (day === null)
    return (
      <Group gap="sm">
        <DeadlineWord at={dispute.deadline_at} />
        <GuardedButton
          may="disputes.write"
          size="compact-xs"
          variant="default"
          aria-label="Change the deadline"
          onClick={() => setDay(dayOf(new Date(dispute.deadline_at)))}
        >
          Change
        </GuardedButton>
      </Group>
    )
  const save = async () => {
    if (isDay(day) && (await record.save({ deadline_at: onDay(dispute.deadline_at, day) }))) setDay(null)
  }
  return (
    <RecordForm record={record} saveLabel="Save the deadline" onSave={save} onCancel={() => setDay(null)}>
      <TextInput
        type="date"
        aria-label="Deadline"
        error={!isDay(day) && 'Choose a day.'}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        // The button that opened the field is gone.
        autoFocus
      />
    </RecordForm>
  )
}
