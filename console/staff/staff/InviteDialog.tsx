import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { passwordLinkHours } from '@portreeve/contract/staff/staff'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { useRoleNames } from './use-roles.ts'

interface InviteDialogProps {
  opened: boolean
  onClose: () => void
}

const empty = { email: '', displayName: '', role: 'support', uid: '' }

/** Invites a person. The draft stays until the call succeeds. */
export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  const isOutside = useEnvironment().identity.kind !== 'builtin'
  const roles = useRoleNames()
  const [draft, setDraft] = useState(empty)
  const { uid, ...person } = draft
  const field = (label: string, name: 'email' | 'displayName' | 'uid', type = 'text') => (
    <TextInput
      label={label}
      type={type}
      required
      autoComplete="off"
      spellCheck={false}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  )
  return (
    <ActionDialog
      opened={opened}
      call={api.staff.invite}
      input={() => ({ body: { ...person, ...(isOutside && { uid }) } })}
      done={({ input }) => `Invited ${input.body.email}`}
      failed="Could not invite them"
      refetch={[api.staff.list]}
      onDone={() => setDraft(empty)}
      onClose={onClose}
      title="Invite"
      width={460}
      subtitle={
        isOutside
          ? 'They can sign in at once, and do all that their role may.'
          : `They get a mail with a link to choose a password. It works once, within ${passwordLinkHours} hours.`
      }
      confirmText="Invite"
    >
      <Stack gap="sm">
        {field('Email', 'email', 'email')}
        {field('Name', 'displayName')}
        <NativeSelect
          label="Role"
          data={roles}
          value={draft.role}
          onChange={(event) => setDraft({ ...draft, role: event.currentTarget.value })}
        />
        {isOutside && field('Uid at the identity provider', 'uid')}
      </Stack>
    </ActionDialog>
  )
}
