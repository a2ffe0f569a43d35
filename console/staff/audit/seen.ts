import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { own } from '@portreeve/contract/base/own'
import { programIn } from '@portreeve/contract/base/programs'
import { roles } from '@portreeve/contract/base/rights'
import type { AuditRow } from '@portreeve/contract/staff/audit'
import { NewRoleName } from '@portreeve/contract/staff/roles'

/** What the author of a look saw: the moment, which is an earlier one where they looked into the past, and the role that they had then. */
export function seenIn({ action, at, by, after }: AuditRow): { at: string; as: string; by: string } | null {
  const [group = '', name = ''] = action.split('.')
  const endpoint = own<Endpoint>(own<Record<string, Endpoint>>(api, group) ?? {}, name)
  const { as_of = at, as_role = by.role } = (after ?? {}) as { as_of?: string; as_role?: string }
  return endpoint?.method === 'GET' && isOfStaff(as_role) ? { at: as_of, as: as_role, by: by.uid } : null
}

/** Whether a role is one of staff: a built-in one, or one that the marketplace has made, and not that of the command line or a program. */
const isOfStaff = (role: string): boolean =>
  (roles as readonly string[]).includes(role) ||
  (programIn(role) === undefined && NewRoleName.safeParse(role).success)
