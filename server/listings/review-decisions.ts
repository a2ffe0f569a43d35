import { randomUUID } from 'node:crypto'
import type { Decision, ReviewCase, ReviewEvent, Verdict } from '@portreeve/contract/listings/review'
import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { MailRefused } from '../adapters/mail.ts'
import type { Call, OperationKinds } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { VendorRefusal, withdraw } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { users } from '../people/people-tables.ts'
import { beginHeld, words } from '../staff/hold-times.ts'
import { nameOf } from '../staff/staff-name.ts'
import { reviewDecisions } from './listing-tables.ts'

/** A locked listing or request, with the fields that a decision needs. */
export interface LockedCase {
  case: ReviewCase
  owner: string
  title: string | null
  /** Null while it waits. */
  state: Decision | null
  version: number
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
    const by = await latest(db, locked.case)
    if (locked.was !== null && expected === locked.version && decision !== locked.state)
      return by && (await stopAnnouncement(call, by)) ? by.was : locked.was
    refuse(
      'conflict',
      `Already ${locked.state}`,
      by
        ? `${by.by_name} ${by.decision} it on ${words(by.at)}. Nothing was changed.`
        : `It was ${locked.state} before it came here. Nothing was changed.`,
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

type DecisionRow = typeof reviewDecisions.$inferSelect

/** Takes back a decision that is not announced yet. Refuses a colleague's; false: it is announced. */
async function stopAnnouncement({ db, staff }: Call, decided: DecisionRow): Promise<boolean> {
  if (!(await withdraw(db, decided.operation_id, 'Taken back'))) return false
  if (decided.by_uid !== staff.uid && staff.role !== 'admin')
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

/**
 * Decides a locked case: `write` stores the decision in the record and raises its version by one. The announcement is a
 * held operation. Refuses with who decided and when.
 */
export async function decide(
  call: Call,
  locked: LockedCase,
  decision: Decision,
  message: string | null,
  write: () => Promise<Record<string, unknown> | null>,
): Promise<Decided & { verdict: Verdict }> {
  const { db, staff } = call
  const was = await refuseUnlessOpen(call, locked, decision)
  const snapshot = await write()
  const id = `rd_${randomUUID()}`
  const at = new Date()
  const version = locked.version + 1
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
    at: at.toISOString(),
    version,
    snapshot,
    was,
    operation_id: operationId,
  })
  const told = { decision, at: at.toISOString(), version }
  const take_back_until = new Date(at.getTime() + takeBackSeconds * 1000).toISOString()
  return {
    change: {
      before: { state: locked.state ?? 'pending', version: locked.version },
      after: { state: decision, version },
    },
    live: { what: 'decided', case: locked.case, ...told, uid: staff.uid, name: nameOf(staff) },
    verdict: { ...told, take_back_until },
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

/** Mails the decision to the seller when it can no longer be undone. */
export const reviewOperations: OperationKinds = {
  'review.announce': {
    run: async (operation, { database, mail, settings }) => {
      const [decision] = await database.db
        .select({
          kind: reviewDecisions.kind,
          decision: reviewDecisions.decision,
          message: reviewDecisions.message,
          email: users.email,
        })
        .from(reviewDecisions)
        .leftJoin(users, and(eq(users.uid, reviewDecisions.owner_uid), isNull(users.deleted_at)))
        .where(eq(reviewDecisions.id, String(operation.details.decision_id)))
      // The seller is gone: the decision stands without a mail.
      if (!decision?.email) return { reference: 'no address' }
      const what = decision.kind === 'listing' ? 'Your listing' : 'Your request to promote'
      const title = operation.details.title ? ` "${operation.details.title}"` : ''
      try {
        const reference = await mail.send({
          key: operation.id,
          from: settings.mailFrom,
          to: decision.email,
          subject: `${what} was ${decision.decision}`,
          text: `${what}${title} was ${decision.decision}.\n${decision.message ? `\n${decision.message}\n` : ''}`,
        })
        return { reference }
      } catch (error) {
        throw error instanceof MailRefused ? new VendorRefusal(error.message) : error
      }
    },
    settled: async (operation, db) => {
      await db
        .update(reviewDecisions)
        .set({ announced_at: new Date().toISOString() })
        .where(eq(reviewDecisions.operation_id, operation.id))
    },
    answer: () => null,
  },
}
