import { permissions } from '@portreeve/contract/base/rights'
import type { CaseRef } from '@portreeve/contract/desk/desk'
import { deskKinds } from '@portreeve/contract/desk/desk-ranking'
import { sql } from 'drizzle-orm'
import { stillAble } from '../staff/colleagues.ts'
import { notify } from '../staff/notify.ts'
import { isOpen } from './desk-cases.ts'
import {
  abilityFor,
  type DeskCall,
  type Locked,
  lockedColumns,
  setHolder,
  whyBarred,
  whyOthers,
} from './desk-claims.ts'
import { whyUnseen } from './sight/desk-sight.ts'

// Several cases that go to a colleague in one call.

/**
 * Locks open cases with their sources: all sources first, each kind in the order of its ids, as every call that locks several.
 * Those that are decided are not among them.
 */
export async function lockCases({ db, staff }: DeskCall, refs: readonly CaseRef[]): Promise<Locked[]> {
  const given = sql`json_to_recordset(${JSON.stringify(refs)}::json) as g(kind text, id text)`
  await db.execute(
    sql`select from conversations where id in (select id from ${given} where kind = 'conversation') order by id for update`,
  )
  await db.execute(sql`select from transactions where id in (
    select transaction_id from disputes where id in (select id from ${given} where kind = 'dispute')) order by id for update`)
  const { rows } = await db.execute<Locked & Record<string, unknown>>(sql`
    select ${lockedColumns} from desk_cases c where (c.kind, c.id) in (select kind, id from ${given})
      and ${isOpen(staff)} order by c.kind, c.id for update`)
  return rows
}

/**
 * Hands locked cases that are free or the caller's to a colleague, with one notification for all.
 * @returns the cases that were handed over, and why the others were not
 */
export async function handCases(
  call: DeskCall,
  found: readonly Locked[],
  uid: string,
): Promise<{ handed: Locked[]; left: (CaseRef & { words: string })[] }> {
  const able = new Map<string, boolean>()
  const handed: Locked[] = []
  const left: (CaseRef & { words: string })[] = []
  for (const one of found) {
    const { kind, id } = one
    const needed = abilityFor(one)
    const key = `${kind} ${needed.class}`
    if (!able.has(key)) able.set(key, (await stillAble(call.db, needed, [uid])).has(uid))
    const words =
      whyUnseen(call.staff, kind) ??
      (able.get(key)
        ? (whyOthers(call, one) ?? (await whyBarred(call, one, uid)))
        : `The colleague may not ${permissions[deskKinds[kind]].words}, or does not see such cases.`)
    if (words !== null) left.push({ kind, id, words })
    else {
      await setHolder(call, one, uid, 'kept')
      handed.push(one)
    }
  }
  if (handed.length > 0 && uid !== call.staff.uid)
    await notify(call.db, [uid], 'handed', ['colleague', call.staff.uid], call.staff.uid)
  return { handed, left }
}
