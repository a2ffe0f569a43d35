import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Role, roles } from '@portreeve/contract/rights'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { ProductionNote } from '../../parts/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { CopyText } from '../../ui/CopyText.tsx'

/** 20 letters and digits that nobody mistakes for each other: 100 bits. */
function madePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const drawn = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => letters[byte % letters.length])
  return drawn.join('').replace(/(.{5})(?=.)/g, '$1-')
}

interface InviteDialogProps {
  opened: boolean
  onClose: () => void
}

/** Invites somebody. What was typed stays until it is done. */
export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  const isOutside = useEnvironment().identity.kind !== 'builtin'
  const empty = () => ({
    email: '',
    displayName: '',
    role: 'support' as Role,
    key: isOutside ? '' : madePassword(),
  })
  const [draft, setDraft] = useState(empty)
  const [invited, setInvited] = useState(false)
  const invite = useAction(api.staff.invite, {
    done: ({ data }) => `Invited ${data.email}`,
    failed: 'Could not invite them',
    refetch: [api.staff.list],
  })
  const close = () => {
    if (invited) {
      setDraft(empty())
      setInvited(false)
    }
    onClose()
  }
  const { key, ...person } = draft
  const send = async () => {
    const { done } = await invite.run({
      body: { ...person, ...(isOutside ? { uid: key } : { password: key }) },
    })
    if (!done) return
    if (!isOutside) return setInvited(true)
    setDraft(empty())
    onClose()
  }
  if (invited)
    return (
      <ConfirmModal
        opened={opened}
        onClose={close}
        title="Invited"
        width={460}
        subtitle={
          <>
            Give <bdi>{draft.email}</bdi> this first password in a safe way, and ask them to change it under
            Your sign-in. It is not shown again.
          </>
        }
        cancelText="Close"
        confirmText="Done"
        onConfirm={close}
      >
        <CopyText text={key} />
      </ConfirmModal>
    )
  const field = (label: string, name: 'email' | 'displayName' | 'key', type = 'text') => (
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
    <ConfirmModal
      opened={opened}
      onClose={close}
      title="Invite"
      width={460}
      subtitle="They can sign in at once, and do all that their role may."
      note={<ProductionNote />}
      confirmText="Invite"
      busy={invite.busy}
      problem={detailOf(invite.failure)}
      onConfirm={() => void send()}
    >
      <Stack gap="sm">
        {field('E-mail', 'email', 'email')}
        {field('Name', 'displayName')}
        <NativeSelect
          label="Role"
          data={[...roles]}
          value={draft.role}
          onChange={(event) => setDraft({ ...draft, role: event.currentTarget.value as Role })}
        />
        {field(isOutside ? 'Uid at the identity provider' : 'First password', 'key')}
        {!isOutside && (
          <Text size="xs" c="dimmed">
            At least 10 characters. Made at random; another one may be typed.
          </Text>
        )}
      </Stack>
    </ConfirmModal>
  )
}
