import { randomUUID } from 'node:crypto'
import { may } from '@portreeve/contract/base/rights'
import type { Decision, ReviewCase, ReviewEvent, Verdict } from '@portreeve/contract/listings/review'
import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { withdraw } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { beginHeld, words } from '../staff/hold-times.ts'
import { nameOf } from '../staff/staff-name.ts'
import { reviewDecisions } from './listing-tables.ts'
import { giveLook, givenLook, type Shown, takeLookBack } from './second-looks/looking.ts'

/** A locked listing or request, with the fields that a decision needs. */
export interface LockedCase {
  case: ReviewCase
  owner: string
  title: string | null
  /** Null while it waits. */
  state: Decision | null
  version: number
  /** The message of a denial. */
  message: string | null
  changed_at: string | null
  /** A decision about it may be changed; null: only while it waits. */
  was: Was | null
}

/** A decision that a later one has changed. */
export type Was = NonNullable<typeof reviewDecisions.$inferSelect.was>

/** The newest decision on a case that was not undone; with `taken`, the newest one that was. */
async function latest(db: Db, { kind, id }: ReviewCase, taken = false) {
  const [row] = await db
    .select()
    .from(reviewDecisions)
    .where(
      and(
        eq(reviewDecisions.kind, kind),
        eq(reviewDecisions.subject_id, id),
        taken ? sql`${reviewDecisions.taken_back_at} is not null` : isNull(reviewDecisions.taken_back_at),
      ),
    )
    .orderBy(desc(reviewDecisions.version), desc(reviewDecisions.at))
    .limit(1)
  return row
}

/**
 * Refuses, with who decided and when, unless the case still waits and has the version that the reviewer saw. Who names the version of
 * a decision has seen it, and may change it where the kind of case allows that.
 * @returns the decision that this one changes; null when the case waits
 */
async function refuseUnlessOpen(call: Call, locked: LockedCase, decision: Decision): Promise<Was | null> {
  const { db, expected } = call
  if (locked.state !== null) {
    const given = await givenLook(call, locked.case)
    if (given) refuse('conflict', `Already ${given.decision}`, alreadyWords(given))
    const by = await latest(db, locked.case)
    if (locked.was !== null && expected === locked.version && decision !== locked.state)
      return by && (await stopAnnouncement(call, by)) ? by.was : locked.was
    refuse(
      'conflict',
      `Already ${locked.state}`,
      by ? alreadyWords(by) : `It was ${locked.state} before it came here. Nothing was changed.`,
    )
  }
  if (expected === undefined || expected === locked.version) return null
  const back = await latest(db, locked.case, true)
  // A decision and its undo each raise the version by one.
  if (back?.taken_back_at && back.version + 1 === locked.version)
    refuse(
      'conflict',
      'Changed meanwhile',
      `${back.by_name} ${back.decision} it and took that back on ${words(back.taken_back_at)}. Look at it again.`,
    )
  refuse(
    'conflict',
    'Changed meanwhile',
    `Its seller changed it${locked.changed_at ? ` on ${words(locked.changed_at)}` : ''}. Look at it again.`,
  )
}

const alreadyWords = ({ by_name, decision, at }: Pick<DecisionRow, 'by_name' | 'decision' | 'at'>) =>
  `${by_name} ${decision} it on ${words(at)}. Nothing was changed.`

type DecisionRow = typeof reviewDecisions.$inferSelect

/** Takes back a decision that is not announced yet. Refuses a colleague's; false: it is announced. */
async function stopAnnouncement({ db, staff }: Call, decided: DecisionRow): Promise<boolean> {
  if (!(await withdraw(db, decided.operation_id, 'Taken back'))) return false
  if (decided.by_uid !== staff.uid && !may(staff, 'work.lead'))
    refuse(
      'refused',
      'Not your decision',
      `${decided.by_name} decided it; only they or an admin can take it back.`,
    )
  await markTakenBack(db, decided)
  return true
}

const markTakenBack = (db: Db, { id }: DecisionRow) =>
  db
    .update(reviewDecisions)
    .set({ taken_back_at: new Date().toISOString() })
    .where(eq(reviewDecisions.id, id))

/** What the handler reports of a decision or its undo, beside its event. */
interface Decided {
  change: { before: object; after: object }
  live: ReviewEvent
}

