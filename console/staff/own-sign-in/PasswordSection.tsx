import { Alert, Button, PasswordInput, Stack, Title } from '@mantine/core'
import { passwordLength } from '@portreeve/contract/staff/staff'
import { useState } from 'react'
import type { OwnSignIn } from '../../data/identity-builtin.ts'
import { useOwnChange } from '../../data/own-change.ts'

/** Changes the caller's own password; the other sessions end. */
export function PasswordSection({ own }: { own: OwnSignIn }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useOwnChange()
  const submit = async () => {
    const done = await change.run(
      () => own.changePassword(current, next),
      'Password changed; your other sessions have ended',
    )
    if (!done) return
    setCurrent('')
    setNext('')
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="own-password">
      <Title order={2} size="h4" id="own-password">
        Password
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="sm" maw={360}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description={`At least ${passwordLength.min} characters`}
            autoComplete="new-password"
            required
            minLength={passwordLength.min}
            maxLength={passwordLength.max}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          {change.problem && (
            <Alert color="red" variant="light" role="alert">
              {change.problem}
            </Alert>
          )}
          <Button type="submit" variant="default" loading={change.busy} style={{ alignSelf: 'start' }}>
            Change password
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
