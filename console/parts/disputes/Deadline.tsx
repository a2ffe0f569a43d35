import { Button, Group, Text, TextInput } from '@mantine/core'
import type { DisputeCase } from '@portreeve/contract/disputes'
import { useState } from 'react'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { dayOf, isDay, onDay } from '../../format/days.ts'
import { DeadlineWord } from '../desk/DeadlineWord.tsx'
import { GuardedButton } from '../GuardedButton.tsx'
import { useRecord } from './useRecord.ts'

/** The deadline of an open dispute, and the field that moves it to another day. */
export function Deadline({ dispute }: { dispute: DisputeCase }) {
  const [day, setDay] = useState<string | null>(null)
  const record = useRecord(dispute)
  const once = useOneAtATime()
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
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        once(save)
      }}
    >
      <Group gap="xs">
        <TextInput
          type="date"
          aria-label="Deadline"
          error={!isDay(day) && 'Choose a day.'}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          // The button that opened the field is gone.
          autoFocus
        />
        <Button type="submit" size="compact-sm" loading={record.busy} aria-label="Save the deadline">
          Save
        </Button>
        <Button size="compact-sm" variant="default" disabled={record.busy} onClick={() => setDay(null)}>
          Cancel
        </Button>
      </Group>
      {record.problem && (
        <Text size="xs" role="alert">
          {record.problem}
        </Text>
      )}
    </form>
  )
}
