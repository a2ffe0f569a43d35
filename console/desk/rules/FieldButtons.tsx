import { Button, Group, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type QueryFields, typedFields, withExtra } from '@portreeve/contract/base/query'
import { type RuleEvent, ruleEvents } from '@portreeve/contract/desk/rule-fields'
import { useData } from '../../data/use-data.ts'
import classes from './rules.module.css'

/** What a rule may ask at an event, with what the marketplace has declared. A rule asks for nothing personal: what it meets would tell it. */
export function useRuleFields(event: RuleEvent): QueryFields {
  const { data } = useData(api.extensionFields.list, {})
  const { fields } = ruleEvents[event]
  if (!data) return fields
  return withExtra<QueryFields>(
    fields,
    data.filter(({ filterable, personal }) => filterable && !personal),
  )
}

/** The fields of an event: each adds itself to what is typed, with its first value. */
export const FieldButtons = ({
  fields,
  onType,
}: {
  fields: QueryFields
  onType: (change: (before: string) => string) => void
}) => (
  <Group gap="xs" component="ul" className={classes.fields ?? ''} aria-label="Fields">
    {typedFields(fields).map(([name, { compares, values }]) => (
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
