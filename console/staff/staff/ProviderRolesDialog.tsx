import { ActionIcon, Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ProviderRole } from '@portreeve/contract/staff/sign-in-settings'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { useRoleNames } from './use-roles.ts'

/** Sets which roles the groups of the company's providers give. */
export function ProviderRolesDialog({ onClose }: { onClose: () => void }) {
  const { data, failure, reload } = useData(api.staff.signInSettings, {})
  const roles = useRoleNames()
  const [changed, setChanged] = useState<readonly ProviderRole[] | null>(null)
  const rows = changed ?? data?.provider_roles
  const [first] = data?.providers ?? []
  const set = (at: number, more: Partial<ProviderRole>) =>
    setChanged((rows ?? []).map((row, index) => (index === at ? { ...row, ...more } : row)))
  return (
    <ActionDialog
      call={api.staff.saveSignInSettings}
      input={() => {
        const wanted = (rows ?? []).map((row) => ({ ...row, value: row.value.trim() }))
        if (wanted.some(({ value }) => value === ''))
          return 'A group is empty. Type its value or remove the row.'
        return rows ? { body: { provider_roles: wanted } } : null
      }}
      done="Roles of groups saved"
      failed="Could not save the roles of groups"
      refetch={[api.staff.signInSettings]}
      onClose={onClose}
      title="Roles of groups"
      width={620}
      subtitle="A person who signs in with a provider gets the highest role of their groups, at the next sign-in or within half an hour. Without such a group they cannot sign in."
      confirmText="Save"
    >
      {failure && <FailedState message="The roles of groups could not be loaded." onRetry={reload} />}
      {!failure && !rows && <Skeleton height={132} />}
      {rows && first && (
        <Stack gap="xs">
          {rows.length === 0 && <Text size="sm">No group has a role: nobody signs in with a provider.</Text>}
          {rows.map((row, at) => (
            // Rows have no identity of their own until they are saved.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Group key={at} gap="xs" wrap="nowrap" role="group" aria-label={`Group ${at + 1}`}>
              <NativeSelect
                aria-label="Provider"
                data={(data?.providers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={row.provider}
                onChange={(event) => set(at, { provider: event.currentTarget.value })}
              />
              <TextInput
                aria-label="Group"
                placeholder={`A value of the claim ${data?.providers.find(({ id }) => id === row.provider)?.groups_claim}`}
                autoComplete="off"
                spellCheck={false}
                flex={1}
                value={row.value}
                onChange={(event) => set(at, { value: event.currentTarget.value })}
              />
              <NativeSelect
                aria-label="Role"
                data={roles}
                value={row.role}
                onChange={(event) => set(at, { role: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                aria-label={`Remove group ${at + 1}`}
                onClick={() => setChanged(rows.filter((_row, index) => index !== at))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setChanged([...rows, { provider: first.id, value: '', role: 'support' }])}
          >
            Add a group
          </Button>
        </Stack>
      )}
    </ActionDialog>
  )
}
