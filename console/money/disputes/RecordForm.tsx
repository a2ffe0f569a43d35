import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOneAtATime } from '../../data/one-at-a-time.ts'

interface RecordFormProps {
  record: { busy: boolean; problem: string | null }
  /** The accessible name of Save. */
  saveLabel: string
  onSave: () => Promise<void> | void
  onCancel: () => void
  children: ReactNode
}

/** Fields of a dispute with Save, Cancel and why the last save failed. */
export function RecordForm({ record, saveLabel, onSave, onCancel, children }: RecordFormProps) {
  const once = useOneAtATime()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        once(async () => onSave())
      }}
    >
      <Group gap="sm" align="end">
        {children}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={record.busy} aria-label={saveLabel}>
            Save
          </Button>
          <Button size="compact-sm" variant="default" disabled={record.busy} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Group>
      {record.problem && (
        <Text size="sm" role="alert">
          {record.problem}
        </Text>
      )}
    </form>
  )
}
