import { randomUUID } from 'node:crypto'
import type { LedgerCheck, LedgerDifference } from '@portreeve/contract/money/reconciliation'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Context } from '../../core/call/context.ts'
import { newestFirst } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { publish } from '../../core/live/live.ts'
import { staff } from '../../db/system-tables.ts'
import { staffName } from '../../staff/staff-name.ts'
import { ledgerChecks, ledgerDifferences } from '../money-desk-tables.ts'
import { countScope, findDifferences, type Part, walk } from './ledger-check.ts'
import { noteDifferences, noteToday } from './note-differences.ts'

/** Minutes without a sign of life after which a check that was interrupted goes on. */
const staleAfter = 2
/** Minutes after which a check that failed goes on: the provider may answer again. */
const retryAfter = 15
/** Milliseconds between two signs of life. */
const beatEvery = 10_000
/** Milliseconds between two events about its progress. */
const showEvery = 2000
export const today = sql`(now() at time zone 'utc')::date`
const newest = sql`(select max(day) from ledger_checks)`
/** Whether a check is the one that is under way, or is so within seconds. */
export const isUnderWay = sql`day = ${newest} and state in ('requested', 'running')`

/** A check that a run has claimed. */
type Claimed = Record<'day' | 'run', string> & { position: string | null }

/** The check was stopped, or another run has it: this run writes nothing more. */
class Lost extends Error {}

/**
 * Claims the next check if one is due. A check that was requested, interrupted or has failed goes on where it ended, also on the
 * next day; otherwise today's begins, once.
 */
async function claim(db: Db): Promise<Claimed | undefined> {
  const run = randomUUID()
  const going = await db.execute<{ day: string; position: string | null }>(sql`
    update ledger_checks set state = 'running', run = ${run}, beat_at = now(), finished_at = null, failure = null,
      started_at = case when position is null then now() else started_at end,
      checked = case when position is null then 0 else checked end, total = case when position is null then 0 else total end
    where day = ${newest} and (state = 'requested'
      or (state = 'running' and coalesce(beat_at, '-infinity') < now() - make_interval(mins => ${staleAfter}))
      or (state = 'failed' and day = ${today} and finished_at < now() - make_interval(mins => ${retryAfter})))
    returning day::text, position`)
  const begun = going.rows[0]
    ? going
    : await db.execute<{ day: string; position: string | null }>(sql`
        insert into ledger_checks (day, state, run, beat_at, position, started_at, checked, total)
        select ${today}, 'running', ${run}, now(), failed.position,
          case when failed.position is null then now() else failed.started_at end,
          case when failed.position is null then 0 else failed.checked end, coalesce(failed.total, 0)
        from (values (1)) as one left join ledger_checks failed on failed.day = ${newest} and failed.state = 'failed'
        where not exists (select from ledger_checks where ${isUnderWay})
        on conflict (day) do nothing
        returning day::text, position`)
  const [claimed] = begun.rows
  if (claimed) await publish(db, 'reconciliation', { day: claimed.day, state: 'running' })
  return claimed && { ...claimed, run }
}

/** Changes a check that a run still has. @throws Lost when it has it no more */
async function change(db: Db, { day, run }: Claimed, set: PgUpdateSetSource<typeof ledgerChecks>) {
  const [row] = await db
    .update(ledgerChecks)
    .set({ beat_at: sql`now()`, ...set })
    .where(and(eq(ledgerChecks.day, day), eq(ledgerChecks.run, run), eq(ledgerChecks.state, 'running')))
    .returning({ started_at: ledgerChecks.started_at, state: ledgerChecks.state })
  if (!row) throw new Lost()
  return row
}

/**
 * Checks the ledger if a check is due, and stores what it finds part by part.
 * @param signal ends the check after its present reads; the next run goes on there
 * @returns whether a check was due
 */
