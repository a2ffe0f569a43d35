import { Group, Radio, Stack } from '@mantine/core'
import type { EventType } from '@portreeve/contract/base/event-types'
import { allEventTypes } from '@portreeve/contract/marketplace/events'
import { CheckboxGroups } from '../../ui/CheckboxGroups.tsx'
import { subjects, subjectWords, typesOf } from './words.ts'

interface TypesFieldProps {
  /** Null: all. */
  value: EventType[] | null
  onChange: (types: EventType[] | null) => void
}

const groups = subjects.map((subject) => ({ label: subjectWords[subject], choices: typesOf(subject) }))

/** The types that an endpoint receives: all, or chosen ones by the kind of their record. */
export function TypesField({ value, onChange }: TypesFieldProps) {
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Events"
        value={value === null ? 'all' : 'chosen'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <Group gap="xl" mt="xs">
          <Radio value="all" label="All, and those to come" />
          <Radio value="chosen" label="Chosen ones" />
        </Group>
      </Radio.Group>
      {value && (
        <CheckboxGroups
          label="Chosen events"
          groups={groups}
          labelOf={(type) => <code>{type}</code>}
          value={value}
          onChange={(types) => onChange(allEventTypes.filter((type) => types.includes(type)))}
        />
      )}
    </Stack>
  )
}
