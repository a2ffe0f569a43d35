import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { Enrolment } from '../../data/identity-builtin.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import { FactorSetup } from './FactorSetup.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { SubmitButton } from './PasswordForm.tsx'
import { SignInCard } from './SignInCard.tsx'
import { useAttempt } from './useAttempt.ts'

/**
 * Shown over the page of a person whose role requires a second factor that they do not have. The server refuses all their
 * calls until they have set one up; the page beneath keeps its state.
 */
export function NeededFactor({ why }: { why: string | undefined }) {
  const { ownSignIn: own, session } = useBackend()
  const { state, attempt } = useAttempt()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  // Keeps Escape from the page below.
  useEscape(() => {})
  return (
    <SignInCard heading="SET UP YOUR SECOND FACTOR" over>
      <Stack gap="lg">
        {own && enrolment ? (
          <FactorSetup
            own={own}
            enrolment={enrolment}
            // A new token: the second factor has replaced the session.
            onDone={() => void session.whileChanging(async () => {}).catch(console.error)}
          />
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              const password = String(new FormData(event.currentTarget).get('password') ?? '')
              void attempt(async () => setEnrolment((await own?.beginSecondFactor(password)) ?? null))
            }}
          >
            <Stack gap="lg">
              <Text size="sm">{why}</Text>
              <Text size="sm">
                You need an authenticator app on your phone. First type your password again.
              </Text>
              <PasswordInput
                name="password"
                label="Your password"
                autoComplete="current-password"
                size="md"
                autoFocus
              />
              <SubmitButton state={state}>Continue</SubmitButton>
            </Stack>
          </form>
        )}
        {own?.canUsePasskeys && !enrolment && (
          <PasskeyButton onClick={() => void attempt(() => session.signInBy(own.signInWithPasskey))} />
        )}
        <Button variant="subtle" size="sm" fullWidth onClick={() => void session.signOut()}>
          Sign out
        </Button>
      </Stack>
    </SignInCard>
  )
}
