import { randomUUID } from 'node:crypto'
import type { LedgerCheck, LedgerDifference } from '@portreeve/contract/reconciliation'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { publish } from '../core/live.ts'
import { newestFirst } from '../core/page.ts'
import { ledgerChecks, ledgerDifferenceDays, ledgerDifferences } from '../db/money-desk.ts'
import { staff } from '../db/system.ts'
import { type Difference, findDifferences } from './ledger-check.ts'
import { staffName } from './staff-name.ts'

/** Hours after which a check that was interrupted begins again. */
const staleAfter = 2
export const today = sql`(now() at time zone 'utc')::date`

/** The day of the next check if one is due: today's was not made yet, was requested, or was interrupted. Claims it. */
async function claimDay(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ day: string }>(sql`
    insert into ledger_checks (day, state, started_at) values (${today}, 'running', now())
    on conflict (day) do update set state = 'running', started_at = now(), finished_at = null, failure = null
      where ledger_checks.state = 'requested'
        or (ledger_checks.state = 'running' and ledger_checks.started_at < now() - make_interval(hours => ${staleAfter}))
    returning day::text`)
  const [claimed] = rows
  if (claimed) await publish(db, 'reconciliation', { ...claimed, state: 'running' })
  return claimed?.day
}

/** Ends the check of a day. Open pages fetch it and its differences. */
async function end(db: Db, day: string, ended: Pick<LedgerCheck, 'state'> & Partial<LedgerCheck>) {
  await db
    .update(ledgerChecks)
    .set({ ...ended, finished_at: sql`now()` })
    .where(eq(ledgerChecks.day, day))
  await publish(db, 'reconciliation', { day, state: ended.state })
}

/**
 * Checks the ledger if a check is due, and stores what it found. Money moves meanwhile, so a difference counts when a second
 * look finds it again.
 * @returns whether a check was due
 */
export async function runDueCheck({ database: { db }, payments, log }: Context): Promise<boolean> {
  const day = await db.transaction(claimDay)
  if (day === undefined) return false
  try {
    const { checked, differences } = await findDifferences(db, payments)
    const ids = differences.flatMap(({ transaction_id }) => transaction_id ?? [])
    const again = ids.length === 0 ? [] : (await findDifferences(db, payments, [...new Set(ids)])).differences
    const isSame = (one: Difference) =>
      one.transaction_id === null ||
      again.some(
        (two) => two.kind === one.kind && two.about === one.about && two.ledger_cents === one.ledger_cents,
      )
    await db.transaction((tx) => store(tx, day, checked, differences.filter(isSame)))
  } catch (error) {
    log.error({ err: error }, 'check of the ledger')
    const failure = error instanceof Error ? error.message.slice(0, 1000) : 'unknown'
    await db.transaction((tx) => end(tx, day, { state: 'failed', failure }))
  }
  return true
}

/** Kinds that the payout itself finds, and ends when its payment covers it. */
const ofPayouts = sql`('no_payment', 'currency', 'uncovered')`

/** Stores the differences of a day. One that is not found any more is gone. */
async function store(db: Db, day: string, checked: number, found: Difference[]): Promise<void> {
  const standing: string[] = []
  for (const one of found) {
    const id = await noteDifference(db, one)
    if (id === undefined) continue
    standing.push(id)
    await db.insert(ledgerDifferenceDays).values({ day, difference_id: id }).onConflictDoNothing()
  }
  await db
    .update(ledgerDifferences)
    .set({ state: 'gone', settled_at: sql`now()` })
    .where(
      and(
        eq(ledgerDifferences.state, 'open'),
        sql`${ledgerDifferences.kind} not in ${ofPayouts}`,
        sql`not (${ledgerDifferences.id} = any(${sql.param(standing)}))`,
      ),
    )
  await end(db, day, { state: 'done', checked })
}

/** Stores a difference. One that stands already keeps its row. @returns its id */
export async function noteDifference(db: Db, one: Difference): Promise<string | undefined> {
  const { ledger_cents, provider_cents, words, transaction_id } = one
  const [row] = await db
    .insert(ledgerDifferences)
    .values({ ...one, id: `ld_${randomUUID()}` })
    .onConflictDoUpdate({
      target: [ledgerDifferences.kind, ledgerDifferences.about],
      targetWhere: sql`state in ('open', 'asked')`,
      set: { ledger_cents, provider_cents, words, transaction_id },
    })
    .returning({ id: ledgerDifferences.id })
  return row?.id
}

/** Checks some transactions now, and stores the differences found. */
export async function checkTransactions(
  { database: { db }, payments }: Context,
  ids: string[],
): Promise<void> {
  const { differences } = await findDifferences(db, payments, ids)
  if (differences.length === 0) return
  await db.transaction(async (tx) => {
    for (const one of differences) await noteDifference(tx, one)
    await publish(tx, 'reconciliation', { day: new Date().toISOString().slice(0, 10), state: 'done' })
  })
}

/** Checks of the ledger by day, newest first. */
export const findChecks = (db: Db, where?: SQL, limit = 100): Promise<LedgerCheck[]> =>
  db
    .select({
      ...getTableColumns(ledgerChecks),
      found: sql<number>`(select count(*)::int from ledger_difference_days d where d.day = ${ledgerChecks.day})`,
      open: sql<number>`(select count(*)::int from ledger_difference_days d join ledger_differences f on f.id = d.difference_id
        where d.day = ${ledgerChecks.day} and f.state = 'open')`,
    })
    .from(ledgerChecks)
    .where(where)
    .orderBy(desc(ledgerChecks.day))
    .limit(limit)

export const byFinding = newestFirst(sql`${ledgerDifferences.at}`, sql`${ledgerDifferences.id}`)

/** A correction that waits for a second person. */
const isAsked = sql`exists (select from approvals a where a.difference_id = ${ledgerDifferences.id}
  and a.state = 'asked' and a.expires_at > now())`
/** The state of a difference with its waiting request. */
export const stateNow = sql<
  LedgerDifference['state']
>`case when ${ledgerDifferences.state} = 'open' and ${isAsked}
  then 'asked' else ${ledgerDifferences.state} end`

/** Differences, newest first, with the time at which the page continues. */
export async function findDifferenceRows(
  db: Db,
  where: SQL | undefined,
  limit: number,
): Promise<(LedgerDifference & { at: string })[]> {
  const { about: _about, settled_by, ...columns } = getTableColumns(ledgerDifferences)
  const days = (which: SQL) =>
    sql<string>`coalesce((select ${which}(d.day)::text from ledger_difference_days d
      where d.difference_id = ${ledgerDifferences.id}), ${ledgerDifferences.at}::date::text)`
  const rows = await db
    .select({
      ...columns,
      state: stateNow,
      settled_by,
      settled_by_name: staffName(staff, settled_by),
      first_day: days(sql`min`),
      last_day: days(sql`max`),
    })
    .from(ledgerDifferences)
    .leftJoin(staff, eq(staff.uid, settled_by))
    .where(where)
    .orderBy(byFinding.order)
    .limit(limit)
  return rows.map(({ settled_by_name, ...row }) => ({
    ...row,
    settled_by: row.settled_by === null ? null : { uid: row.settled_by, name: settled_by_name },
  }))
}
