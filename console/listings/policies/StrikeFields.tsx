import { Button, Checkbox, CloseButton, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { proposedKinds, type StrikeRule, type StrikeStep } from '@portreeve/contract/people/policies'
import { proposedWords } from '../../people/measures/words.ts'
import classes from './policies.module.css'

const kinds = proposedKinds.map((value) => ({ value, label: proposedWords({ kind: value, days: null }) }))
const maxSteps = 5

/** What is wrong with a typed rule; null when it can be saved. */
export function strikesProblem({ days, steps }: StrikeRule): string | null {
  if (steps.some(({ strikes }) => strikes < 1 || strikes > 50))
    return 'Strikes: a proposal is made at 1 to 50 strikes.'
  if ([days, ...steps.map((step) => step.days)].some((some) => some !== null && (some < 1 || some > 3650)))
    return 'Strikes: days are a number from 1 to 3,650, or empty.'
  if (new Set(steps.map(({ strikes }) => strikes)).size < steps.length)
    return 'Strikes: two proposals have the same number of strikes.'
  return null
}

interface CountProps {
  label: string
  description?: string
  placeholder?: string
  disabled?: boolean
  w?: number
  value: number | null
  onChange: (value: number | null) => void
}

/** A field of a whole number; null where it is empty. */
const CountField = ({ value, onChange, ...props }: CountProps) => (
  <TextInput
    {...props}
    inputMode="numeric"
    autoComplete="off"
    maxLength={4}
    value={value ?? ''}
    onChange={(event) => {
      const digits = event.currentTarget.value.replaceAll(/\D/g, '')
      onChange(digits === '' ? null : Number(digits))
    }}
  />
)

interface FieldsProps {
  rule: StrikeRule | null
  onChange: (rule: StrikeRule | null) => void
}

/** Whether decisions under a policy count as strikes, for how long, and what so many of them propose. */
export function StrikeFields({ rule, onChange }: FieldsProps) {
  const steps = rule?.steps ?? []
  const setStep = (at: number, change: Partial<StrikeStep>) =>
    rule && onChange({ ...rule, steps: steps.map((step, n) => (n === at ? { ...step, ...change } : step)) })
  return (
    <>
      <Checkbox
        label="Decisions under it count as strikes"
        checked={rule !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { days: 90, steps: [] } : null)}
      />
      {rule && (
        <fieldset className={classes.strikes}>
          <legend>Strikes</legend>
          <Stack gap="sm">
            <CountField
              label="Days for which one counts"
              description="Empty: for ever. The decisions of one day are one strike."
              value={rule.days}
              onChange={(days) => onChange({ ...rule, days })}
            />
            {steps.map((step, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
              <Group key={n} gap="xs" align="end" wrap="nowrap">
                <CountField
                  label="At strike"
                  w={80}
                  value={step.strikes || null}
                  onChange={(strikes) => setStep(n, { strikes: strikes ?? 0 })}
                />
                <NativeSelect
                  label="Propose"
                  flex={1}
                  data={kinds}
                  value={step.kind}
                  onChange={(event) => {
                    const kind = event.currentTarget.value as StrikeStep['kind']
                    setStep(n, { kind, ...(kind === 'warned' && { days: null }) })
                  }}
                />
                <CountField
                  label="For days"
                  w={90}
                  disabled={step.kind === 'warned'}
                  placeholder="No end"
                  value={step.days}
                  onChange={(days) => setStep(n, { days })}
                />
                <CloseButton
                  aria-label={`Remove the proposal at strike ${step.strikes}`}
                  onClick={() => onChange({ ...rule, steps: steps.filter((_, other) => other !== n) })}
                />
              </Group>
            ))}
            {steps.length < maxSteps && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() =>
                  onChange({
                    ...rule,
                    steps: [
                      ...steps,
                      { strikes: (steps.at(-1)?.strikes ?? 1) + 1, kind: 'no_listing', days: 7 },
                    ],
                  })
                }
              >
                Add a proposal
              </Button>
            )}
          </Stack>
        </fieldset>
      )}
    </>
  )
}
