import { measures as contract, type Measure } from '@portreeve/contract/people/measures'
import type { Restriction } from '@portreeve/contract/people/policies'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { implement } from '../../core/call/implement.ts'
import { newestFirst, page } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { staff } from '../../db/system-tables.ts'
import { getUser, lockUser } from '../user-records.ts'
import { policyOfHarm } from './chosen-policies.ts'
import { accountFree } from './measure-end.ts'
import { subjectTitle, measures as table } from './measure-tables.ts'
import { changeEnd, endMeasure, endMeasures, refuseOver, reportsAbout, takeMeasure } from './take-measure.ts'

const perPage = 50
const order = newestFirst(sql`${table.at}`, sql`${table.id}`)
const named = (uid: SQL, at: ReturnType<typeof alias<typeof staff, string>>) =>
  sql<
    Measure['by']
  >`case when ${uid} is not null then json_build_object('uid', ${uid}, 'name', coalesce(${at.displayName}, ${at.email})) end`
const taker = alias(staff, 'taker')
const ender = alias(staff, 'ender')

/** Measures under a condition, newest first. */
async function readMeasures(db: Db, where: SQL | undefined, limit: number): Promise<Measure[]> {
  const rows = await db
    .select({
      row: table,
      title: subjectTitle,
      by: named(sql`${table.by_uid}`, taker),
      ended_by: named(sql`${table.ended_by}`, ender),
      appeal: sql<Measure['appeal']>`(select json_build_object('id', a.id, 'state', a.state) from appeals a
        where a.about = ${table.id} order by a.opened_at desc, a.id limit 1)`,
    })
    .from(table)
    .leftJoin(taker, eq(taker.uid, table.by_uid))
    .leftJoin(ender, eq(ender.uid, table.ended_by))
    .where(where)
    .orderBy(order.order)
    .limit(limit)
  return rows.map(({ row, title, by, ended_by, appeal }) => {
    const { id, kind, uid, grounds, reason, source, at, until, told_at, ended_at, ended_how } = row
    return {
      ...{ id, kind, uid, grounds, reason, source, by, at, until, told_at },
      ...{ subject: { kind: row.subject_kind, id: row.subject_id, title }, appeal },
      ended: ended_at !== null && ended_how !== null ? { at: ended_at, how: ended_how, by: ended_by } : null,
    }
  })
}

export async function measureOf(db: Db, id: string): Promise<Measure> {
  const [row] = await readMeasures(db, eq(table.id, id), 1)
  return row ?? refuse('not_found', 'No such measure', 'There is no such measure.')
}

const onAccount = ['blocked', 'no_listing', 'no_messages', 'no_payouts', 'warned'] as const

/** A measure on an account that is in force, locked with its person. Refuses with not_found, and with conflict one that has ended. */
async function lockMeasure(db: Db, id: string) {
  const [found] = await db.select({ uid: table.uid }).from(table).where(eq(table.id, id))
  if (!found) refuse('not_found', 'No such measure', 'There is no such measure.')
  await lockUser(db, found.uid)
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), inArray(table.kind, [...onAccount])))
    .for('update')
  if (!row)
    refuse('refused', 'Not on an account', 'This measure is about a listing: change the decision there.')
  if (row.ended_at !== null)
    refuse('conflict', 'Ended already', 'This measure has ended. Nothing was changed.')
  return row as OnAccount
}

type Row = typeof table.$inferSelect
type OnAccount = Row & { kind: Restriction | 'blocked' }
const restricted = ({ id, until, kind }: Row) => ({ measure_id: id, until, restriction: kind as Restriction })

export const measures = implement('measures', contract, {
  of: async ({ params, query }, call) => {
    await getUser(call.db, params.uid)
    const rows = await readMeasures(
      call.db,
      and(eq(table.uid, params.uid), order.after(query.cursor)),
      perPage + 1,
    )
    return page(call, rows, ({ at, id }) => ({ time: at, id }), perPage)
  },

  choose: async ({ params: { kind, id } }, { db }) => {
    if (kind !== 'user' && kind !== 'listing')
      refuse('not_found', 'No such record', 'A policy is chosen for a user or a listing.')
    return { policy: await policyOfHarm(db, (await reportsAbout(db, [kind, id])).harm) }
  },

  restrict: async ({ params, body }, call) => {
    const user = await lockUser(call.db, params.uid)
    if (user.uid === call.staff.uid) refuse('refused', "You can't restrict yourself")
    refuseOver(body.until)
    if (body.kind === 'warned' && body.until !== null)
      refuse('malformed', 'Malformed request', 'A warning has no end.')
    const subject = ['user', user.uid] as const
    if (body.kind !== 'warned') await endMeasures(call, subject, [body.kind], 'replaced')
    const reason = body.reason.trim() || null
    const row = await takeMeasure(call, {
      ...{ kind: body.kind, subject, uid: user.uid, policies: body.policies, reason },
      ...{ source: 'staff', until: body.until },
    })
    call.did(
      user.uid,
      { before: null, after: { measure: row.id, kind: row.kind, until: row.until, policies: body.policies } },
      { reason, event: restricted(row) },
    )
    return measureOf(call.db, row.id)
  },

  change: async ({ params, body }, call) => {
    refuseOver(body.until)
    const before = await lockMeasure(call.db, params.id)
    if (before.kind === 'warned') refuse('refused', 'A warning has no end', 'Take the warning back instead.')
    const row = await changeEnd(call, before, body.until)
    call.did(
      row.uid,
      {
        before: { measure: row.id, until: before.until },
        after: { measure: row.id, until: row.until },
      },
      { reason: row.reason, event: row.kind === 'blocked' ? null : restricted(row) },
    )
    if (row.kind === 'blocked')
      call.emit('user.blocked', {
        ...{ uid: row.uid, reason: row.reason, until: row.until },
        ...{ before: { isBanned: true }, after: { isBanned: true } },
      })
    return measureOf(call.db, row.id)
  },

  end: async ({ params, body }, call) => {
    const row = await lockMeasure(call.db, params.id)
    if (row.kind === 'blocked') refuse('refused', 'Unblock the account', 'A block is ended by unblocking.')
    // A warning that is taken back was wrong; a restriction that is lifted may have been right.
    const how = row.kind === 'warned' ? 'undone' : 'lifted'
    await endMeasure(call, row, how)
    if (row.kind === 'no_payouts') await accountFree(call.db, row.uid)
    call.did(
      row.uid,
      {
        before: { measure: row.id, kind: row.kind, until: row.until },
        after: { measure: row.id, ended: how },
      },
      { reason: body.reason, event: { measure_id: row.id, restriction: row.kind, how } },
    )
    return (await readMeasures(call.db, eq(table.id, row.id), 1))[0] ?? null
  },
})
