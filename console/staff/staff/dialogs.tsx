import { api } from '@portreeve/contract'
import { passwordLinkHours, type StaffMember } from '@portreeve/contract/staff/staff'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { ReleasedWork } from './ReleasedWork.tsx'

export interface PersonDialogProps {
  person: StaffMember
  onClose: () => void
}

/** Sends the version that the dialog was opened on, so that a colleague's change in between is a conflict. */
export const changing = (person: StaffMember) => ({
  refetch: [api.staff.list],
  refetchOnConflict: [api.staff.list],
  ifMatch: () => person.version,
})

/** Name and address, each with its own text direction. */
export const nameOf = ({ displayName, email }: StaffMember) =>
  displayName ? (
    <>
      <bdi>{displayName}</bdi> (<bdi>{email}</bdi>)
    </>
  ) : (
    <bdi>{email}</bdi>
  )

/** Disables a staff member. */
export function DisableDialog({ person, onClose }: PersonDialogProps) {
  const disable = useAction(api.staff.disable, {
    ...changing(person),
    done: `Disabled ${person.email}`,
    failed: `Could not disable ${person.email}`,
  })
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Disable"
      width={460}
      subtitle={
        <>
          {nameOf(person)} will be signed out everywhere within seconds and cannot sign in until they are
          enabled again. What they have done stays on record.
        </>
      }
      note={<ProductionNote />}
      confirmText="Disable"
      danger
      busy={disable.busy}
      problem={detailOf(disable.failure)}
      onConfirm={() =>
        void disable.run({ params: { uid: person.uid } }).then(({ done }) => done && onClose())
      }
    >
      <ReleasedWork uid={person.uid} />
    </ConfirmModal>
  )
}

/** Enables a disabled staff member. */
export function EnableDialog({ person, onClose }: PersonDialogProps) {
  const enable = useAction(api.staff.enable, {
    ...changing(person),
    done: `Enabled ${person.email}`,
    failed: `Could not enable ${person.email}`,
  })
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Enable"
      width={460}
      subtitle={
        <>
          {nameOf(person)} can sign in again, with the role {person.role} and the password they had.
        </>
      }
      note={<ProductionNote />}
      confirmText="Enable"
      busy={enable.busy}
      problem={detailOf(enable.failure)}
      onConfirm={() => void enable.run({ params: { uid: person.uid } }).then(({ done }) => done && onClose())}
    />
  )
}

/** Resets a lost second factor. */
export function ResetDialog({ person, onClose }: PersonDialogProps) {
  const reset = useAction(api.staff.resetSecondFactor, {
    ...changing(person),
    done: `Reset the second factor of ${person.email}`,
    failed: `Could not reset the second factor of ${person.email}`,
  })
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Reset second factor"
      width={460}
      subtitle={
        <>
          {nameOf(person)} will be signed out everywhere and from then on sign in with the password alone,
          until they turn a second factor on again. Their passkeys are removed too. Make sure that it is
          really they who ask.
        </>
      }
      note={<ProductionNote />}
      confirmText="Reset"
      danger
      busy={reset.busy}
      problem={detailOf(reset.failure)}
      onConfirm={() => void reset.run({ params: { uid: person.uid } }).then(({ done }) => done && onClose())}
    />
  )
}

/** Takes an invitation back. */
export function RevokeDialog({ person, onClose }: PersonDialogProps) {
  const revoke = useAction(api.staff.revokeInvitation, {
    ...changing(person),
    done: `Revoked the invitation of ${person.email}`,
    failed: `Could not revoke the invitation of ${person.email}`,
  })
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Revoke invitation"
      width={460}
      subtitle={
        <>
          The links mailed to {nameOf(person)} stop working, and they leave the list. You can invite them
          again.
        </>
      }
      note={<ProductionNote />}
      confirmText="Revoke"
      danger
      busy={revoke.busy}
      problem={detailOf(revoke.failure)}
      onConfirm={() => void revoke.run({ params: { uid: person.uid } }).then(({ done }) => done && onClose())}
    />
  )
}

/** Mails a link to choose a password: the first one, or a new one after a loss. */
export function LinkDialog({ person, onClose }: PersonDialogProps) {
  const send = useAction(api.staff.sendPasswordLink, {
    ...changing(person),
    done: `Sent a link to ${person.email}`,
    failed: `Could not send a link to ${person.email}`,
  })
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={person.invitation ? 'Send invitation again' : 'Send password link'}
      width={460}
      subtitle={
        <>
          {nameOf(person)} gets a mail with a link to choose a {person.invitation ? 'first' : 'new'} password.
          It works once, within {passwordLinkHours} hours. Choosing a password ends all their sessions.
        </>
      }
      note={<ProductionNote />}
      confirmText="Send"
      busy={send.busy}
      problem={detailOf(send.failure)}
      onConfirm={() => void send.run({ params: { uid: person.uid } }).then(({ done }) => done && onClose())}
    />
  )
}
