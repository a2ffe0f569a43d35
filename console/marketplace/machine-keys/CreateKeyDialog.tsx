import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MachineScope } from '@portreeve/contract/marketplace/machine-keys'
import { useState } from 'react'
import { serverNow } from '../../format/now.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { ScopesField } from './ScopesField.tsx'
import { type Expiry, endOf, expiries, networksIn } from './words.ts'

const expiryWords: Readonly<Record<Expiry, string>> = {
  none: 'Never',
  90: 'After 90 days',
  365: 'After a year',
  date: 'At the end of a day…',
}

/** A new key, shown this once. */
export interface MadeKey {
  token: string
  scopes: readonly MachineScope[]
}

interface CreateKeyDialogProps {
  onClose: () => void
  onMade: (made: MadeKey) => void
}

/** Makes a machine key. */
export function CreateKeyDialog({ onClose, onMade }: CreateKeyDialogProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<MachineScope[]>([])
  const [networks, setNetworks] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('365')
  const [on, setOn] = useState('')
  return (
    <ActionDialog
      call={api.machineKeys.create}
      input={() => {
        const expires_at = endOf(expiry, on, serverNow())
        if (scopes.length === 0) return 'Choose what the key may do.'
        if (expires_at === undefined) return 'Choose the last day of the key.'
        return { body: { name: name.trim(), scopes, networks: networksIn(networks), expires_at } }
      }}
      failed="Could not create the key"
      refetch={[api.machineKeys.list]}
      title="Create key"
      width={560}
      subtitle="A program of the marketplace writes its records or reads events with this key. Choose only what it needs."
      confirmText="Create"
      onClose={onClose}
      onDone={(data) => data?.token && onMade({ token: data.token, scopes })}
    >
      <Stack gap="lg">
        <TextInput
          label="Name of the program"
          required
          maxLength={100}
          autoComplete="off"
          placeholder="Order service"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ScopesField value={scopes} onChange={setScopes} />
        <Textarea
          label="Only from these networks"
          description="An address or a network such as 203.0.113.0/24 in each line. Empty: from everywhere."
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          value={networks}
          onChange={(event) => setNetworks(event.currentTarget.value)}
        />
        <NativeSelect
          label="Expires"
          data={expiries.map((value) => ({ value, label: expiryWords[value] }))}
          value={expiry}
          onChange={(event) => setExpiry(expiries.find((one) => one === event.currentTarget.value) ?? 'none')}
        />
        {expiry === 'date' && (
          <TextInput
            label="Last day"
            type="date"
            required
            value={on}
            onChange={(event) => setOn(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ActionDialog>
  )
}
