import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { switchEnvironment } from '../../data/environment.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { CodeForm } from './CodeForm.tsx'
import { ForgotForm } from './ForgotForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SignInCard } from './SignInCard.tsx'
import { useAttempt } from './useAttempt.ts'

const ProviderButtons = onDemand(async () => (await import('./ProviderButtons.tsx')).default)

/**
 * The sign-in page. `again`: shown over a page whose session has ended; that page keeps its state. `why`: the server's
 * message if more than the session has ended.
 */
export function SignInScreen({ again = false, why }: { again?: boolean; why?: string | undefined }) {
  const { environment, session, ownSignIn: own } = useBackend()
  const { state, attempt, forget } = useAttempt()
  const [step, setStep] = useState<'password' | 'code' | 'forgotten'>('password')
  // Keeps Escape from the page below.
  useEscape(() => {})
  const goTo = (next: typeof step) => {
    forget()
    setStep(next)
  }

  return (
    // AUTH-04
    <SignInCard
      heading="SIGN IN TO YOUR ACCOUNT"
      over={again}
      foot={
        <Button variant="default" size="xs" onClick={switchEnvironment}>
          {/* AUTH-13, AUTH-14: the label names the target (D-002) */}
          {environment.name === 'development' ? 'Switch to Production' : 'Switch to Development'}
        </Button>
      }
    >
      {again && (
        <Text size="sm" c="dimmed" mb="lg">
          {why ?? 'Your session has ended. Sign in again to go on where you were.'}
        </Text>
      )}
      {step === 'password' && (
        <PasswordForm
          state={state}
          onSubmit={(email, password) =>
            void attempt(async () => {
              const next = await session.signIn(email, password)
              if (next === 'code') setStep('code')
            })
          }
        />
      )}
      {step === 'code' && (
        <CodeForm
          state={state}
          onSubmit={(code) => void attempt(() => session.signInWithCode(code))}
          onBack={() => goTo('password')}
        />
      )}
      {step === 'forgotten' && own && <ForgotForm own={own} onBack={() => goTo('password')} />}
      {step === 'password' && own?.canUsePasskeys && (
        <PasskeyButton onClick={() => void attempt(() => session.signInBy(own.signInWithPasskey))} />
      )}
      {step === 'password' && own && (
        <Button variant="subtle" size="sm" fullWidth onClick={() => goTo('forgotten')}>
          Forgot password?
        </Button>
      )}
      {step === 'password' && environment.identity.kind === 'builtin' && environment.identity.providers && (
        <ProviderButtons again={again} />
      )}
    </SignInCard>
  )
}
