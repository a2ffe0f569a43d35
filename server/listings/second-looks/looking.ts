import { randomInt, randomUUID } from 'node:crypto'
import type { Decision, ReviewCase } from '@portreeve/contract/listings/review'
import type { Grounds } from '@portreeve/contract/people/measures'
import { sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'
import { heldSeconds } from '../../staff/hold-times.ts'
import { secondLooks } from './look-tables.ts'

// A second look: who is shown it, what they are shown, and their decision, which changes the look alone.

/** Days for which a colleague is new. */
const newDays = 30
/** A policy with fewer decisions in so many days is rare. */
const rare = { decisions: 20, days: 90 }
/** The decisions of a new colleague and those under a rare policy return so many times as often. */
const oftener = 5

/** Hours until a case returns: at random, so that the time tells nothing. */
export const returns = 'now() + make_interval(mins => 60 + floor(random() * 23 * 60)::int)'

/** Whether a case of the desk, `c`, may be shown to a staff member: a second look is for those who have not decided about it. */
export const isShownTo = (uid: string) =>
  sql`(c.kind, c.id) not in (select kind, subject_id from second_looks where state = 'open' and ${uid} = any(by_uids))`

/** Whether a decision is by a new colleague or under a rare policy. */
async function isSpecial(db: Db, uid: string, policies: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ special: boolean }>(sql`
    select exists (select from staff where uid = ${uid} and created_at > now() - make_interval(days => ${newDays}))
      or exists (select from unnest(${sql.param([...policies])}::text[]) p where ${rare.decisions} > (
        select count(*) from (select from measures where at > now() - make_interval(days => ${rare.days})
          and grounds @> jsonb_build_array(jsonb_build_object('policy', p)) order by at desc limit ${rare.decisions}) made)) as special`)
  return rows[0]?.special ?? false
}

/**
 * Chooses a share of the decisions about what waited for a second look, at random. Runs after the decision, in its transaction.
 * @param decided the record as it was before
 */
export async function lookAgain(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  decided: { case: ReviewCase; state: Decision | null; version: number; message: string | null },
  decision: Decision,
  grounds: readonly Grounds[] = [],
): Promise<void> {
  // Who changes a decision has no case of the desk.
  if (decided.state !== null) return
  const { kind, id } = decided.case
  const drawn = randomInt(100_000) / 1000
  const { rows } = await db.execute<{ percent: number }>(
    sql`select second_look_percent as percent from desk_weights`,
  )
  const percent = rows[0]?.percent ?? 0
  const policies = grounds.map(({ policy }) => policy)
  if (drawn >= percent && (drawn >= percent * oftener || !(await isSpecial(db, staff.uid, policies)))) return
  await db.insert(secondLooks).values({
    ...{ id: `rd_${randomUUID()}`, kind, subject_id: id, policies },
    ...{ left_version: decided.version + 1, version: decided.version, review_message: decided.message },
    listing_version:
      kind === 'promotion'
        ? sql`(select p.version from promoted_posts r join posts p on p.key = r.post_id where r.id = ${id})`
        : null,
    ...{ by_uids: [staff.uid], outcomes: [decision], due_at: sql.raw(returns) },
  })
}

/** What a record is shown with instead of what the decision left. */
export interface Shown {
  version: number
  review_message: string | null
}

/** The second looks that are on the desk for a staff member, by the ids of their records. */
export async function looksFor(db: Db, uid: string, kind: ReviewCase['kind']): Promise<Map<string, Shown>> {
  const { rows } = await db.execute<Shown & { subject_id: string } & Record<string, unknown>>(sql`
    select subject_id, version, review_message from second_looks_open where kind = ${kind} and ${uid} <> all(by_uids)`)
  return new Map(rows.map(({ subject_id, ...shown }) => [subject_id, shown]))
}

/** The moment before the first decision, if a staff member looks at it now, ISO-8601 UTC. */
export async function momentFor(db: Db, uid: string, { kind, id }: ReviewCase): Promise<string | undefined> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select (decided_at - interval '1 ms')::text as at from second_looks_open
    where kind = ${kind} and subject_id = ${id} and ${uid} <> all(by_uids)`)
  return rows[0] && isoOf(rows[0].at)
}

type Giving = Pick<Call, 'db' | 'staff' | 'expected' | 'job' | 'program'>

/**
 * Takes a decision as that of a second look, where its caller is shown one: without that, the call would be refused, as the record is
 * decided. The record is locked.
 * @returns the version that the caller reads; null where there is no look
 */
export async function giveLook(
  { db, staff: { uid }, expected, program }: Giving,
  { kind, id }: ReviewCase,
  decision: Decision,
  message: string | null,
): Promise<number | null> {
  // A program is never a second person.
  if (program) return null
  const { rows } = await db.execute<{ version: number }>(sql`
    update second_looks set state = 'given', given_at = now(), message = ${message}, version = version + 1,
      by_uids = by_uids || ${uid}::text, outcomes = outcomes || ${decision}::text
    where state = 'open' and kind = ${kind} and subject_id = ${id} and ${uid} <> all(by_uids)
      and version = coalesce(${expected ?? null}::int, version) and portreeve_look_wanted(second_looks) returning version`)
  return rows[0]?.version ?? null
}

/** Who has given the decision of a second look that the caller wanted to give, too: as for each case, the faster one is named. */
export async function givenLook(
  { db, expected }: Pick<Giving, 'db' | 'expected'>,
  { kind, id }: ReviewCase,
): Promise<{ decision: Decision; by_name: string; at: string } | undefined> {
  if (expected === undefined) return undefined
  const { rows } = await db.execute<{ decision: Decision; by_name: string; at: string }>(sql`
    select l.outcomes[cardinality(l.outcomes)] as decision, coalesce(s.display_name, s.email) as by_name, l.given_at::text as at
    from second_looks l join staff s on s.uid = l.by_uids[cardinality(l.by_uids)]
    where l.state = 'given' and l.kind = ${kind} and l.subject_id = ${id} and l.version = ${expected + 1}`)
  return rows[0] && { ...rows[0], at: isoOf(rows[0].at) }
}

/** Takes the caller's decision of a second look back, while a decision can be. The record is locked. Null where there is none. */
export async function takeLookBack(
  { db, staff: { uid }, job }: Giving,
  { kind, id }: ReviewCase,
): Promise<(Shown & { decision: Decision }) | null> {
  const { rows } = await db.execute<Shown & { decision: Decision } & Record<string, unknown>>(sql`
    update second_looks l set state = 'open', given_at = null, message = null, version = l.version + 1,
      by_uids = trim_array(l.by_uids, 1), outcomes = trim_array(l.outcomes, 1)
    from second_looks was
    where was.id = l.id and l.state = 'given' and l.kind = ${kind} and l.subject_id = ${id} and l.by_uids[cardinality(l.by_uids)] = ${uid}
      and (${job !== undefined} or l.given_at > now() - make_interval(secs => ${heldSeconds}))
    returning l.version, l.review_message, was.outcomes[cardinality(was.outcomes)] as decision`)
  return rows[0] ?? null
}
