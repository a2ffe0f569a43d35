import type { appeals as contract } from '@portreeve/contract/desk/appeals'
import { hasEnd } from '@portreeve/contract/people/measures'
import type { Restriction } from '@portreeve/contract/people/policies'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CallOf } from '../../core/call/context.ts'
import { refuse } from '../../core/refuse.ts'
import { posts } from '../../listings/listing-tables.ts'
import { lockPost } from '../../listings/post-records.ts'
import { reviewed, setState } from '../../listings/posts.ts'
import { takeBack } from '../../listings/review-decisions.ts'
import { accountFree } from '../../people/measures/measure-end.ts'
import type { MeasureRow } from '../../people/measures/measure-tables.ts'
import {
  changeEnd,
  endMeasure,
  endMeasures,
  refuseOver,
  takeMeasure,
} from '../../people/measures/take-measure.ts'
import { users } from '../../people/people-tables.ts'
import { nameOf } from '../../staff/staff-name.ts'
import { isDeletion, promote, release, restore } from './further-ends.ts'

// What an outcome does to the decision, whose records are locked. The answer to the appeal tells the person.

type DecideCall = CallOf<typeof contract.decide>
interface Ending {
  outcome: 'upheld' | 'changed' | 'reversed'
  reason: string
  until?: string | null | undefined
  instead?: Restriction | undefined
}

/** Refuses with malformed an outcome that does not fit the decision. */
export function refuseUnfit({ kind }: MeasureRow, { outcome, until, instead }: Ending): void {
  const malformed = (words: string) => refuse('malformed', 'Malformed request', words)
  refuseOver(until)
  if (outcome !== 'changed') {
    if (until !== undefined || instead !== undefined)
      malformed(`An outcome of ${outcome} has no until and no instead.`)
    return
  }
  if (instead === undefined && until === undefined)
    malformed('A changed decision needs until, its new end, or instead, a milder measure.')
  if (instead === undefined && !hasEnd(kind))
    malformed('This decision has no end to move: choose instead, a milder measure.')
  if (instead === kind) malformed('instead is the same measure: send until alone.')
  if (instead === 'warned' && until != null) malformed('A warning has no end.')
}

/** Carries an outcome out. @returns whether the listing is gone, so that it could not be restored */
export async function carryOut(call: DecideCall, measure: MeasureRow, ending: Ending): Promise<boolean> {
  const { outcome, reason, until = null, instead } = ending
  if (outcome === 'upheld') return false
  if (outcome === 'reversed') return takeBackMeasure(call, measure, 'undone', reason)
  if (instead === undefined) {
    await move(call, measure, until)
    return false
  }
  const isGone = await takeBackMeasure(call, measure, 'replaced', reason)
  const { uid, grounds } = measure
  await endMeasures(call, ['user', uid], [instead], 'replaced')
  const { id } = await takeMeasure(call, {
    ...{ kind: instead, subject: ['user', uid], uid, grounds, reason, source: 'staff', until },
  })
  call.emit('user.restricted', { uid, measure_id: id, restriction: instead, reason, until })
  return isGone
}

/** Moves the end of a block or a restriction. */
async function move(call: DecideCall, measure: MeasureRow, until: string | null): Promise<void> {
  await changeEnd(call, measure, until, false)
  const { uid, id, kind, reason } = measure
  if (kind === 'blocked')
    call.emit('user.blocked', {
      ...{ uid, reason, until, before: { isBanned: true }, after: { isBanned: true } },
    })
  else call.emit('user.restricted', { uid, measure_id: id, restriction: kind as Restriction, reason, until })
}

/** Ends a measure as wrong, and makes its record what it was before. @returns whether its listing is gone */
async function takeBackMeasure(
  call: DecideCall,
  measure: MeasureRow,
  how: 'undone' | 'replaced',
  reason: string,
): Promise<boolean> {
  const { kind, subject_id } = measure
  await endMeasure(call, measure, how, false)
  if (kind === 'listing_denied') return publishListing(call, subject_id, reason)
  if (isDeletion(kind)) return restore(call, measure, reason)
  if (kind === 'promotion_denied') await promote(call, subject_id, reason)
  else if (kind === 'payout_held') await release(call, subject_id, reason)
  else await freeAccount(call, measure, how)
  return false
}

/** The person is unblocked, or free of a restriction. */
async function freeAccount(call: DecideCall, measure: MeasureRow, how: 'undone' | 'replaced'): Promise<void> {
  const { db } = call
  const { id, kind, uid } = measure
  if (kind === 'blocked') {
    const [free] = await db
      .update(users)
      .set({ isBanned: false, version: sql`${users.version} + 1` })
      .where(and(eq(users.uid, uid), eq(users.isBanned, true)))
      .returning({ uid: users.uid })
    if (free) call.emit('user.unblocked', { uid, before: { isBanned: true }, after: { isBanned: false } })
  } else call.emit('user.restriction_ended', { uid, measure_id: id, restriction: kind as Restriction, how })
  await accountFree(db, uid)
}

/** Approves a listing whose denial was wrong. One that waits or was approved since stays as it is. */
async function publishListing(call: DecideCall, key: string, reason: string): Promise<boolean> {
  const [row] = await call.db
    .select({ state: posts.review_state })
    .from(posts)
    .where(and(eq(posts.key, key), isNull(posts.deleted_at)))
  if (row?.state !== 'denied') return row === undefined
  const post = await lockPost(call.db, key)
  // The denial is marked as taken back, so that nothing resumes it.
  const { change } = await takeBack(call, post, () => setState(call, key, 'approved', null), reason)
  const version = post.version + 1
  call.recordAlso('listings.reopen', {
    ...{ subject: ['listing', key], reason, before: change.before, after: { state: 'approved', version } },
  })
  const { uid } = call.staff
  call.publish('review', {
    ...{ what: 'decided', case: post.case, decision: 'approved', version, uid, name: nameOf(call.staff) },
    at: new Date().toISOString(),
  })
  call.emit('listing.approved', { listing_id: key, ...reviewed(post, 'denied', 'approved') })
  return false
}
