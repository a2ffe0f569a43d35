import type { Post } from '@portreeve/contract/listings/posts'
import { posts as contract } from '@portreeve/contract/listings/posts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { page, pageSize } from '../core/call/page.ts'
import { refuse } from '../core/refuse.ts'
import { deletableListing, holdDeletion } from '../people/deleted-records.ts'
import { policyOfCanned } from '../people/measures/chosen-policies.ts'
import { endMeasures, policyIds, resumeMeasure, takeMeasure } from '../people/measures/take-measure.ts'
import { getUser } from '../people/user-records.ts'
import { whoDeleted } from './held-listings.ts'
import { posts as table } from './listing-tables.ts'
import { keysOf } from './moderation-texts.ts'
import { asPending, judgedPart, lockPost, pendingPosts, postColumns, postOrder } from './post-records.ts'
import { decide, type LockedCase, takeBack, takeBackLook } from './review-decisions.ts'
import { lookAgain } from './second-looks/looking.ts'

const timedColumns = { ...postColumns, time: table.creation_date_time }

async function ofUser(call: Call, uid: string, cursor: string | undefined, state?: SQL): Promise<Post[]> {
  const { db } = call
  const theirs = and(eq(table.creatorUID, uid), isNull(table.deleted_at), state)
  const [[counted], rows] = await Promise.all([
    db.select({ n: sql<number>`count(*)::int` }).from(table).where(theirs),
    db
      .select(timedColumns)
      .from(table)
      .where(and(theirs, postOrder.after(cursor)))
      .orderBy(postOrder.order)
      .limit(pageSize + 1),
    getUser(db, uid),
  ])
  call.total(counted?.n ?? 0)
  return page(call, rows, ({ time, key }) => ({ time, id: key })).map(
    ({ time: _time, ...row }) => row as Post,
  )
}

/** Writes a review state and raises the version. */
export const setState = async (
  call: Call,
  key: string,
  review_state: string,
  review_message: string | null,
) => {
  const [row] = await call.db
    .update(table)
    .set({ review_state, review_message, version: sql`${table.version} + 1` })
    .where(eq(table.key, key))
    .returning(postColumns)
  return row as Post
}

/** Ends the denial of a listing that is in force. */
export const endDenial = (call: Call, locked: LockedCase, how: 'undone' | 'lifted' | 'replaced') =>
  endMeasures(call, ['listing', locked.case.id], ['listing_denied'], how)

type State = NonNullable<Post['review_state']>
/** The event of a change of a listing's review state. */
export const reviewed = ({ owner }: LockedCase, before: State, after: State) => ({
  seller_uid: owner,
  before: { review_state: before },
  after: { review_state: after },
})

export const posts = implement('posts', contract, {
  pending: async ({ query: { id } }, call) => ({ wts: await pendingPosts(call, id) }),

  approve: async ({ params }, call) => {
    const post = await lockPost(call.db, params.id)
    const { change, live, verdict, isLook } = await decide(call, post, 'approved', null, async () =>
      judgedPart(await setState(call, params.id, 'approved', null)),
    )
    if (isLook) {
      call.did(null, change, { live, event: null })
      return verdict
    }
    await lookAgain(call, post, 'approved')
    await endDenial(call, post, post.state === null ? 'replaced' : 'lifted')
    call.did(post.case.id, change, { live, event: reviewed(post, post.state ?? 'pending', 'approved') })
    return verdict
  },

  deny: async ({ params, body }, call) => {
    const post = await lockPost(call.db, params.id)
    const reason = body.message
    const { change, live, verdict, isLook } = await decide(call, post, 'denied', reason, async () => {
      return judgedPart(await setState(call, params.id, 'denied', reason))
    })
    if (isLook) {
      call.did(null, change, { reason: null, live, event: null })
      return verdict
    }
    await endDenial(call, post, 'replaced')
    const canned = await policyOfCanned(call.db, await keysOf(call.db, 'admin_messages', reason))
    const { grounds } = await takeMeasure(call, {
      ...{ kind: 'listing_denied', subject: ['listing', post.case.id], uid: post.owner, reason },
      ...{
        source: 'review',
        policies: policyIds(body.policy_id === undefined ? (canned ?? undefined) : body.policy_id),
        // Nobody waits for another decision about what is decided.
        submitted:
          post.state === null
            ? sql`(select greatest(creation_date_time, changed_at) from posts where key = ${post.case.id})`
            : null,
      },
    })
    await lookAgain(call, post, 'denied', grounds)
    call.did(post.case.id, change, { reason, live, event: reviewed(post, post.state ?? 'pending', 'denied') })
    return verdict
  },

  takeBack: async ({ params }, call) => {
    const post = await lockPost(call.db, params.id)
    const look = await takeBackLook(call, post)
    if (look) {
      call.did(null, look.change, { live: look.live, event: null })
      return asPending(post.row, look.shown)
    }
    const { change, live, was, operation } = await takeBack(call, post, (was) =>
      setState(call, params.id, was?.state ?? 'pending', was?.message ?? null),
    )
    const before = post.state ?? 'pending'
    if (before === 'denied') await endDenial(call, post, 'undone')
    if (was?.state === 'denied' && operation !== null)
      await resumeMeasure(call, ['listing', post.case.id], 'listing_denied', operation)
    call.did(post.case.id, change, { live, event: was ? null : reviewed(post, before, 'pending') })
    const back = { listing_id: post.case.id, ...reviewed(post, before, was?.state ?? 'pending') }
    if (was?.state === 'approved') call.emit('listing.approved', back)
    if (was?.state === 'denied') call.emit('listing.denied', { ...back, reason: was.message })
    return (await lockPost(call.db, params.id)).row
  },

  ofUser: ({ params, query }, call) =>
    ofUser(call, params.uid, query.cursor, sql`${table.review_state} <> 'denied'`),
  deniedOfUser: ({ params, query }, call) =>
    ofUser(call, params.uid, query.cursor, eq(table.review_state, 'denied')),

  remove: async ({ params, query }, call) => {
    const [found] = await call.db
      .update(table)
      .set({ deleted_at: new Date().toISOString() })
      .where(and(eq(table.key, params.id), isNull(table.deleted_at)))
      .returning({
        version: table.version,
        row: { key: table.key, title: table.title, creatorUID: table.creatorUID },
      })
    if (!found) {
      const by = await whoDeleted(call.db, params.id)
      refuse('not_found', 'No such listing', by ?? 'There is no such listing, or it was deleted before.')
    }
    const { row, version } = found
    if (call.expected !== undefined && call.expected !== version)
      refuse('conflict', 'Changed meanwhile', 'The listing has changed since. Look at it again.')
    await holdDeletion(call, deletableListing, {
      action: 'posts.remove',
      subject_kind: 'listing',
      subject_id: row.key,
      title: row.title,
      items: [row.key],
    })
    await takeMeasure(call, {
      ...{ kind: 'listing_deleted', subject: ['listing', row.key], uid: row.creatorUID, reason: null },
      ...{ source: 'staff', policies: policyIds(query.policy_id) },
    })
    const live = { what: 'gone', case: { kind: 'listing', id: row.key } } as const
    call.did(row.key, { before: row, after: null }, { live, event: { seller_uid: row.creatorUID } })
    call.publish('users', { uid: row.creatorUID })
    return null
  },
})
