import type { AuditFilter } from '@portreeve/contract/staff/audit'
import { isShort, oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'
import { beginOf, isDay } from '../../format/days.ts'

/** The filters in the URL; days are in the browser's time zone. */
export type AuditSearch = UrlSearch<'actor' | 'kind' | 'id' | 'action' | 'what' | 'from' | 'to'>

export const readAuditSearch = searchReader<keyof AuditSearch>({
  actor: isShort,
  kind: isShort,
  id: isShort,
  action: isShort,
  what: oneOf(['decisions', 'looks']),
  from: isDay,
  to: isDay,
})

/** The filters as the query of `api.audit.list`. An id without a kind is dropped. */
export function auditFilterOf({ actor, kind, id, action, what, from, to }: AuditSearch): AuditFilter {
  return {
    ...(actor && { actor: actor.trim() }),
    ...(kind && { kind }),
    ...(kind && id && { id: id.trim() }),
    ...(action && { action }),
    ...((what === 'decisions' || what === 'looks') && { what }),
    ...(from && { from: beginOf(from) }),
    // The last day is included.
    ...(to && { to: beginOf(to, 1) }),
  }
}

/** A new plan that undoes the actions that a filter has: those of a colleague, of a record, or of a span of time. */
export function undoSearchOf({ actor, kind, id, from, to }: AuditSearch) {
  const span = { ...(from && { from: beginOf(from) }), ...(to && { to: beginOf(to, 1) }) }
  if (kind && id) return { of: 'record', record: kind, id: id.trim(), ...span }
  // The audit log also finds colleagues by their email address.
  if (actor && !actor.includes('@')) return { of: 'staff', id: actor.trim(), ...span }
  return from && !actor && !kind ? { of: 'everyone', ...span } : undefined
}
