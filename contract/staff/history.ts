import { Cursor, get, Id, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import type { Permission } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { timelineKinds } from './timeline.ts'

/** The records whose changes are listed, and the permission to read them. */
export const historyKinds = {
  ...timelineKinds,
  order: 'transactions.read',
} as const satisfies Record<string, Permission>
export type HistoryKind = keyof typeof historyKinds

/** Who or what changed a record. */
export const ChangedBy = z.object({
  /** 'server': a timer of the server, or what is not known. */
  kind: z.enum(['staff', 'key', 'import', 'provider', 'operation', 'server']),
  /** The uid, the machine key, the provider ('stripe') or the operation. */
  id: Id.nullable(),
  /** The event of the provider's webhook that caused it. */
  event: Id.optional(),
  /** The staff member's or the key's name, the provider in words, or what the operation does. */
  name: text(1000).nullable(),
})
export type ChangedBy = z.infer<typeof ChangedBy>

export const RecordChange = z.object({
  at: Time,
  by: ChangedBy,
  /** The record is new: no field has a value before. */
  made: z.literal(true).optional(),
  /** True: the record was deleted. False: it was restored. */
  gone: z.boolean().optional(),
  /** The fields by their names on the wire. Values of personal fields are masked by these names. */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type RecordChange = z.infer<typeof RecordChange>

export const history = {
  of: get('/v1/admin/history/{kind}/{id}', {
    noPast: noPast.log,
    // The permission depends on the kind: `historyKinds`.
    may: 'staff',
    about:
      'What changed of a person (user), listing, transaction, order or conversation, field by field, with who or what changed it: a staff member, a machine key, an import, a provider (with the event of its webhook) or an operation. Newest first, 200 at a time; from and to choose the changes between two moments. Begins with the first start of a release that has a history. Needs the permission to see the record. Not part of the spec.',
    query: z.strictObject({
      /** At this time or later. */
      from: Time.optional(),
      /** Before this time. */
      to: Time.optional(),
      cursor: Cursor,
    }),
    data: z.array(RecordChange),
  }),
}
