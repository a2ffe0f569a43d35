import { may } from '@portreeve/contract/base/rights'
import { assignedAtSource, type CaseRef, claimMinutes } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { type TimelineKind, timelineKinds } from '@portreeve/contract/staff/timeline'
import { type SQL, sql } from 'drizzle-orm'
import { inboxEvent } from '../conversations/inbox/inbox-states.ts'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { getTransaction, transactionChanged } from '../money/orders/transaction-records.ts'
import { worksFor } from '../staff/absences.ts'
import { refuseUnable } from '../staff/colleagues.ts'
import { notifyHolders } from '../staff/notify.ts'
import { assigned, byPlace, holder, isBarred, isFree, isOpen, isReady, noCase } from './desk-cases.ts'
import { subjectOf } from './desk-subject.ts'
import { limitedClass, type Reader } from './sight/desk-sight.ts'

export type DeskCall = Pick<Call<'desk' | 'inbox' | 'transactions'>, 'db' | 'staff' | 'expected' | 'publish'>

/** A locked case, as a decision about it needs it. */
export interface Locked {
  kind: DeskKind
  id: string
  transaction: string | null
  /** The place of its class in `deskClasses`. */
  class: number
  /** The person whom it is about. */
  uid: string | null
  /** The staff member to whom it is assigned. */
  assignee: string | null
  /** The staff member who has it: the assignee or their deputy, unless they are absent. */
  holder: string | null
  /** The name of the holder, or else of the assignee. */
  name: string | null
  version: number
  /** When their claim expires; null for an assignment. */
  claimed_until: string | null
}

export const lockedColumns = sql`c.kind, c.id, c.transaction_id as transaction, c.class, c.uid, ${assigned} as assignee, ${holder} as holder, c.version, c.claimed_until,
  (select coalesce(display_name, email) from staff s where s.uid = coalesce(${holder}, c.assignee)) as name`

const claim = sql`now() + make_interval(mins => ${sql.raw(String(claimMinutes))})`

/**
 * The rows that a change of the source locks first. The desk takes the same order, source before case, because the source's
 * trigger locks the case last.
 * @param how 'skip': leaves out a row that another call has locked; whether the row is locked is returned
 */
async function lockSource(db: Db, { kind, id }: CaseRef, how: 'wait' | 'skip'): Promise<boolean> {
  const skip = how === 'skip' ? sql`skip locked` : sql``
  if (kind === 'conversation') {
    const { rows } = await db.execute(sql`select 1 from conversations where id = ${id} for update ${skip}`)
    return rows.length > 0
  }
  if (kind === 'dispute') {
    const { rows } = await db.execute(
      sql`select 1 from transactions where id = (select transaction_id from disputes where id = ${id}) for update ${skip}`,
    )
    return rows.length > 0
  }
  return true
}

/** Locks an open case with its source. Refuses with not_found. */
export async function lockCase({ db, staff }: Pick<DeskCall, 'db' | 'staff'>, ref: CaseRef): Promise<Locked> {
  await lockSource(db, ref, 'wait')
  const { rows } = await db.execute<Locked & Record<string, unknown>>(sql`
    select ${lockedColumns} from desk_cases c where c.kind = ${ref.kind} and c.id = ${ref.id} and ${isOpen(staff)} for update`)
  return rows[0] ?? noCase()
}

/** Whether a case is a person's, or that of a colleague for whom they stand in. One who is away keeps theirs. */
const hasIt = (uid: string, { holder, assignee }: Locked) =>
  holder === uid || (holder !== null && assignee === uid)

/** Why a case is another person's; null when it is not. An admin may take it over, unless it is another case than they saw. */
export function whyOthers(
  { staff, expected }: Pick<DeskCall, 'staff' | 'expected'>,
  found: Locked,
): string | null {
  const mayTakeOver = may(staff, 'work.lead') && (expected === undefined || expected === found.version)
  if (found.holder === null || hasIt(staff.uid, found) || mayTakeOver) return null
  return `${found.name ?? found.holder} has this case. Nothing was changed.`
}

/** Refuses with conflict a case that another person has. */
export function refuseOthers(call: Pick<DeskCall, 'staff' | 'expected'>, found: Locked): void {
  const words = whyOthers(call, found)
  if (words !== null) refuse('conflict', 'Taken', words)
}

const atSource = (kind: DeskKind) => assignedAtSource.includes(kind)

/** Whether a record that a case is about has a timeline; only such a one is notified of. */
export const hasTimeline = (kind: string | undefined): kind is TimelineKind =>
  kind !== undefined && Object.hasOwn(timelineKinds, kind)

/** What a staff member must be able to do to get a case. */
export const abilityFor = ({ kind, class: place }: Pick<Locked, 'kind' | 'class'>) => ({
  ...{ kind, class: limitedClass(kind, place) },
})

/** Why a staff member may not decide a case, whatever their role; null when they may. */
export async function whyBarred(
  { db, staff }: Pick<DeskCall, 'db' | 'staff'>,
  { kind, id }: CaseRef,
  uid: string,
): Promise<string | null> {
  const { rows } = await db.execute(
    sql`select from desk_cases c where c.kind = ${kind} and c.id = ${id} and ${isBarred(uid)}`,
  )
  if (rows.length === 0) return null
  const who = uid === staff.uid ? 'You' : 'The colleague'
  return kind === 'appeal'
    ? `${who} took part in the decision that this appeal is about. Somebody who did not take part decides it.`
    : `${who} requested it. Somebody else decides it.`
}

/**
 * Assigns a locked case: at its source, or on the desk for as long as `until` says. Notifies the new and the previous holder.
 * Refuses with refused a person who may not decide it.
 */
