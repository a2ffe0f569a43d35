import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './CheckboxGroups.module.css'
import { ScrollBox } from './ScrollBox.tsx'

interface CheckboxGroupsProps<Choice extends string> {
  groups: readonly { label: string; choices: readonly Choice[] }[]
  labelOf: (choice: Choice) => ReactNode
  value: readonly Choice[]
  onChange: (value: Choice[]) => void
  /** The accessible name of the box, which scrolls. */
  label: string
}

/** Checkboxes in groups. The head of a group with more than one checks them all. */
export function CheckboxGroups<Choice extends string>(props: CheckboxGroupsProps<Choice>) {
  const { groups, labelOf, value, onChange, label } = props
  return (
    <ScrollBox className={classes.groups} label={label}>
      {groups.map((group) => {
        const chosen = group.choices.filter((choice) => value.includes(choice))
        const others = value.filter((choice) => !group.choices.includes(choice))
        return (
          <fieldset key={group.label} className={classes.group}>
            <legend>
              {group.choices.length === 1 ? (
                group.label
              ) : (
                <Checkbox
                  label={group.label}
                  checked={chosen.length === group.choices.length}
                  indeterminate={chosen.length > 0 && chosen.length < group.choices.length}
                  onChange={(event) =>
                    onChange(event.currentTarget.checked ? [...others, ...group.choices] : others)
                  }
                />
              )}
            </legend>
            {group.choices.map((choice) => (
              <Checkbox
                key={choice}
                size="xs"
                label={labelOf(choice)}
                checked={chosen.includes(choice)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked ? [...value, choice] : value.filter((one) => one !== choice),
                  )
                }
              />
            ))}
          </fieldset>
        )
      })}
    </ScrollBox>
  )
}
