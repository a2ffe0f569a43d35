import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Enrolment, OwnSignIn } from '../../data/identity-builtin.ts'
import { AuthenticatorKey } from './AuthenticatorKey.tsx'
import { SubmitButton } from './PasswordForm.tsx'
import { RecoveryCodeList, recoveryCodeWords } from './RecoveryCodeList.tsx'
import { useAttempt } from './useAttempt.ts'

interface FactorSetupProps {
  own: OwnSignIn
  enrolment: Enrolment
  /** The second factor is on, and the person has kept the recovery codes. */
  onDone: () => void
}

/** Sets a required second factor up: the key and the first code, then the recovery codes. */
export function FactorSetup({ own, enrolment, onDone }: FactorSetupProps) {
  const [code, setCode] = useState('')
  const [isOn, setOn] = useState(false)
  const { state, attempt } = useAttempt()
  if (isOn)
    return (
      <Stack gap="lg">
        <Text size="sm">Your second factor is on. {recoveryCodeWords}</Text>
        <RecoveryCodeList codes={enrolment.recoveryCodes} />
        <Button size="md" fullWidth onClick={onDone}>
          I have kept them
        </Button>
      </Stack>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(async () => {
          await own.confirmSecondFactor(code)
          setOn(true)
        })
      }}
    >
      <Stack gap="lg">
        <AuthenticatorKey address={enrolment.address} code={code} onCode={setCode} />
        <SubmitButton state={state}>Turn on</SubmitButton>
      </Stack>
    </form>
  )
}
