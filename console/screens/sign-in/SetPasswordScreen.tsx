import { Anchor, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { passwordLength } from '@portreeve/contract/staff'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { EnvironmentBadge } from '../../parts/EnvironmentMark.tsx'
import { ToolsTitle } from '../../parts/ToolsTitle.tsx'
import { SubmitButton } from './PasswordForm.tsx'
import classes from './SignIn.module.css'
import { useAttempt } from './useAttempt.ts'

/** The target of a mailed link to choose a password. The token is in the URL's fragment, so no server logs it. */
export function SetPasswordScreen() {
  const { ownSignIn } = useBackend()
  const [token] = useState(() => location.hash.slice(1))
  const { state, attempt } = useAttempt()
  const [email, setEmail] = useState<string | null>(null)
  const submit = (password: string) =>
    void attempt(async () => {
      if (ownSignIn) setEmail(await ownSignIn.choosePassword(token, password))
    })
  return (
    <main className={classes.page}>
      <ToolsTitle />
      <div className={classes.card}>
        <EnvironmentBadge />
        <Title order={1} className={classes.heading}>
          CHOOSE YOUR PASSWORD
        </Title>
        {email !== null ? (
          <Stack gap="md">
            <Text>
              Your password is set. Sign in as <bdi>{email}</bdi>.
            </Text>
            <Anchor href="/">Sign in</Anchor>
          </Stack>
        ) : token === '' || !ownSignIn ? (
          <Text>This link is not complete. Open it from the mail again, or ask an admin for a new one.</Text>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void submit(String(new FormData(event.currentTarget).get('password') ?? ''))
            }}
          >
            <Stack gap="md">
              <PasswordInput
                name="password"
                label="New password"
                description={`At least ${passwordLength.min} characters`}
                autoComplete="new-password"
                required
                minLength={passwordLength.min}
                maxLength={passwordLength.max}
                size="md"
                autoFocus
                visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
              />
              <SubmitButton state={state}>Set password</SubmitButton>
            </Stack>
          </form>
        )}
      </div>
    </main>
  )
}
