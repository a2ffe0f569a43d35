import { NativeSelect, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may, type Permission, permissions, type Role, roles } from '@portreeve/contract/base/rights'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { changing, nameOf, type PersonDialogProps } from './dialogs.tsx'
import { ReleasedWork } from './ReleasedWork.tsx'

/** The permissions that one role has and another lacks, in words. */
const additional = (role: Role, than: Role) =>
  (Object.keys(permissions) as Permission[])
    .filter((permission) => may(role, permission) && !may(than, permission))
    .map((permission) => permissions[permission].words)
    .join(', ')

/** Changes a staff member's role, after showing which permissions change. */
export function RoleDialog({ person, onClose }: PersonDialogProps) {
  const [role, setRole] = useState<Role>(person.role)
  const change = useAction(api.staff.changeRole, {
    ...changing(person),
    done: ({ input }) => `${person.email} is ${input.body.role} now`,
    failed: `Could not change the role of ${person.email}`,
  })
  const [gained, lost] = [additional(role, person.role), additional(person.role, role)]
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Change role"
      width={520}
      subtitle={
        <>
          {nameOf(person)} is {person.role}. Another role holds from their next click.
        </>
      }
      note={<ProductionNote />}
      confirmText="Change role"
      busy={change.busy}
      problem={detailOf(change.failure)}
      onConfirm={() => {
        if (role === person.role) return onClose()
        void change.run({ params: { uid: person.uid }, body: { role } }).then(({ done }) => done && onClose())
      }}
    >
      <Stack gap="xs">
        <NativeSelect
          label="Role"
          data={[...roles]}
          value={role}
          data-autofocus
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        {gained && <Text size="sm">They may then also: {gained}.</Text>}
        {lost && <Text size="sm">They may then no longer: {lost}.</Text>}
        {lost && <ReleasedWork uid={person.uid} role={role} />}
      </Stack>
    </ConfirmModal>
  )
}