/** What the handler reports and answers of a decision that was made now. */
function told(
  { staff }: Call,
  about: ReviewCase,
  before: Decision | null,
  decision: Decision,
  version: number,
): Decided & { verdict: Verdict } {
  const now = new Date()
  const verdict = { decision, at: now.toISOString(), version }
  return {
    change: {
      before: { state: before ?? 'pending', version: version - 1 },
      after: { state: decision, version },
    },
    live: { what: 'decided', case: about, ...verdict, uid: staff.uid, name: nameOf(staff) },
    verdict: {
      ...verdict,
      take_back_until: new Date(now.getTime() + takeBackSeconds * 1000).toISOString(),
    },
  }
}

/**
 * Decides a locked case: `write` stores the decision in the record and raises its version by one. The announcement is a
 * held operation. Refuses with who decided and when.
 * @returns `isLook`: it was a second look, which changes nothing and of which nobody is told
 */
export async function decide(
  call: Call,
  locked: LockedCase,
  decision: Decision,
  message: string | null,
  write: () => Promise<Record<string, unknown> | null>,
): Promise<Decided & { verdict: Verdict; isLook: boolean }> {
  const { db, staff } = call
  const look = locked.state && (await giveLook(call, locked.case, decision, message))
  if (look !== null) return { ...told(call, locked.case, null, decision, look), isLook: true }
  const was = await refuseUnlessOpen(call, locked, decision)
  const snapshot = await write()
  const id = `rd_${randomUUID()}`
  const version = locked.version + 1
  const decided = told(call, locked.case, locked.state, decision, version)
  const { operationId } = await beginHeld(call, {
    kind: 'review.announce',
    subject_kind: locked.case.kind,
    subject_id: locked.case.id,
    details: { decision_id: id, title: locked.title },
  })
  await db.insert(reviewDecisions).values({
    id,
    kind: locked.case.kind,
    subject_id: locked.case.id,
    owner_uid: locked.owner,
    decision,
    message,
    by_uid: staff.uid,
    by_name: nameOf(staff),
    at: decided.verdict.at,
    version,
    snapshot,
    was,
    operation_id: operationId,
  })
  return { ...decided, isLook: false }
}

/** Undoes the caller's decision of a second look, while it can be undone. Null where there is none. */
export async function takeBackLook(
  call: Call,
  { case: about, state }: LockedCase,
): Promise<(Decided & { shown: Shown }) | null> {
  const back = state && (await takeLookBack(call, about))
  if (back === null) return null
  const { decision, ...shown } = back
  const { version } = shown
  return {
    shown,
    change: {
      before: { state: decision, version: version - 1 },
      after: { state: 'pending', version },
    },
    live: { what: 'returned', case: about, version, uid: call.staff.uid, name: nameOf(call.staff) },
  }
}

/**
 * Undoes the caller's own decision, or for an admin anyone's, while its announcement is held: `write` makes the record what it was
 * before and raises its version. With a reason it undoes any decision of any age, and the record waits again.
 */
export async function takeBack(
  call: Call,
  locked: LockedCase,
  write: (was: Was | null) => Promise<unknown>,
  reason?: string,
): Promise<Decided & { was: Was | null; operation: string | null }> {
  const { db, staff } = call
  const decided = locked.state === null ? undefined : await latest(db, locked.case)
  if (locked.state === null || (!decided && reason === undefined))
    refuse('conflict', 'Nothing to take back', 'It was not decided here, or taken back before.')
  const stopped = decided && (await stopAnnouncement(call, decided))
  if (!stopped && reason === undefined)
    refuse(
      'conflict',
      'Too late',
      `A decision can be taken back for ${takeBackSeconds} seconds. This one was announced.`,
    )
  if (decided && !stopped) await markTakenBack(db, decided)
  const was = reason === undefined ? (decided?.was ?? null) : null
  await write(was)
  const version = locked.version + 1
  const by = { uid: staff.uid, name: nameOf(staff) }
  return {
    was,
    operation: decided?.operation_id ?? null,
    change: {
      before: { state: locked.state, version: locked.version },
      after: { state: was?.state ?? 'pending', version },
    },
    live: was
      ? {
          what: 'decided',
          case: locked.case,
          decision: was.state,
          at: new Date().toISOString(),
          version,
          ...by,
        }
      : { what: 'returned', case: locked.case, version, ...by },
  }
}
