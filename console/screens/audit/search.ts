import type { AuditFilter } from '@portreeve/contract/audit'
import { beginOf, isDay } from '../../format/days.ts'

/** The filters as the address carries them; days are of the reader's calendar. */
export type AuditSearch = Partial<Record<'actor' | 'kind' | 'id' | 'action' | 'from' | 'to', string>>

/** The records that something is done to, and what they are called. */
export const kinds: Readonly<Record<string, string>> = {
  user: 'Person',
  listing: 'Listing',
  promotion: 'Promotion',
  transaction: 'Transaction',
  conversation: 'Conversation',
  collection: 'Collection',
  question: 'Community post',
  keyword: 'Keyword',
  macro: 'Macro',
  email_template: 'E-mail template',
  email_variable: 'E-mail variable',
  moderating_messages: 'Standard messages',
  staff: 'Staff member',
  audit: 'Audit log',
}

const short = (text: string) => text.trim() !== '' && text.length <= 200

const accepts: Record<keyof AuditSearch, (text: string) => boolean> = {
  actor: short,
  kind: short,
  id: short,
  action: short,
  from: isDay,
  to: isDay,
}

/** Reads the filters off an address; what nobody could have chosen is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    Object.entries(accepts).flatMap(([name, accept]) => {
      const value = search[name]
      return typeof value === 'string' && accept(value) ? [[name, value]] : []
    }),
  )
}

/** The filters as the server takes them. An id without its kind does not filter. */
export function auditFilterOf({ actor, kind, id, action, from, to }: AuditSearch): AuditFilter {
  return {
    ...(actor && { actor: actor.trim() }),
    ...(kind && { kind }),
    ...(kind && id && { id: id.trim() }),
    ...(action && { action }),
    ...(from && { from: beginOf(from) }),
    // The whole of the last day.
    ...(to && { to: beginOf(to, 1) }),
  }
}
