import { Button, Stack, Text, TextInput } from '@mantine/core'
import { passwordLinkHours } from '@portreeve/contract/staff/staff'
import { useState } from 'react'
import type { OwnSignIn } from '../../data/identity-builtin.ts'
import { SubmitButton } from './PasswordForm.tsx'
import { useAttempt } from './useAttempt.ts'

/** Requests a mail with a link to choose a new password. The words are the same for an address of no staff member. */
export function ForgotForm({ own, onBack }: { own: OwnSignIn; onBack: () => void }) {
  const { state, attempt } = useAttempt()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = (
    <Button variant="subtle" size="sm" fullWidth onClick={onBack}>
      Back to the password
    </Button>
  )
  if (sentTo !== null)
    return (
      <Stack gap="lg">
        <Text size="sm" role="status">
          If <bdi>{sentTo}</bdi> belongs to a staff member with a password, a mail with a link to choose a new
          one is on its way. It works once, within {passwordLinkHours} hours. Invited and never signed in? Ask
          an admin for a new invitation.
        </Text>
        {back}
      </Stack>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
        void attempt(async () => {
          await own.forgotPassword(email)
          setSentTo(email)
        })
      }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          You get a mail with a link to choose a new password.
        </Text>
        <TextInput name="email" type="email" label="Email" autoComplete="username" size="md" autoFocus />
        <SubmitButton state={state}>Send link</SubmitButton>
        {back}
      </Stack>
    </form>
  )
}
