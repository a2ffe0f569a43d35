import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Enrolment, OwnSignIn } from '../../data/identity-builtin.ts'
import { useOwnChange } from '../../data/own-change.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

interface EnrolDialogProps {
  own: OwnSignIn
  enrolment: Enrolment
  onClose: () => void
  onDone: () => void
}

/** Shows the secret for an authenticator app; a code from the app turns the second factor on. */
export function EnrolDialog({ own, enrolment, onClose, onDone }: EnrolDialogProps) {
  const [code, setCode] = useState('')
  const change = useOwnChange()
  const secret = new URL(enrolment.address).searchParams.get('secret') ?? ''
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Your authenticator app"
      width={520}
      subtitle="Nothing changes until you type a code from the app."
      confirmText="Turn on"
      busy={change.busy}
      problem={change.problem}
      onConfirm={() =>
        void change
          .run(() => own.confirmSecondFactor(code), 'The second factor is on')
          .then((done) => done && onDone())
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          Scan this with the app, or on this device{' '}
          <Anchor href={enrolment.address} underline="always">
            open it in the app
          </Anchor>
          .
        </Text>
        <QrCode text={enrolment.address} label="The key below, as a picture to scan" size={200} />
        <Text size="sm">Or type this key into the app, as a time-based one:</Text>
        <CopyText text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
        <TextInput
          label="Code"
          description="The six digits that the app shows now"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmModal>
  )
}
