import type { QueryFilter } from '@portreeve/contract/base/query'
import type { listingFields } from '@portreeve/contract/base/query-fields'
import { type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { KeptRefusal } from '../core/refuse.ts'
import { peopleOf, personIn } from '../people/people-by-term.ts'
import { amountIn, conditionsOf, isTrue, timeIn } from '../search/query.ts'
import { postCents, posts } from './listing-tables.ts'

type Field = keyof typeof listingFields

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
  const among = conditionsOf(filters, {
    seller: personIn(sql`${posts.creatorUID}`, people),
    price: amountIn(postCents, call.ctx.settings.currency),
    created: timeIn(sql`${posts.creation_date_time}`),
    sold: isTrue(sql`${posts.sold}`),
  })
  return { among }
}
