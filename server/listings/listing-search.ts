import { parseQuery } from '@portreeve/contract/base/query'
import { listingFields } from '@portreeve/contract/base/query-fields'
import { listingSearch as contract } from '@portreeve/contract/listings/listing-search'
import { implement } from '../core/call/implement.ts'
import { fieldsFor } from '../search/extra.ts'
import { refuseMistakes } from '../search/query.ts'
import { searchListings } from './listing-hits.ts'
import { listingsAmong } from './listing-query.ts'

export const listingSearch = implement('listingSearch', contract, {
  search: async ({ query: { searchTerm, postType } }, call) => {
    const typed = searchTerm ?? ''
    const query = parseQuery(await fieldsFor(call, listingFields, typed), typed)
    refuseMistakes(query)
    const { among, refusal } = await listingsAmong(call, query.filters)
    if (refusal) return refusal
    const found = await searchListings(call.db, { query, postType: postType === '1' ? 1 : 0, among })
    if (found.more) call.more()
    return { posts: found.posts }
  },
})
