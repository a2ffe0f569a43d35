import { get, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { Post } from './posts.ts'

export const listingSearch = {
  search: get('/v1/search', {
    may: 'posts.read',
    about:
      'Approved listings with every word of the term in title or description, or its synonyms in the content keywords; hits in the title first, then the newest. Without a term, the newest. At most 200; the header x-more is set if there are more. A post is null if it was deleted meanwhile. Words such as price:<=$20, created:<30d, sold:no or seller:"Anna Berg" filter listings (docs/decisions/023-queries.md); a wrong value is refused with malformed. A caller who sees personal data masked finds a seller by a whole email address or phone number only, which is audited and counted as a reveal.',
    query: z.strictObject({
      searchTerm: text(500).optional(),
      postType: z.enum(['0', '1']).optional().describe('0 for sale, 1 wanted-to-buy. 0 when missing.'),
    }),
    data: z.object({ posts: z.array(Post.nullable()) }),
  }),
}
