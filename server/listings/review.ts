import type { Background } from '@portreeve/contract/listings/review'
import { review as contract, lookingSeconds } from '@portreeve/contract/listings/review'
import { eq } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { refuse } from '../core/refuse.ts'
import { posts, promotedPosts } from './listing-tables.ts'
import { backgroundOf } from './review-background.ts'

export const review = implement('review', contract, {
  background: async ({ params }, { db }): Promise<Background> => {
    if (params.kind === 'listing') {
      const [row] = await db.select({ owner: posts.creatorUID }).from(posts).where(eq(posts.key, params.id))
      if (!row) refuse('not_found', 'No such listing', 'There is no such listing.')
      return backgroundOf(db, row.owner, params.id)
    }
    if (params.kind !== 'promotion')
      refuse('malformed', 'Malformed request', "The path's kind is neither 'listing' nor 'promotion'.")
    const [row] = await db
      .select({ owner: promotedPosts.owner_uid, post: promotedPosts.post_id })
      .from(promotedPosts)
      .where(eq(promotedPosts.id, params.id))
    if (!row) refuse('not_found', 'No such request', 'There is no such promoted-post request.')
    return backgroundOf(db, row.owner, row.post)
  },

  look: async ({ body }, call) => {
    const { uid, displayName, email } = call.staff
    const looking = { what: 'looking' as const, ...body, uid, name: displayName ?? email }
    call.publish('review', looking, lookingSeconds)
    return null
  },
})
