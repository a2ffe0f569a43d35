import {
  type ChangedBy,
  history as contract,
  type HistoryKind,
  historyKinds,
  type RecordChange,
} from '@portreeve/contract/staff/history'
import { sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../core/call/page.ts'
import { demand } from '../core/call/rights.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { isoOf } from '../db/columns.ts'
import { fieldsOf, selectVersions, type Values } from './versions.ts'

const order = newestFirst(sql`at`, sql`id`)

export const history = implement('history', contract, {
  of: async ({ params, query: { from, to, cursor } }, call) => {
    const kind = kindOf(params.kind)
    demand(call.staff, historyKinds[kind])
    // A row that is deleted and inserted again at once is a change. The first version is new only if the history is older.
    const { rows } = await call.db.execute<Change>(sql`
      with steps as (
        select *, lag(until) over line = since as follows, lag(shown) over line as shown_before,
          lag(gone) over line as gone_before, lead(since) over line as next
        from (${selectVersions(kind, [params.id])}) version window line as (order by since)),
      changes as (
        select since as at, by, 'since' as id, case when follows then shown_before end as before, shown as after,
          case when gone <> (follows is true and gone_before) then gone end as gone
        from steps
        union all
        select until, gone_by, 'until', shown, shown, true from steps where until is not null and until is distinct from next)
      select at::text, id, by, before, after, gone from changes
      where (before is distinct from after or gone is not null) and (before is not null or at > (select at from history.began))
        and at >= coalesce(${from ?? null}::timestamptz, '-infinity') and at < coalesce(${to ?? null}::timestamptz, 'infinity')
        and ${order.after(cursor) ?? sql`true`}
      order by ${order.order} limit ${pageSize + 1}`)
    const shown = page(call, rows, ({ at, id }) => ({ time: isoOf(at), id }))
    const named = await namesOf(call.db, shown)
    return shown.map((row) => changeOf(kind, row, named(row.by)))
  },
})

interface Change extends Record<string, unknown> {
  at: string
  id: string
  /** As `portreeve.by` has it: 'staff UID'. */
  by: string | null
  before: Values | null
  after: Values
  gone: boolean | null
}

/** The kind in an address. Refuses with not_found when such records have no history. */
const kindOf = (kind: string): HistoryKind =>
  Object.hasOwn(historyKinds, kind)
    ? (kind as HistoryKind)
    : refuse('not_found', 'No such history', `There is no history of a '${kind}'.`)

function changeOf(kind: HistoryKind, row: Change, by: ChangedBy): RecordChange {
  return {
    ...{ at: isoOf(row.at), by },
    ...(row.before === null && { made: true }),
    ...(row.gone !== null && { gone: row.gone }),
    fields: fieldsOf(kind)
      .map((field) => ({ field, before: row.before?.[field] ?? null, after: row.after[field] ?? null }))
      .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
  }
}

/** What the operations that change records do. */
const operationWords: Readonly<Record<string, string>> = {
  refund: 'Refund',
  cancel: 'Cancellation',
  dispute_refund: 'Refund of a dispute',
  correction: 'Correction',
  payout: 'Payout',
  label: 'Cancellation of a label',
  tracking: 'Tracking of a parcel',
}

/** The kinds of `portreeve.by`. */
const kinds = ['staff', 'key', 'import', 'provider', 'operation'] as const

/** Who or what 'staff UID' is; null is the server. */
function partsOf(by: string | null): Omit<ChangedBy, 'name'> {
  const [word = '', rest] = by?.split(/ (.*)/s) ?? []
  const kind = kinds.find((one) => one === word) ?? 'server'
  // 'provider stripe evt_1': the event of a webhook.
  const [id, event] = (kind === 'provider' && rest?.split(' ', 2)) || [rest]
  return { kind, id: id ?? null, ...(event && { event }) }
}

/** Reads the names of those who changed a record. */
async function namesOf(db: Db, changes: readonly Change[]): Promise<(by: string | null) => ChangedBy> {
  const all = changes.map(({ by }) => partsOf(by))
  const ids = (kind: ChangedBy['kind']) =>
    sql`any(${sql.param(all.flatMap((one) => (one.kind === kind && one.id !== null ? [one.id] : [])))}::text[])`
  const { rows } = await db.execute<{ by: string; name: string }>(sql`
    select 'staff ' || uid as by, coalesce(display_name, email) as name from staff where uid = ${ids('staff')}
    union all select 'key ' || id, name from machine_keys where id = ${ids('key')}
    union all select 'key ' || id, 'rule ' || name from rules where id = ${ids('key')}
    union all select 'operation ' || id, kind from operations where id = ${ids('operation')}`)
  const names = new Map(rows.map(({ by, name }) => [by, name]))
  return (by) => {
    const parts = partsOf(by)
    const name = names.get(by ?? '') ?? null
    if (parts.kind === 'provider')
      return { ...parts, name: `the payment provider${parts.event ? `, event ${parts.event}` : ''}` }
    return { ...parts, name: parts.kind === 'operation' && name ? (operationWords[name] ?? name) : name }
  }
}
