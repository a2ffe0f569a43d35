import { Button, Group, Tooltip } from '@mantine/core'
import { namedFields, type RuleEvent, ruleEvents } from '@portreeve/contract/desk/rule-fields'
import classes from './rules.module.css'

/** The fields of an event: each adds itself to what is typed, with its first value. */
export const FieldButtons = ({
  event,
  onType,
}: {
  event: RuleEvent
  onType: (change: (before: string) => string) => void
}) => (
  <Group gap="xs" component="ul" className={classes.fields ?? ''} aria-label="Fields">
    {namedFields(event).map(([name, { compares, values }]) => (
      <li key={name}>
        <Tooltip label={compares} events={{ hover: true, focus: true, touch: true }}>
          <Button
            size="compact-xs"
            variant="default"
            aria-description={compares}
            onClick={() =>
              onType(
                (before) =>
                  `${before}${before === '' || /\s$/.test(before) ? '' : ' '}${name}:${Object.keys(values)[0] ?? ''}`,
              )
            }
          >
            {name}
          </Button>
        </Tooltip>
      </li>
    ))}
  </Group>
)

export const eventOptions = Object.entries(ruleEvents).map(([value, { words }]) => ({ value, label: words }))