export async function assignCase(
  call: DeskCall,
  found: Locked,
  uid: string | null,
  until: 'claim' | 'kept',
): Promise<void> {
  if (uid !== null) {
    await refuseUnable(call.db, abilityFor(found), uid)
    const words = await whyBarred(call, found, uid)
    if (words !== null) refuse('refused', 'Somebody else decides', words)
  }
  const [about, record] = subjectOf(found) ?? []
  if (record !== undefined && hasTimeline(about))
    await notifyHolders(call, [about, record], found.assignee, uid)
  await setHolder(call, found, uid, until)
}

/** Assigns a locked case without a notification to someone who may decide it: at its source, or on the desk. */
export async function setHolder(
  call: DeskCall,
  found: Locked,
  uid: string | null,
  until: 'claim' | 'kept',
): Promise<void> {
  const { db } = call
  const { kind, id } = found
  if (kind === 'conversation') {
    await db.execute(
      sql`update conversation_states set assignee = ${uid}, version = version + 1 where conversation_id = ${id} and assignee is distinct from ${uid}`,
    )
    call.publish('inbox', inboxEvent(call.staff, id, 'changed'))
  } else if (kind === 'dispute') {
    await db.execute(
      sql`update disputes set assignee = ${uid} where id = ${id} and assignee is distinct from ${uid}`,
    )
    if (found.transaction !== null)
      call.publish(...transactionChanged(await getTransaction(db, found.transaction)))
  } else {
    await setCase(
      db,
      found,
      sql`assignee = ${uid}, claimed_until = ${uid !== null && until === 'claim' ? claim : sql`null`}`,
    )
    // The source's trigger publishes what it assigns.
    call.publish('desk', { kind, id })
  }
}

/** Changes the desk's own columns of a locked case. */
export const setCase = (db: Db, { kind, id }: CaseRef, set: SQL) =>
  db.execute(sql`update desk_cases set ${set}, version = version + 1 where kind = ${kind} and id = ${id}`)

/** Takes a locked case for the caller. One that was assigned to them stays assigned. */
export async function takeCase(call: DeskCall, found: Locked): Promise<void> {
  if (hasIt(call.staff.uid, found) && (atSource(found.kind) || found.claimed_until === null)) return
  await assignCase(call, found, call.staff.uid, 'claim')
}

/**
 * Claims a free case for the reader of its page, or renews their claim. Leaves a case alone that has an assignee, also an absent
 * one: a look is no decision to take it over.
 * @returns whether the case has another holder now
 */
export async function claimSoftly(db: Db, { kind, id }: CaseRef, reader: Reader): Promise<boolean> {
  const { uid } = reader
  const { rows } = await db.execute<{ came: boolean }>(sql`
    with c as (select * from desk_cases c where kind = ${kind} and id = ${id} and kind not in ('conversation', 'dispute')
      and ${isOpen(reader)} and not ${isBarred(uid)} for update)
    update desk_cases d set assignee = ${uid}, claimed_until = ${claim}
    from c where d.kind = c.kind and d.id = c.id and (c.assignee is null or c.claimed_until <= now()
      or (c.assignee = ${uid} and c.claimed_until is not null))
    returning c.assignee is distinct from ${uid} or c.claimed_until <= now() as came`)
  return rows[0]?.came ?? false
}

/** Releases the caller's own claims on some cases; an assignment of the desk stays. */
export async function releaseClaims(call: DeskCall, cases: readonly CaseRef[]): Promise<void> {
  if (cases.length === 0) return
  const { rows } = await call.db.execute<{ kind: DeskKind; id: string } & Record<string, unknown>>(sql`
    with given as (
      select c.kind, c.id from json_to_recordset(${JSON.stringify(cases)}::json) as g(kind text, id text)
      join desk_cases c using (kind, id) where c.assignee = ${call.staff.uid} and c.claimed_until is not null
      order by c.kind, c.id for update of c)
    update desk_cases c set assignee = null, claimed_until = null, version = version + 1 from given
    where c.kind = given.kind and c.id = given.id returning c.kind, c.id`)
  for (const { kind, id } of rows) call.publish('desk', { kind, id })
}

/** Cases that one call of `next` tries when others are locked. */
const tries = 20

/** Takes the first case of the desk that is free, or the caller's own. Null when there is none. */
export async function takeBest(
  call: DeskCall,
  kinds: readonly DeskKind[],
  skip: readonly CaseRef[],
): Promise<Locked | null> {
  const { db, staff } = call
  const left = skip.map(({ kind, id }) => `${kind} ${id}`)
  for (let at = 0; at < tries; at++) {
    const free = sql`${isReady(staff)} and (${isFree} or c.assignee = any(${worksFor(staff.uid)})) and not ${isBarred(staff.uid)}
      and ${left.length === 0 ? sql`true` : sql`c.kind || ' ' || c.id <> all(${sql.param(left)}::text[])`}`
    // The best of each kind, of which the best is locked, unless another call has it.
    const { rows } = await db.execute<Locked & Record<string, unknown>>(sql`
      select ${lockedColumns} from desk_cases c
      where (c.kind, c.id) in (
        select best.kind, best.id from unnest(${sql.param([...kinds])}::text[]) k(kind) cross join lateral (
          select c.kind, c.id, c.place, c.opened_at from desk_cases c where c.kind = k.kind and ${free} order by ${byPlace} limit 20) best
        order by best.place, best.opened_at, best.id, best.kind limit 20)
        and ${free}
      order by ${byPlace}, c.kind limit 1 for update skip locked`)
    const [found] = rows
    if (!found) return null
    if (await lockSource(db, found, 'skip')) {
      await takeCase(call, found)
      return found
    }
    left.push(`${found.kind} ${found.id}`)
  }
  return null
}
