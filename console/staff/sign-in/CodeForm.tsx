import { Button, Stack, Text, TextInput } from '@mantine/core'
import { SubmitButton } from './PasswordForm.tsx'
import type { State } from './useAttempt.ts'

interface CodeFormProps {
  state: State
  onSubmit: (code: string) => void
  onBack: () => void
}

/** The second step of the sign-in, for staff with a second factor. */
export function CodeForm({ state, onSubmit, onBack }: CodeFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(String(new FormData(event.currentTarget).get('code') ?? ''))
      }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          Type the six digits that your authenticator app shows, or one of your recovery codes.
        </Text>
        <TextInput
          name="code"
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          size="md"
          autoFocus
        />
        <SubmitButton state={state}>Sign In</SubmitButton>
        <Button variant="subtle" size="sm" fullWidth onClick={onBack}>
          Back to the password
        </Button>
      </Stack>
    </form>
  )
}
