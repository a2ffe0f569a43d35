import type { QueryFilter } from '@portreeve/contract/base/query'
import type { listingFields } from '@portreeve/contract/base/query-fields'
import { type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { KeptRefusal } from '../core/refuse.ts'
import { peopleOf, personIn } from '../people/people-by-term.ts'
import { byPeople, type ListConditions, listCondition } from '../people/value-lists/in-list.ts'
import { extraCondition } from '../search/extra.ts'
import { amountIn, conditionsOf, isTrue, timeIn } from '../search/query.ts'
import { postCents, posts } from './listing-tables.ts'
import { samePhoto } from './photos/bits-apart.ts'

type Field = keyof typeof listingFields

/** The listings with a value on a list, or whose seller has it. Read where the table is named `posts`. */
export const listedListings: ListConditions = {
  ...byPeople((uids) => sql`posts.creator_uid in ${uids}`),
  word: (items) =>
    sql`posts.key in (select p.key from ${items} join posts p on p.search like '%' || i.key || '%')`,
  photo: (
    items,
  ) => sql`posts.key in (select p.post_key from ${items} join photo_prints p on p.print is not null
    and bit_count(('x' || p.print)::bit(64) # ('x' || i.key)::bit(64)) <= ${samePhoto})`,
}

/**
 * The listings that the filters of a query mean; undefined without filters.
 * @returns `refusal`: the caller has made too many reveals by looking for a seller
 */
export async function listingsAmong(
  call: Call,
  filters: readonly QueryFilter<Field>[],
): Promise<{ among?: SQL | undefined; refusal?: KeptRefusal | undefined }> {
  const { people, refusal } = await peopleOf(call, filters, ['seller'])
  if (refusal) return { refusal }
  const inList = await listCondition(call.db, filters, 'listings', listedListings)
  const among = conditionsOf(filters, {
    seller: personIn(sql`${posts.creatorUID}`, people),
    price: amountIn(postCents, call.ctx.settings.currency),
    created: timeIn(sql`${posts.creation_date_time}`),
    sold: isTrue(sql`${posts.sold}`),
    in: inList,
    x_: await extraCondition(call.db, 'listing', filters),
  })
  return { among }
}
