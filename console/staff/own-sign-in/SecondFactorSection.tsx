import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Enrolment, OwnSignIn } from '../../data/identity-builtin.ts'
import { useOwnChange } from '../../data/own-change.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const questions = {
  on: {
    title: 'Turn on the second factor',
    subtitle: 'Your password, so that no one else does it at your open screen.',
    confirmText: 'Continue',
  },
  off: {
    title: 'Turn off the second factor',
    subtitle: 'From then on your password alone signs you in, and your recovery codes are worth nothing.',
    confirmText: 'Turn off',
  },
  codes: {
    title: 'New recovery codes',
    subtitle: 'Ten new codes are made; the ones you have are worth nothing from then on.',
    confirmText: 'Make new codes',
  },
} as const

/** Turns the second factor on and off. Each change requires the password. */
export function SecondFactorSection({ own, isOn }: { own: OwnSignIn; isOn: boolean }) {
  const [chosen, setChosen] = useState<keyof typeof questions | null>(null)
  const [password, setPassword] = useState('')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const change = useOwnChange()
  const close = () => {
    change.forget()
    setPassword('')
    setChosen(null)
  }
  const confirm = async () => {
    const done = await (chosen === 'on'
      ? change.run(async () => setEnrolment(await own.beginSecondFactor(password)))
      : chosen === 'codes'
        ? change.run(async () => setCodes(await own.newRecoveryCodes(password)))
        : change.run(() => own.endSecondFactor(password), 'The second factor is off'))
    if (done) close()
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="second-factor">
      <Title order={2} size="h4" id="second-factor">
        Second factor
      </Title>
      <StateWord word={isOn ? 'on' : 'off'} tone={isOn ? 'good' : 'caution'} />
      <Text size="sm">
        {isOn
          ? 'After your password you are asked for a code from your authenticator app.'
          : 'With an authenticator app on your phone, your password alone is not enough to sign in.'}
      </Text>
      <Group gap="sm">
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setChosen('codes')}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setChosen('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button onClick={() => setChosen('on')}>Turn on</Button>
        )}
      </Group>
      <ConfirmModal
        opened={chosen !== null}
        onClose={close}
        {...questions[chosen ?? 'on']}
        danger={chosen === 'off'}
        width={460}
        busy={change.busy}
        problem={change.problem}
        onConfirm={() => void confirm()}
      >
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </ConfirmModal>
      {enrolment && (
        <EnrolDialog
          own={own}
          enrolment={enrolment}
          onClose={() => setEnrolment(null)}
          onDone={() => {
            setCodes(enrolment.recoveryCodes)
            setEnrolment(null)
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Stack>
  )
}
