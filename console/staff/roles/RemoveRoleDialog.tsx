import { api } from '@portreeve/contract'
import type { StaffRole } from '@portreeve/contract/staff/roles'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { changing } from './changing.ts'

/** Removes a role. The server refuses one that people or groups have. */
export function RemoveRoleDialog({ role, onClose }: { role: StaffRole; onClose: () => void }) {
  return (
    <ActionDialog
      call={api.roles.remove}
      input={() => ({ params: { name: role.name } })}
      {...changing(role)}
      done={`Removed the role ${role.name}`}
      failed={`Could not remove the role ${role.name}`}
      onClose={onClose}
      title="Remove role"
      width={460}
      subtitle={
        <>
          The role <bdi>{role.name}</bdi> is gone for good. A role that people or groups of your provider have
          cannot be removed.
        </>
      }
      confirmText="Remove"
    />
  )
}
