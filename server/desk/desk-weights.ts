import { namesOf } from '@portreeve/contract/base/own'
import { type DeskCase, DeskWeights } from '@portreeve/contract/desk/desk'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { isReady, readCases } from './desk-cases.ts'
import { deskWeights } from './desk-tables.ts'

const { one: _one, ...columns } = getTableColumns(deskWeights)

/** The weights of the score. */
export async function readWeights(db: Db): Promise<DeskWeights> {
  const [row] = await db.select(columns).from(deskWeights)
  if (!row) throw new Error('The weights of the desk are missing: the first migration writes them')
  return row
}

const names = namesOf(DeskWeights.shape)
/** Cases that the preview shows. */
const shown = 10

/** The first cases by some weights, with the points that these give. */
export const firstBy = (db: Db, uid: string, weights: DeskWeights): Promise<DeskCase[]> =>
  readCases(
    db,
    uid,
    sql`select c.kind, c.id, c.uid, c.post_key, c.transaction_id, c.cents, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld,
        c.priority, c.about, c.barred, c.assignee, c.claimed_until, c.snoozed_until, c.version, p.*,
        p.deadline_points + p.money_points + p.reporters_points + p.reports_points + p.priority_points + p.waiting_points as score
      from desk_cases c
      cross join (select (true, ${sql.join(
        names.map((name) => sql`${weights[name]}::${sql.raw(name === 'money_full' ? 'bigint' : 'smallint')}`),
        sql`, `,
      )})::desk_weights as w) w
      cross join lateral portreeve_desk_points(w.w, now(), c.deadline_at, c.cents, c.reports, c.handled, c.upheld, c.priority, c.opened_at) p
      where ${isReady} order by score desc, c.opened_at, c.id, c.kind limit ${shown}`,
  )

/** Computes every score again, after the weights changed. */
export const scoreAll = (db: Db) => db.execute(sql`select portreeve_desk_score(true, null)`)
