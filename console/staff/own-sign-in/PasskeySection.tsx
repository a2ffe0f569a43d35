import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Passkey } from '@portreeve/contract/staff/passkeys'
import { useMemo, useState } from 'react'
import type { OwnSignIn } from '../../data/identity-builtin.ts'
import { shortLocal } from '../../format/dates.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { When } from '../../ui/When.tsx'
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx'

type Chosen = { action: 'add' } | { action: 'rename' | 'remove'; passkey: Passkey }

const columnsOf = (choose: (chosen: Chosen) => void): Column<Passkey>[] => [
  { name: 'Name', cell: ({ name }) => <Clamp text={name} /> },
  {
    name: 'Added',
    width: 180,
    is: 'date',
    cell: ({ created_at }) => <When value={created_at} write={shortLocal} />,
  },
  {
    name: 'Last used',
    width: 180,
    is: 'date',
    cell: ({ last_used_at }) => (last_used_at ? <When value={last_used_at} write={shortLocal} /> : 'Never'),
  },
  {
    name: '',
    width: 164,
    cell: (passkey) => (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Rename ${passkey.name}`}
          onClick={() => choose({ action: 'rename', passkey })}
        >
          Rename
        </Button>
        <GuardedButton
          may="signIn.change"
          size="compact-sm"
          variant="default"
          aria-label={`Remove ${passkey.name}`}
          onClick={() => choose({ action: 'remove', passkey })}
        >
          Remove
        </GuardedButton>
      </Group>
    ),
  },
]

/** The caller's passkeys. */
export function PasskeySection({ own, passkeys }: { own: OwnSignIn; passkeys: readonly Passkey[] }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const columns = useMemo(() => columnsOf(setChosen), [])
  const close = () => setChosen(null)
  return (
    <Stack component="section" gap="sm" aria-labelledby="own-passkeys">
      <Group justify="space-between">
        <Title order={2} size="h4" id="own-passkeys">
          Passkeys
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!own.canUsePasskeys}
          onClick={() => setChosen({ action: 'add' })}
        >
          Add a passkey
        </Button>
      </Group>
      <Text size="sm">
        {own.canUsePasskeys
          ? 'A passkey signs you in with your fingerprint, face or PIN, without password and code.'
          : 'This browser cannot use passkeys at this address.'}
      </Text>
      {passkeys.length > 0 && (
        <Table.ScrollContainer minWidth={608} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <ColumnTable label="Passkeys" columns={columns} rows={passkeys} keyOf={({ id }) => id} />
        </Table.ScrollContainer>
      )}
      {chosen?.action === 'add' && <AddPasskeyDialog own={own} onClose={close} />}
      {chosen?.action === 'rename' && <RenamePasskeyDialog passkey={chosen.passkey} onClose={close} />}
      {chosen?.action === 'remove' && <RemoveDialog passkey={chosen.passkey} onClose={close} />}
    </Stack>
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <ActionDialog
      call={api.staff.removeMyPasskey}
      input={() => ({ params: { id: passkey.id } })}
      done="Passkey removed"
      failed="The passkey could not be removed"
      refetch={[api.staff.mySignIn]}
      title="Remove passkey"
      width={460}
      subtitle={
        <>
          <bdi>{passkey.name}</bdi> no longer signs you in. The sessions that it opened end; if this is one of
          them, you sign in again.
        </>
      }
      note={null}
      confirmText="Remove"
      danger
      onClose={onClose}
    />
  )
}
