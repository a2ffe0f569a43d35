import { wordsOf } from '../../server/search/search-text.ts'
import { offer } from '../data/goods.ts'
import { at, type Job, type World } from './job.ts'

/** Words that a content keyword of the bench's data widens. */
const aliases = ['kicks', 'fixie', 'couch', 'axe', 'dslr', 'parka', 'ticker', 'satchel']

export async function goodsJobs(world: World): Promise<Job[]> {
  const { rows: waiting } = await world.pool.query<{ key: string }>(
    `select key from posts where review_state = 'pending' and deleted_at is null order by key limit $1`,
    [world.count],
  )
  const read = (name: string, paths: string[]): Job => ({
    name,
    budget: 'reads',
    cases: paths.map((path) => [path]),
  })
  const often = (path: string) => Array.from({ length: world.count }, () => path)
  return [
    ...searchJobs(world),
    read('pending review', often('/v1/admin/posts/pending')),
    read('promotion requests', often('/v1/admin/promoted_post_requests?approval_status=1')),
    read(
      "a case's background",
      waiting.map(({ key }) => `/v1/admin/review/listing/${key}`),
    ),
    {
      name: 'similar decisions',
      budget: 'orders',
      cases: waiting.map(({ key }) => [`/v1/admin/listings/${key}/similar`]),
    },
  ]
}

function searchJobs(world: World): Job[] {
  const random = world.random('goods')
  const search = (name: string, term: (n: number) => string): Job => ({
    name,
    budget: 'texts',
    cases: Array.from({ length: world.count }, (_, n) => [at('/v1/search', { searchTerm: term(n) })]),
  })
  const alias = (n: number) => aliases[n % aliases.length] ?? ''
  const wordsIn = () =>
    wordsOf(offer(random.below(world.size.listings)).title ?? 'lamp').filter((word) => word.length > 3)
  return [
    search('listings: one word', () => random.pick(wordsIn()) ?? 'lamp'),
    search('listings: one alias', alias),
    search('listings: three words', () => [...wordsIn(), 'the', 'new'].slice(0, 3).join(' ')),
    search(
      'listings: three words, an alias',
      (n) =>
        `${alias(n)} ${random.pick(['black', 'vintage', 'like'])} ${random.pick(['works', 'price', 'from'])}`,
    ),
    // "WTB" begins many titles of the other kind of listing and hardly any of these.
    search('listings: a word of the other kind', () => 'WTB:'),
  ]
}
