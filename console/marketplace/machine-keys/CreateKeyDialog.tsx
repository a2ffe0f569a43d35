import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MachineScope } from '@portreeve/contract/marketplace/machine-keys'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
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
  const [missing, setMissing] = useState<string | null>(null)
  const make = useAction(api.machineKeys.create, {
    failed: 'Could not create the key',
    refetch: [api.machineKeys.list],
  })
  const save = async () => {
    const expires_at = endOf(expiry, on, new Date())
    const problem =
      scopes.length === 0
        ? 'Choose what the key may do.'
        : expires_at === undefined
          ? 'Choose the last day of the key.'
          : null
    setMissing(problem)
    if (problem) return
    const made = await make.run({
      body: { name: name.trim(), scopes, networks: networksIn(networks), expires_at },
    })
    if (!made.done) return
    onClose()
    if (made.data?.token) onMade({ token: made.data.token, scopes })
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Create key"
      width={560}
      subtitle="A program of the marketplace writes its records or reads events with this key. Choose only what it needs."
      note={<ProductionNote />}
      confirmText="Create"
      busy={make.busy}
      problem={missing ?? detailOf(make.failure)}
      onConfirm={() => void save()}
    >
      <Stack gap="md">
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
    </ConfirmModal>
  )
}
