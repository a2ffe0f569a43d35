import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { isActing } from '@portreeve/contract/base/programs'
import type { MachineKey, MachineScope } from '@portreeve/contract/marketplace/machine-keys'
import { useState } from 'react'
import { useMe } from '../../data/rights.ts'
import { serverNow } from '../../format/now.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { ActingFields, limitsOf, newActing } from './ActingFields.tsx'
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
  /** The keys that there are. */
  keys: readonly MachineKey[]
  onClose: () => void
  onMade: (made: MadeKey) => void
}

/** Makes a machine key. */
export function CreateKeyDialog({ keys, onClose, onMade }: CreateKeyDialogProps) {
  const me = useMe()
  const [draft, setDraft] = useState(newActing)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<MachineScope[]>([])
  const [networks, setNetworks] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('365')
  const [on, setOn] = useState('')
  const acting = scopes.filter(isActing)
  return (
    <ActionDialog
      call={api.machineKeys.create}
      input={() => {
        const expires_at = endOf(expiry, on, serverNow())
        if (scopes.length === 0) return 'Choose what the key may do.'
        if (expires_at === undefined) return 'Choose the last day of the key.'
        const body = { name: name.trim(), scopes, networks: networksIn(networks), expires_at }
        const limits = limitsOf(draft)
        if (acting.length === 0) return { body }
        if (typeof limits === 'string') return limits
        return { body: { ...body, owner: draft.owner ?? me?.uid ?? '', limits } }
      }}
      failed="Could not create the key"
      refetch={[api.machineKeys.list]}
      title="Create key"
      width={560}
      subtitle="A program of the marketplace writes its records, reads events, or acts with this key. Choose only what it needs."
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
        {acting.length > 0 && (
          <ActingFields
            scopes={acting}
            draft={draft}
            onChange={setDraft}
            earlier={keys.filter((key) => key.name === name.trim())}
          />
        )}
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
