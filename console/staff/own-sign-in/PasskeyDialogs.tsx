import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Passkey, passkeyNameLength } from '@portreeve/contract/staff/passkeys'
import { useState } from 'react'
import type { OwnSignIn } from '../../data/identity-builtin.ts'
import { useOwnChange } from '../../data/own-change.ts'
import { browserName } from '../../format/browser.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

/** Adds a passkey, after the password. */
export function AddPasskeyDialog({ own, onClose }: { own: OwnSignIn; onClose: () => void }) {
  const [name, setName] = useState(() => browserName(navigator.userAgent))
  const [password, setPassword] = useState('')
  const change = useOwnChange()
  const add = async () => {
    await own.confirmPassword(password)
    await own.addPasskey(name)
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Add a passkey"
      width={460}
      subtitle="First your password; then your browser shows where the passkey can be kept."
      confirmText="Continue"
      busy={change.busy}
      problem={change.problem}
      onConfirm={() => void change.run(add, 'Passkey added').then((done) => done && onClose())}
    >
      <Stack gap="sm">
        <NameInput name={name} onChange={setName} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmModal>
  )
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  return (
    <ActionDialog
      call={api.staff.renameMyPasskey}
      input={() => ({ params: { id: passkey.id }, body: { name } })}
      done="Passkey renamed"
      failed="The passkey could not be renamed"
      refetch={[api.staff.mySignIn]}
      title="Rename passkey"
      width={460}
      note={null}
      confirmText="Rename"
      onClose={onClose}
    >
      <NameInput name={name} onChange={setName} />
    </ActionDialog>
  )
}

const NameInput = ({ name, onChange }: { name: string; onChange: (name: string) => void }) => (
  <TextInput
    label="Name"
    description="Such as the device or password manager that keeps it"
    required
    maxLength={passkeyNameLength}
    value={name}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
