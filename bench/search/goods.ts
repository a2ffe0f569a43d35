import { wordsOf } from '../../server/search/search-text.ts'
import { offer } from '../data/goods.ts'
import { at, type Job, jobs, type World } from './job.ts'

/** Words that a content keyword of the bench's data widens. */
const aliases = ['kicks', 'fixie', 'couch', 'axe', 'dslr', 'parka', 'ticker', 'satchel']

/** Searches of listings, and the lists and records of their review. */
export async function goodsJobs({ pool, size, count, times, random: seeded }: World): Promise<Job[]> {
  const { rows: waiting } = await pool.query<{ key: string }>(
    `select key from posts where review_state = 'pending' and deleted_at is null order by key limit $1`,
    [count],
  )
  const random = seeded('goods')
  const search = (term: (n: number) => string) => times((n) => at('/v1/search', { searchTerm: term(n) }))
  const alias = (n: number) => aliases[n % aliases.length] ?? ''
  const wordsIn = () =>
    wordsOf(offer(random.below(size.listings)).title ?? 'lamp').filter((word) => word.length > 3)
  const others = () =>
    `${random.pick(['black', 'vintage', 'like'])} ${random.pick(['works', 'price', 'from'])}`
  return [
    ...jobs('texts', {
      'listings: one word': search(() => random.pick(wordsIn()) ?? 'lamp'),
      'listings: one alias': search(alias),
      'listings: three words': search(() => [...wordsIn(), 'the', 'new'].slice(0, 3).join(' ')),
      'listings: three words, an alias': search((n) => `${alias(n)} ${others()}`),
      // "WTB" begins many titles of the other kind of listing and hardly any of these.
      'listings: a word of the other kind': search(() => 'WTB:'),
    }),
    ...jobs('reads', {
      'pending review': times(() => '/v1/admin/posts/pending'),
      'promotion requests': times(() => '/v1/admin/promoted_post_requests?approval_status=1'),
      "a case's background": waiting.map(({ key }) => `/v1/admin/review/listing/${key}`),
    }),
    ...jobs('orders', {
      'similar decisions': waiting.map(({ key }) => `/v1/admin/listings/${key}/similar`),
    }),
  ]
}
