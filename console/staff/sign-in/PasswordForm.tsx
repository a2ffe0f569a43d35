import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Spinner } from '../../ui/Spinner.tsx'
import classes from './SignIn.module.css'
import type { State } from './useAttempt.ts'

/** Email address and password (AUTH-05 to AUTH-12, AUTH-17). */
export function PasswordForm(props: { state: State; onSubmit: (email: string, password: string) => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        props.onSubmit(String(form.get('email') ?? ''), String(form.get('password') ?? ''))
      }}
    >
      <Stack gap="lg">
        <TextInput name="email" type="email" label="Email" autoComplete="username" size="md" autoFocus />
        <PasswordInput name="password" label="Password" autoComplete="current-password" size="md" />
        <SubmitButton state={props.state}>Sign In</SubmitButton>
      </Stack>
    </form>
  )
}

/** The button with its spinner (AUTH-09), and the error line below it (AUTH-11). */
export function SubmitButton({ state, children }: { state: State; children: string }) {
  const loading = state.is === 'loading'
  return (
    <>
      <Button type="submit" size="md" fullWidth aria-busy={loading} aria-disabled={loading}>
        {loading ? <Spinner size={18} color="currentColor" /> : null}
        <span className={loading ? classes.besideSpinner : undefined}>{children}</span>
      </Button>
      <div className={classes.error} role="alert">
        {state.is === 'error' && state.message}
      </div>
    </>
  )
}
