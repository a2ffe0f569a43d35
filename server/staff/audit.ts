import { type CsvColumns, csvOf } from '@portreeve/contract/base/csv'
import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import { type AuditRow, audit as contract } from '@portreeve/contract/staff/audit'
import { type NotificationKind, notificationKinds } from '@portreeve/contract/staff/notifications'
import { desc, eq, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { refuse } from '../core/refuse.ts'
import { audit as table } from '../db/system-tables.ts'
import { decisions, findAuditRows, matchingAuditRows, pageOfAuditRows, rowFor } from './audit-rows.ts'
import { withChecks } from './checks.ts'
import { notify } from './notify.ts'
import { withTakeBacks } from './take-back.ts'

/** Default rows of a page. */
const usualPage = 100
/** Maximum rows of an export's answer, and characters after which it stops earlier. */
const exportRows = 5000
const exportLength = 4_000_000
/** Rows per read. */
const batch = 1000

const lengthOf = sql<number>`coalesce(octet_length(${table.reason}), 0) + coalesce(octet_length(${table.before}::text), 0)
  + coalesce(octet_length(${table.after}::text), 0)`

/** The ids that fit into one answer, at least one. */
function idsWithin(found: { id: number; length: number }[]): number[] {
  let length = 0
  return found
    .slice(0, exportRows)
    .filter((row, at) => {
      length += row.length
      return at === 0 || length <= exportLength
    })
    .map(({ id }) => id)
}

const isNoticed = (kind: string): kind is NotificationKind =>
  (notificationKinds as readonly string[]).includes(kind)

const json = (value: unknown) => (value == null ? '' : JSON.stringify(value))

const columns: CsvColumns<AuditRow> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  actor_uid: ({ by }) => by.uid,
  actor_name: ({ by }) => by.name,
  actor_role: ({ by }) => by.role,
  address: ({ address }) => address,
  request_id: ({ request_id }) => request_id,
  action: ({ action }) => action,
  subject_kind: ({ subject }) => subject?.kind ?? null,
  subject_id: ({ subject }) => subject?.id ?? null,
  reason: ({ reason }) => reason ?? null,
  before: ({ before }) => json(before),
  after: ({ after }) => json(after),
  currency: ({ currency }) => currency ?? null,
}

export const audit = implement('audit', contract, {
  list: async ({ query }, call) => {
    const { limit, ...filter } = query
    const size = Number(limit ?? usualPage)
    const rows = await findAuditRows(call.db, matchingAuditRows(filter), size + 1)
    const shown = pageOfAuditRows(call, rows, size).map((row) => rowFor(call.staff, row))
    return withChecks(call.db, await withTakeBacks(call.db, call.staff, shown, ({ subject }) => subject))
  },

  check: async ({ params, body }, call) => {
    const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0
    const [row] = await findAuditRows(call.db, eq(table.id, id), 1)
    if (!row) refuse('not_found', 'No such entry', 'The audit log has no such entry.')
    const { action, uid, kind, subject } = row
    if (!decisions.includes(action) || kind === null || subject === null)
      refuse('refused', 'No decision', 'This entry of the audit log is no decision about a record.')
    if (uid === call.staff.uid)
      refuse('refused', 'Your own decision', 'Another person has to check your own decision.')
    const comment = body.comment?.trim() || null
    if (comment !== null && isNoticed(kind))
      await notify(call.db, [uid], 'checked', [kind, subject], call.staff.uid)
    // The audit row is the word on the decision: append-only, on the record's timeline, and erased with its person.
    call.did(
      [kind as RecordKind, subject],
      { after: { decision: id, action, agrees: body.agrees } },
      { reason: comment },
    )
    return null
  },

  export: async ({ query }, call) => {
    const found = await call.db
      .select({ id: table.id, length: lengthOf })
      .from(table)
      .where(matchingAuditRows(query))
      .orderBy(desc(table.id))
      .limit(exportRows + 1)
    const ids = idsWithin(found)
    const last = ids.at(-1)
    if (last !== undefined && ids.length < found.length) call.more(String(last))
    let csv = query.cursor === undefined ? csvOf(columns, []) : ''
    for (let from = 0; from < ids.length; from += batch) {
      const some = sql.param(ids.slice(from, from + batch))
      const rows = await findAuditRows(call.db, sql`${table.id} = any(${some}::bigint[])`, batch, true)
      csv += csvOf(
        columns,
        rows.map((row) => rowFor(call.staff, row)),
        false,
      )
    }
    const rows = ids.length
    call.did('export', { after: { ...query, rows } })
    return { csv, rows }
  },
})
