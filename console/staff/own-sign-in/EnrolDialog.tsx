import { useState } from 'react'
import type { Enrolment, OwnSignIn } from '../../data/identity-builtin.ts'
import { useOwnChange } from '../../data/own-change.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { AuthenticatorKey } from '../sign-in/AuthenticatorKey.tsx'

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
      <AuthenticatorKey address={enrolment.address} code={code} onCode={setCode} />
    </ConfirmModal>
  )
}
