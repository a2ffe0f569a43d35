import { Anchor, PasswordInput, Stack, Text } from '@mantine/core'
import { passwordLength } from '@portreeve/contract/staff/staff'
import { useState } from 'react'
import '../../ui/mantine-page.css'
import { useBackend } from '../../data/backend.tsx'
import type { Enrolment } from '../../data/identity-builtin.ts'
import { FactorSetup } from './FactorSetup.tsx'
import { SubmitButton } from './PasswordForm.tsx'
import { SignInCard } from './SignInCard.tsx'
import { useAttempt } from './useAttempt.ts'

/** A new colleague first sees what they may do. */
const toConsole = (isFirst: boolean) => location.replace(isFirst ? '/dashboard/welcome' : '/')

/**
 * The target of a mailed link: a person chooses a password, sets up the second factor that their role requires, and is signed
 * in. The token is in the URL's fragment, so no server logs it.
 */
export function SetPasswordScreen() {
  const { ownSignIn: own, session } = useBackend()
  const [token] = useState(() => location.hash.slice(1))
  const { state, attempt } = useAttempt()
  /** The address to sign in with, where the password alone is not enough. */
  const [email, setEmail] = useState<string | null>(null)
  const [enrolment, setEnrolment] = useState<(Enrolment & { isFirst: boolean }) | null>(null)
  const submit = (password: string) =>
    void attempt(async () => {
      if (!own) return
      const chosen = await own.choosePassword(token, password)
      if (chosen.secondFactor === 'on') return setEmail(chosen.email)
      const enter = async () => {
        await session.signIn(chosen.email, password)
        const { isFirst } = chosen
        if (chosen.secondFactor === 'needed')
          setEnrolment({ ...(await own.beginSecondFactor(password)), isFirst })
        else toConsole(isFirst)
      }
      // The link is used up: the person signs in on the sign-in page instead.
      await enter().catch(() => setEmail(chosen.email))
    })
  if (own && enrolment)
    return (
      <SignInCard heading="SET UP YOUR SECOND FACTOR">
        <Text size="sm" mb="lg">
          Your password is set. Your role requires a second factor: an authenticator app on your phone.
        </Text>
        <FactorSetup own={own} enrolment={enrolment} onDone={() => toConsole(enrolment.isFirst)} />
      </SignInCard>
    )
  return (
    <SignInCard heading="CHOOSE YOUR PASSWORD">
      {email !== null ? (
        <Stack gap="lg">
          <Text>
            Your password is set. Sign in as <bdi>{email}</bdi>.
          </Text>
          <Anchor href="/">Sign in</Anchor>
        </Stack>
      ) : token === '' || !own ? (
        <Text>This link is not complete. Open it from the mail again, or ask an admin for a new one.</Text>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit(String(new FormData(event.currentTarget).get('password') ?? ''))
          }}
        >
          <Stack gap="lg">
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
            />
            <SubmitButton state={state}>Set password</SubmitButton>
          </Stack>
        </form>
      )}
    </SignInCard>
  )
}
