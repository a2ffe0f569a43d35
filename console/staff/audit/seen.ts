import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { own } from '@portreeve/contract/base/own'
import { type Role, roles } from '@portreeve/contract/base/rights'
import type { AuditRow } from '@portreeve/contract/staff/audit'

/** What the author of a look saw: the moment, which is an earlier one where they looked into the past, and the role that they had then. */
export function seenIn({ action, at, by, after }: AuditRow): { at: string; as: Role; by: string } | null {
  const [group = '', name = ''] = action.split('.')
  const endpoint = own<Endpoint>(own<Record<string, Endpoint>>(api, group) ?? {}, name)
  const { as_of = at, as_role = by.role } = (after ?? {}) as { as_of?: string; as_role?: string }
  const as = roles.find((one) => one === as_role)
  return endpoint?.method === 'GET' && as ? { at: as_of, as, by: by.uid } : null
}
