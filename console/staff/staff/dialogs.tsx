import { api } from '@portreeve/contract'
import { passwordLinkHours, type StaffMember } from '@portreeve/contract/staff/staff'
import type { Takers } from '@portreeve/contract/staff/staff-work'
import { useState } from 'react'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { AwayDialog } from '../away/AwayDialog.tsx'
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

/** Says when a staff member is away. */
export const AwayOfDialog = ({ person, onClose }: PersonDialogProps) => (
  <AwayDialog
    uid={person.uid}
    name={person.displayName ?? person.email}
    away={person.away}
    onClose={onClose}
  />
)

/** Disables a staff member. */
export function DisableDialog({ person, onClose }: PersonDialogProps) {
  const [to, setTo] = useState<Takers>({})
  return (
    <ActionDialog
      call={api.staff.disable}
      input={() => ({ params: { uid: person.uid }, body: { to } })}
      {...changing(person)}
      done={`Disabled ${person.email}`}
      failed={`Could not disable ${person.email}`}
      onClose={onClose}
      title="Disable"
      width={460}
      subtitle={
        <>
          {nameOf(person)} will be signed out everywhere within seconds and cannot sign in until they are
          enabled again. What they have done stays on record.
        </>
      }
      confirmText="Disable"
      danger
    >
      <ReleasedWork uid={person.uid} to={to} onChoose={setTo} />
    </ActionDialog>
  )
}

/** Enables a disabled staff member. */
export function EnableDialog({ person, onClose }: PersonDialogProps) {
  return (
    <ActionDialog
      call={api.staff.enable}
      input={() => ({ params: { uid: person.uid } })}
      {...changing(person)}
      done={`Enabled ${person.email}`}
      failed={`Could not enable ${person.email}`}
      onClose={onClose}
      title="Enable"
      width={460}
      subtitle={
        <>
          {nameOf(person)} can sign in again, with the role {person.role} and the password they had.
        </>
      }
      confirmText="Enable"
    />
  )
}

/** Resets a lost second factor. */
export function ResetDialog({ person, onClose }: PersonDialogProps) {
  return (
    <ActionDialog
      call={api.staff.resetSecondFactor}
      input={() => ({ params: { uid: person.uid } })}
      {...changing(person)}
      done={`Reset the second factor of ${person.email}`}
      failed={`Could not reset the second factor of ${person.email}`}
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
      confirmText="Reset"
      danger
    />
  )
}

/** Takes an invitation back. */
export function RevokeDialog({ person, onClose }: PersonDialogProps) {
  return (
    <ActionDialog
      call={api.staff.revokeInvitation}
      input={() => ({ params: { uid: person.uid } })}
      {...changing(person)}
      done={`Revoked the invitation of ${person.email}`}
      failed={`Could not revoke the invitation of ${person.email}`}
      onClose={onClose}
      title="Revoke invitation"
      width={460}
      subtitle={
        <>
          The links mailed to {nameOf(person)} stop working, and they leave the list. You can invite them
          again.
        </>
      }
      confirmText="Revoke"
      danger
    />
  )
}

/** Mails a link to choose a password: the first one, or a new one after a loss. */
export function LinkDialog({ person, onClose }: PersonDialogProps) {
  return (
    <ActionDialog
      call={api.staff.sendPasswordLink}
      input={() => ({ params: { uid: person.uid } })}
      {...changing(person)}
      done={`Sent a link to ${person.email}`}
      failed={`Could not send a link to ${person.email}`}
      onClose={onClose}
      title={person.invitation ? 'Send invitation again' : 'Send password link'}
      width={460}
      subtitle={
        <>
          {nameOf(person)} gets a mail with a link to choose a {person.invitation ? 'first' : 'new'} password.
          It works once, within {passwordLinkHours} hours. Choosing a password ends all their sessions.
        </>
      }
      confirmText="Send"
    />
  )
}
