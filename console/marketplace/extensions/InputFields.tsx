import { Button, Checkbox, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import type { ActionInput } from '@portreeve/contract/marketplace/extensions'

const types = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'yes_no', label: 'Yes or no' },
  { value: 'choice', label: 'Choice' },
]
const maxInputs = 12

interface InputFieldsProps {
  inputs: ActionInput[]
  onChange: (inputs: ActionInput[]) => void
}

/** The inputs that an action asks for. */
export function InputFields({ inputs, onChange }: InputFieldsProps) {
  const set = (at: number, change: Partial<ActionInput>) =>
    onChange(inputs.map((one, n) => (n === at ? { ...one, ...change } : one)))
  return (
    <fieldset>
      <legend>Inputs</legend>
      {inputs.map((one, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an input is its place.
        <Group key={n} gap="xs" align="end" mb="xs">
          <TextInput
            label="Name"
            w={110}
            value={one.name}
            onChange={(event) => set(n, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Words"
            flex={1}
            value={one.words}
            onChange={(event) => set(n, { words: event.currentTarget.value })}
          />
          <NativeSelect
            label="Type"
            data={types}
            value={one.type}
            onChange={(event) => {
              const { choices: _, ...rest } = one
              const type = event.currentTarget.value as ActionInput['type']
              onChange(
                inputs.map((other, at) =>
                  at === n ? { ...rest, type, ...(type === 'choice' && { choices: ['Yes', 'No'] }) } : other,
                ),
              )
            }}
          />
          {one.type === 'choice' && (
            <TextInput
              label="Choices, with commas"
              value={one.choices?.join(',') ?? ''}
              onChange={(event) => set(n, { choices: event.currentTarget.value.split(',') })}
            />
          )}
          <Checkbox
            label="Required"
            checked={one.required}
            onChange={(event) => set(n, { required: event.currentTarget.checked })}
          />
          <CloseButton
            aria-label={`Remove the input ${one.name}`}
            onClick={() => onChange(inputs.filter((_, other) => other !== n))}
          />
        </Group>
      ))}
      {inputs.length < maxInputs && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...inputs, { name: '', words: '', type: 'text', required: false }])}
        >
          Add an input
        </Button>
      )}
    </fieldset>
  )
}
