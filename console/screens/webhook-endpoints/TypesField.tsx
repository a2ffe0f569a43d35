import { Checkbox, Group, Radio, Stack } from '@mantine/core'
import type { EventType } from '@portreeve/contract/event-types'
import { allEventTypes } from '@portreeve/contract/events'
import classes from './developers.module.css'
import { subjects, subjectWords, typesOf } from './words.ts'

interface TypesFieldProps {
  /** Null: all. */
  value: EventType[] | null
  onChange: (types: EventType[] | null) => void
}

/** The types that an endpoint receives: all, or chosen ones by the kind of their record. */
export function TypesField({ value, onChange }: TypesFieldProps) {
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Events"
        value={value === null ? 'all' : 'chosen'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <Group gap="lg" mt="xs">
          <Radio value="all" label="All, and those to come" />
          <Radio value="chosen" label="Chosen ones" />
        </Group>
      </Radio.Group>
      {value && (
        <div className={classes.types}>
          {subjects.map((subject) => {
            const own = typesOf(subject)
            const chosen = own.filter((type) => value.includes(type))
            const others = value.filter((type) => !own.includes(type))
            const set = (types: string[]) =>
              onChange([...others, ...allEventTypes.filter((type) => types.includes(type))])
            return (
              <fieldset key={subject} className={classes.group}>
                <legend>
                  <Checkbox
                    label={subjectWords[subject]}
                    checked={chosen.length === own.length}
                    indeterminate={chosen.length > 0 && chosen.length < own.length}
                    onChange={(event) => set(event.currentTarget.checked ? own : [])}
                  />
                </legend>
                {own.map((type) => (
                  <Checkbox
                    key={type}
                    size="xs"
                    label={<code>{type}</code>}
                    checked={chosen.includes(type)}
                    onChange={(event) =>
                      set(
                        event.currentTarget.checked
                          ? [...chosen, type]
                          : chosen.filter((one) => one !== type),
                      )
                    }
                  />
                ))}
              </fieldset>
            )
          })}
        </div>
      )}
    </Stack>
  )
}
