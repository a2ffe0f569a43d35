import { type AuditRow, audit as contract } from '@portreeve/contract/staff/audit'
import { desc, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { audit as table } from '../db/system-tables.ts'
import { csvLine } from '../search/csv.ts'
import { findAuditRows, matchingAuditRows, pageOfAuditRows, rowFor } from './audit-rows.ts'

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

const columns = [
  'id',
  'at',
  'actor_uid',
  'actor_name',
  'actor_role',
  'address',
  'request_id',
  'action',
  'subject_kind',
  'subject_id',
  'reason',
  'before',
  'after',
] as const

const json = (value: unknown) => (value == null ? '' : JSON.stringify(value))

const line = (row: AuditRow) =>
  csvLine([
    String(row.id),
    row.at,
    row.by.uid,
    row.by.name ?? '',
    row.by.role,
    row.address ?? '',
    row.request_id ?? '',
    row.action,
    row.subject?.kind ?? '',
    row.subject?.id ?? '',
    row.reason ?? '',
    json(row.before),
    json(row.after),
  ])

export const audit = implement('audit', contract, {
  list: async ({ query }, call) => {
    const { limit, ...filter } = query
    const size = Number(limit ?? usualPage)
    const rows = await findAuditRows(call.db, matchingAuditRows(filter), size + 1)
    return pageOfAuditRows(call, rows, size).map((row) => rowFor(call.staff, row))
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
    let csv = query.cursor === undefined ? csvLine(columns) : ''
    for (let from = 0; from < ids.length; from += batch) {
      const some = sql.param(ids.slice(from, from + batch))
      const rows = await findAuditRows(call.db, sql`${table.id} = any(${some}::bigint[])`, batch, true)
      csv += rows.map((row) => line(rowFor(call.staff, row))).join('')
    }
    const rows = ids.length
    call.did('export', { after: { ...query, rows } })
    return { csv, rows }
  },
})
