import type { Background, ReviewCase } from '@portreeve/contract/listings/review'
import { review as contract, lookingSeconds } from '@portreeve/contract/listings/review'
import { eq } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { readPast } from '../core/call/past.ts'
import { refuse } from '../core/refuse.ts'
import { posts, promotedPosts } from './listing-tables.ts'
import { backgroundOf } from './review-background.ts'
import { momentFor } from './second-looks/looking.ts'

export const review = implement('review', contract, {
  background: async ({ params }, { db, staff, ctx }): Promise<Background> => {
    const read = async (kind: ReviewCase['kind'], owner: string, key: string | null) => {
      const moment = await momentFor(db, staff.uid, { kind, id: params.id })
      const { db: own } = ctx.database
      return moment
        ? readPast(own, moment, (then) => backgroundOf(then, owner, key))
        : backgroundOf(db, owner, key)
    }
    if (params.kind === 'listing') {
      const [row] = await db.select({ owner: posts.creatorUID }).from(posts).where(eq(posts.key, params.id))
      if (!row) refuse('not_found', 'No such listing', 'There is no such listing.')
      return read('listing', row.owner, params.id)
    }
    if (params.kind !== 'promotion')
      refuse('malformed', 'Malformed request', "The path's kind is neither 'listing' nor 'promotion'.")
    const [row] = await db
      .select({ owner: promotedPosts.owner_uid, post: promotedPosts.post_id })
      .from(promotedPosts)
      .where(eq(promotedPosts.id, params.id))
    if (!row) refuse('not_found', 'No such request', 'There is no such promoted-post request.')
    return read('promotion', row.owner, row.post)
  },

  look: async ({ body }, call) => {
    const { uid, displayName, email } = call.staff
    const looking = { what: 'looking' as const, ...body, uid, name: displayName ?? email }
    call.publish('review', looking, lookingSeconds)
    return null
  },
})
