import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { may } from '@portreeve/contract/base/rights'
import type { TimelineEntry } from '@portreeve/contract/staff/audit'
import {
  type held as contract,
  heldActions,
  type TakeBack,
  takeBackDays,
} from '@portreeve/contract/staff/held'
import type { Me } from '@portreeve/contract/staff/staff'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { CallOf } from '../core/call/context.ts'
import { demand } from '../core/call/rights.ts'
import type { Db } from '../core/database/db.ts'
import { withdraw } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { isoOf } from '../db/columns.ts'
import { type HeldRow, heldKind } from './held-actions.ts'
import { heldActions as table } from './held-tables.ts'
import { words } from './hold-times.ts'

/** The permission of an action, which whoever takes it back needs as well. */
function permissionOf(action: HeldRow['action']): Endpoint['may'] {
  const [group, name] = action.split('.') as [string, string]
  const endpoint = (api as unknown as Record<string, Record<string, Endpoint>>)[group]?.[name]
  if (!endpoint) throw new Error(`There is no call ${action}`)
  return endpoint.may
}

function isPermitted(reader: Me, action: HeldRow['action']): boolean {
  const needed = permissionOf(action)
  return needed === 'staff' || may(reader, needed)
}

const untilOf = (at: string) => new Date(Date.parse(at) + takeBackDays * 86_400_000).toISOString()

/** Takes back a held action of anyone, for a colleague with its permission. Refuses after `takeBackDays`. */
export async function takeBack(call: CallOf<typeof contract.takeBack>, id: string, reason: string) {
  const { db, staff } = call
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  if (!row || Date.now() > Date.parse(untilOf(row.at)))
    refuse(
      'not_found',
      'Nothing to take back',
      `There is no such action, or it is older than ${takeBackDays} days.`,
    )
  demand(staff, permissionOf(row.action))
  if (row.undone_at) refuse('conflict', 'Taken back already', `It was taken back on ${words(row.undone_at)}.`)
  await withdraw(db, row.operation_id, 'Taken back')
  const restored = await heldKind(row.action).undo(call, row)
  await db.update(table).set({ undone_at: new Date().toISOString() }).where(eq(table.id, id))
  call.did(
    [row.subject_kind, row.subject_id],
    { before: { action: row.action, title: row.title }, after: { taken_back: row.action, rows: restored } },
    { reason },
  )
  return { restored, left: row.items.length - restored }
}

/** The times of a held action and of its audit row differ by less: two processes have two clocks. */
const oneTransaction = '1 minute'

/** Entries with what the reader may take back of them. @param about the record of an entry */
export async function withTakeBacks<E extends TimelineEntry>(
  db: Db,
  reader: Me,
  entries: E[],
  about: (entry: E) => { kind: string; id: string } | null,
): Promise<E[]> {
  const held = entries.flatMap((entry, n) => {
    const record = about(entry)
    const isHeld = (heldActions as readonly string[]).includes(entry.action)
    return record && isHeld && isPermitted(reader, entry.action as HeldRow['action'])
      ? [{ n, ...record, action: entry.action, uid: entry.by.uid, at: entry.at }]
      : []
  })
  if (held.length === 0) return entries
  const { rows } = await db.execute<{ n: number; id: string; at: string; undone_at: string | null }>(sql`
    select given.n, h.* from json_to_recordset(${JSON.stringify(held)}::json)
      as given(n int, kind text, id text, action text, uid text, at timestamptz)
    cross join lateral (
      select h.id, h.at, h.undone_at from held_actions h
      where h.subject_kind = given.kind and h.subject_id = given.id and h.action = given.action and h.by_uid = given.uid
        and h.at between given.at - ${oneTransaction}::interval and given.at + ${oneTransaction}::interval
        and h.at > now() - make_interval(days => ${takeBackDays})
      order by abs(extract(epoch from h.at - given.at)) limit 1) h`)
  const found = new Map(rows.map((row) => [row.n, row]))
  return entries.map((entry, n) => {
    const row = found.get(n)
    if (!row) return entry
    const undone_at = row.undone_at && isoOf(row.undone_at)
    return { ...entry, take_back: { id: row.id, until: untilOf(isoOf(row.at)), undone_at } }
  })
}

/** Held actions that a condition meets, newest first, of those that the reader may take back. */
export async function takeBacks(db: Db, reader: Me, where: SQL | undefined): Promise<TakeBack[]> {
  const rows = await db
    .select({
      id: table.id,
      action: table.action,
      uid: table.by_uid,
      name: table.by_name,
      at: table.at,
      undone_at: table.undone_at,
    })
    .from(table)
    .where(and(where, sql`${table.at} > now() - make_interval(days => ${takeBackDays})`))
    .orderBy(desc(table.at))
    .limit(50)
  return rows
    .filter(({ action }) => isPermitted(reader, action))
    .map(({ uid, name, ...row }) => ({ ...row, by: { uid, name }, until: untilOf(row.at) }))
}

/** Those about one record, or that deleted it among others, and are not undone. */
export const takeBacksOf = (db: Db, reader: Me, kind: string, id: string) =>
  takeBacks(
    db,
    reader,
    and(
      isNull(table.undone_at),
      sql`(${table.subject_kind} = ${kind} and ${table.subject_id} = ${id}
        or ${table.id} in (select held_id from deleted_records where kind = ${kind} and key = ${id}))`,
    ),
  )
