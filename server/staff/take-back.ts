import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { may } from '@portreeve/contract/base/rights'
import { type held as contract, type TakeBack, takeBackDays } from '@portreeve/contract/staff/held'
import type { Staff } from '@portreeve/contract/staff/staff'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { CallOf } from '../core/call/context.ts'
import { demand } from '../core/call/rights.ts'
import type { Db } from '../core/database/db.ts'
import { withdraw } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { heldActions as table } from '../db/system-tables.ts'
import { type HeldRow, heldKind } from './held-actions.ts'
import { words } from './hold-times.ts'

/** The permission of an action, which whoever takes it back needs as well. */
function permissionOf(action: HeldRow['action']): Endpoint['may'] {
  const [group, name] = action.split('.') as [string, string]
  const endpoint = (api as unknown as Record<string, Record<string, Endpoint>>)[group]?.[name]
  if (!endpoint) throw new Error(`There is no call ${action}`)
  return endpoint.may
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

/** Held actions that a condition meets, newest first, of those that the reader may take back. */
export async function takeBacks(db: Db, reader: Staff, where: SQL | undefined): Promise<TakeBack[]> {
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
    .filter(({ action }) => {
      const needed = permissionOf(action)
      return needed === 'staff' || may(reader.role, needed)
    })
    .map(({ uid, name, ...row }) => ({ ...row, by: { uid, name }, until: untilOf(row.at) }))
}

/** Those about one record that are not undone. */
export const takeBacksOf = (db: Db, reader: Staff, kind: string, id: string) =>
  takeBacks(
    db,
    reader,
    and(sql`${table.subject_kind} = ${kind}`, eq(table.subject_id, id), isNull(table.undone_at)),
  )