export async function runDueCheck(
  { database, payments, log, settings }: Context,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db } = database
  const claimed = await db.transaction(claim)
  if (!claimed) return false
  const { day, position } = claimed
  let beaten = Date.now()
  let shown = Date.now()
  let found = false
  const alive = async () => {
    if (signal?.aborted) {
      // Claimable at once.
      await change(db, claimed, { beat_at: null })
      throw new Lost()
    }
    if (Date.now() - beaten < beatEvery) return
    beaten = Date.now()
    await change(db, claimed, {})
  }
  try {
    const scope = { day, days: settings.ledgerDays }
    if (position === null)
      await change(db, claimed, { total: await database.patiently((slow) => countScope(slow, scope)) })
    for await (const part of walk(db, payments, { ...settings, day, from: position, alive }))
      await db.transaction(async (tx) => {
        await store(tx, claimed, part)
        found ||= part.differences.length > 0
        if (Date.now() - shown < showEvery) return
        await publish(tx, 'reconciliation', { day, state: 'running', ...(found && { found }) })
        shown = Date.now()
        found = false
      })
    await db.transaction((tx) => end(tx, claimed))
  } catch (error) {
    if (error instanceof Lost) return true
    log.error({ err: error }, 'check of the ledger')
    const failure = error instanceof Error ? error.message.slice(0, 1000) : 'unknown'
    await db.transaction(async (tx) => {
      await change(tx, claimed, { state: 'failed', failure, finished_at: sql`now()` })
      await publish(tx, 'reconciliation', { day, state: 'failed' })
    })
  }
  return true
}

/** Kinds that the payout itself finds, and ends when its payment covers it. */
const ofPayouts = sql`('no_payment', 'uncovered')`

/** Stores what a part of a check found. */
async function store(db: Db, claimed: Claimed, { position, checked, differences }: Part): Promise<void> {
  await change(db, claimed, { position, checked: sql`${ledgerChecks.checked} + ${checked}` })
  await noteDifferences(db, claimed.day, differences)
}

/** Ends a whole check: an open difference that it did not find is gone. Open pages fetch it and its differences. */
async function end(db: Db, claimed: Claimed): Promise<void> {
  const set = { state: 'done' as const, position: null, finished_at: sql`now()` }
  const { started_at } = await change(db, claimed, set)
  await db
    .update(ledgerDifferences)
    .set({ state: 'gone', settled_at: sql`now()` })
    .where(
      and(
        eq(ledgerDifferences.state, 'open'),
        sql`${ledgerDifferences.seen_at} < ${started_at}`,
        sql`${ledgerDifferences.kind} not in ${ofPayouts}`,
      ),
    )
  await publish(db, 'reconciliation', { day: claimed.day, state: 'done' })
}

/** Checks some transactions now, and stores the differences found. */
export async function checkTransactions(
  { database: { db }, payments }: Context,
  ids: string[],
): Promise<void> {
  const { differences } = await findDifferences(db, payments, ids)
  await db.transaction((tx) => noteToday(tx, differences))
}

const { position: _position, run: _run, beat_at: _beat, ...checkColumns } = getTableColumns(ledgerChecks)

/** Checks of the ledger by day, newest first. */
export const findChecks = (db: Db, where?: SQL, limit = 100): Promise<LedgerCheck[]> =>
  db
    .select({
      ...checkColumns,
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

/** The currency of a difference's figures: that of its transaction, or of what the provider told of its payment. @param of its table or alias */
export const differenceCurrency = (of: SQL) => sql<string | null>`coalesce(
  (select currency from transactions where id = ${of}.transaction_id),
  (select currency from provider_refunds where provider = split_part(${of}.about, ' ', 1) and payment_id = ${of}.reference limit 1),
  (select currency from chargebacks where provider = split_part(${of}.about, ' ', 1) and payment_id = ${of}.reference limit 1))`

/** Differences, newest first, with the time at which the page continues. */
export async function findDifferenceRows(
  db: Db,
  where: SQL | undefined,
  limit: number,
): Promise<(LedgerDifference & { at: string })[]> {
  const { about: _about, seen_at: _seen, settled_by, ...columns } = getTableColumns(ledgerDifferences)
  const days = (which: SQL) =>
    sql<string>`coalesce((select ${which}(d.day)::text from ledger_difference_days d
      where d.difference_id = ${ledgerDifferences.id}), ${ledgerDifferences.at}::date::text)`
  const rows = await db
    .select({
      ...columns,
      currency: differenceCurrency(sql`ledger_differences`),
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
  return rows.map(({ settled_by_name, currency, ...row }) => ({
    ...row,
    ...(currency !== null && { currency }),
    settled_by: row.settled_by === null ? null : { uid: row.settled_by, name: settled_by_name },
  }))
}
