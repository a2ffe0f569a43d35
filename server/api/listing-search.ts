import { listingSearch as contract } from '@portreeve/contract/listing-search'
import { implement } from '../core/implement.ts'
import { searchListings } from '../store/listing-search.ts'

export const listingSearch = implement('listingSearch', contract, {
  search: async ({ query }, { db, more }) => {
    const found = await searchListings(db, {
      term: query.searchTerm ?? '',
      postType: query.postType === '1' ? 1 : 0,
    })
    if (found.more) more()
    return { posts: found.posts }
  },
})
