import { NativeSelect, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Permission, permissions } from '@portreeve/contract/base/rights'
import type { Takers } from '@portreeve/contract/staff/staff-work'
import { useState } from 'react'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { changing, nameOf, type PersonDialogProps } from './dialogs.tsx'
import { ReleasedWork } from './ReleasedWork.tsx'
import { useRoles } from './use-roles.ts'

/** The permissions that one role has and another lacks, in words. */
const additional = (role: readonly Permission[], than: readonly Permission[]) =>
  role
    .filter((permission) => !than.includes(permission))
    .map((permission) => permissions[permission].words)
    .join(', ')

/** Changes a staff member's role, after showing which permissions change. */
export function RoleDialog({ person, onClose }: PersonDialogProps) {
  const [role, setRole] = useState(person.role)
  const [to, setTo] = useState<Takers>({})
  const roles = useRoles()
  const of = (name: string) => roles.find((one) => one.name === name)?.permissions ?? []
  const [gained, lost] = [additional(of(role), of(person.role)), additional(of(person.role), of(role))]
  return (
    <ActionDialog
      call={api.staff.changeRole}
      input={() => {
        if (role !== person.role) return { params: { uid: person.uid }, body: { role, to } }
        onClose()
        return null
      }}
      {...changing(person)}
      done={({ input }) => `${person.email} is ${input.body.role} now`}
      failed={`Could not change the role of ${person.email}`}
      onClose={onClose}
      title="Change role"
      width={520}
      subtitle={
        <>
          {nameOf(person)} is {person.role}. Another role holds from their next click.
        </>
      }
      confirmText="Change role"
    >
      <Stack gap="xs">
        <NativeSelect
          label="Role"
          data={roles.map(({ name }) => name)}
          value={role}
          data-autofocus
          onChange={(event) => {
            setRole(event.currentTarget.value)
            setTo({})
          }}
        />
        {gained && <Text size="sm">They may then also: {gained}.</Text>}
        {lost && <Text size="sm">They may then no longer: {lost}.</Text>}
        {lost && <ReleasedWork key={role} uid={person.uid} role={role} to={to} onChoose={setTo} />}
      </Stack>
    </ActionDialog>
  )
}
