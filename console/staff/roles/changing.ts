import { api } from '@portreeve/contract'
import type { StaffRole } from '@portreeve/contract/staff/roles'

/** Sends the version that the caller saw, so that a colleague's change in between is a conflict. */
export const changing = (role: StaffRole) => ({
  refetch: [api.roles.list, api.staff.list],
  refetchOnConflict: [api.roles.list],
  ifMatch: () => role.version,
})
