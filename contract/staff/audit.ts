import { Currency } from '../base/currency.ts'
import { Cursor, get, Id, post, RowLimit, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'
import { TakeBack } from './held.ts'

/** The audited actions of the providers of payments and labels, and of rules that stop themselves. They are not calls of the API. The console has words for each. */
export const providerActions = [
  'payments.refund',
  'payments.refund_moved',
  'payments.refund_failed',
  'payments.chargeback',
  'payments.fraud_warning',
  'shipping.label_refunded',
  'shipping.label_rejected',
  'rules.stop',
] as const

/** An entry of the audit: one changing call, one reading of a private record, or one note. */
export const TimelineEntry = z.object({
  /** The position in the audit chain: 1 for the first. */
  id: z.int(),
  at: Time,
  by: z.object({ uid: Id, name: text(1000).nullable(), role: text(120) }),
  /** The name of the call, e.g. 'users.ban'. */
  action: text(200),
  reason: z.string().nullable(),
  /** The record, or its changed fields, before and after. */
  before: z.unknown(),
  after: z.unknown(),
  /** Why reason, before and after are missing: private to others, very long, or erased with a person. */
  left_out: z.enum(['private', 'long', 'erased']).nullable(),
  /** The operation that the action began: its state, and the vendor's reference once it has one. */
  operation: z
    .object({ state: z.enum(['pending', 'done', 'failed']), reference: text(200).nullable() })
    .optional(),
  /** While the reader may take the action back, and when that was done. */
  take_back: TakeBack.pick({ id: true, until: true, undone_at: true }).optional(),
  /** Of its amounts (ISO 4217): that of its transaction or order. Missing for other records. */
  currency: Currency.optional(),
  /** The names of the people and staff whom before and after mention by uid. */
  names: z.record(Id, text(1000)).optional(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** What a read showed of messages, in `after.shown` of its entry: the times of the oldest and the newest, and their number. */
export const Shown = z.object({ from: Time, to: Time, messages: z.int() })
export type Shown = z.infer<typeof Shown>

/** The groups whose changing calls decide about a person or a record of the marketplace. */
export const decidingGroups = [
  'users',
  'userContent',
  'userReports',
  'listingReports',
  'posts',
  'listings',
  'promotedPosts',
  'questions',
  'transactions',
  'orders',
  'approvals',
  'disputes',
  'chargebacks',
  'payouts',
  'reconciliation',
  'shipping',
  'held',
  'ingest',
] as const

/** Their changing calls that show or prepare something, and decide nothing. */
export const undeciding = {
  looks: ['users.reveal', 'users.export', 'orders.reveal', 'caseFiles.make'],
  work: ['disputes.assign', 'disputes.record', 'chargebacks.saveEvidence', 'reconciliation.run'],
} as const

/** The audit action of a colleague's word on a decision; its comment is the row's reason. */
export const checkAction = 'audit.check'

/** Maximum characters of a comment on a decision. */
export const maxCommentLength = 5000

/** What a colleague says about a decision: the newest of each colleague counts. */
export const Check = z.object({
  by: z.object({ uid: Id, name: text(1000).nullable() }),
  at: Time,
  agrees: z.boolean(),
  comment: z.string().nullable(),
})
export type Check = z.infer<typeof Check>

/** A row of the audit log: an entry with its subject and the caller's address. */
export const AuditRow = TimelineEntry.extend({
  /** The record; `title`: its title or the person's name as it is now, missing where it has none or is gone. */
  subject: z.object({ kind: text(100), id: z.string(), title: text(1000).optional() }).nullable(),
  /** The IP address of the caller. */
  address: personal('ip', z.string()).nullable(),
  request_id: z.string().nullable(),
  /** What colleagues say about it; missing for what is no decision. */
  checks: z.array(Check).optional(),
})
export type AuditRow = z.infer<typeof AuditRow>

const filterFields = {
  /** Uid or email address of the actor. */
  actor: Id.optional(),
  /** Only records of this kind, and with `id` only one of them. */
  kind: Id.optional(),
  id: Id.optional(),
  /** One action, e.g. 'users.ban'. */
  action: Id.optional(),
  /** Only decisions, or only looks at private records. */
  what: z.enum(['decisions', 'looks']).optional(),
  /** At this time or later. */
  from: Time.optional(),
  /** Before this time. */
  to: Time.optional(),
  cursor: Cursor,
}

/** The filters of the audit log. */
export const AuditFilter = z.strictObject(filterFields)
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = withoutPast('log', {
  list: get('/v1/admin/audit', {
    may: 'audit.read',
    about:
      'The audit log, newest first: 100 rows at a time, or `limit` of them (1 to 200), filtered by actor, record, action and time. Not part of the spec.',
    query: z.strictObject({
      ...filterFields,
      limit: RowLimit,
    }),
    data: z.array(AuditRow),
  }),
  check: post('/v1/admin/audit/{id}/check', {
    may: 'decisions.check',
    deed: {},
    about:
      "Says whether the caller agrees with a colleague's decision, an entry of the audit log. The colleague is notified of a comment. Refuses with refused what is no decision, and the caller's own. A decision is reversed by its own call. Not part of the spec.",
    body: z
      .strictObject({ agrees: z.boolean(), comment: text(maxCommentLength).optional() })
      .refine(({ agrees, comment }) => agrees || Boolean(comment?.trim()), "needs a 'comment'"),
    data: z.null(),
  }),
  export: get('/v1/admin/audit/export', {
    may: 'audit.export',
    deed: { subject: 'audit' },
    about:
      'The audit log as CSV, up to 5,000 rows at a time; the first page has a header line. Cells that a spreadsheet would run begin with an apostrophe. Each export is audited. Not part of the spec.',
    query: AuditFilter,
    data: z.object({ csv: z.string(), rows: z.int() }),
  }),
})
