import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { switchEnvironment } from '../../data/environment.ts'
import { EnvironmentBadge } from '../../parts/EnvironmentMark.tsx'
import { ToolsTitle } from '../../parts/ToolsTitle.tsx'
import { useEscape } from '../../ui/escape.ts'
import { CodeForm } from './CodeForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './SignIn.module.css'
import { useAttempt } from './useAttempt.ts'

/**
 * The sign-in page. `again`: shown over a page whose session has ended; that page keeps its state. `why`: the server's
 * message if more than the session has ended.
 */
export function SignInScreen({ again = false, why }: { again?: boolean; why?: string | undefined }) {
  const { environment, session } = useBackend()
  const { state, attempt, forget } = useAttempt()
  const [step, setStep] = useState<'password' | 'code'>('password')
  // Keeps Escape from the page below.
  useEscape(() => {})

  return (
    <main className={classes.page}>
      {!again && <ToolsTitle />}
      <div className={classes.card}>
        <EnvironmentBadge />
        <Title order={1} className={classes.heading}>
          {/* AUTH-04 */}
          SIGN IN TO YOUR ACCOUNT
        </Title>
        {again && (
          <Text size="sm" c="dimmed" mb="md">
            {why ?? 'Your session has ended. Sign in again to go on where you were.'}
          </Text>
        )}
        {step === 'password' ? (
          <PasswordForm
            state={state}
            onSubmit={(email, password) =>
              void attempt(async () => {
                const next = await session.signIn(email, password)
                if (next === 'code') setStep('code')
              })
            }
          />
        ) : (
          <CodeForm
            state={state}
            onSubmit={(code) => void attempt(() => session.signInWithCode(code))}
            onBack={() => {
              forget()
              setStep('password')
            }}
          />
        )}
        <Button variant="subtle" size="sm" fullWidth onClick={switchEnvironment}>
          {/* AUTH-13, AUTH-14: the label names the target (D-002) */}
          {environment.name === 'development' ? 'Switch to Production' : 'Switch to Development'}
        </Button>
      </div>
    </main>
  )
}
