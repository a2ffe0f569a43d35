import { type Rule, savedRules, spansOf } from '../../server/store/keyword-rules.ts'
import { joinWords, partOf, wordsOf } from '../../server/store/search-text.ts'
import { offer } from '../data/goods.ts'
import { allOf, at, type Job, type Row, rowsOf, type World } from './job.ts'

const columns = `key, title, price, price_as_smallest_currency_unit, quantity, condition, description, location, photos_url,
  thumbnail_image_url, creator_uid, creator_name, creation_date, shipping, shipping_cost, shipping_origin_zip_code, sold, trades,
  accepts_offers, post_type, post_version, variation, post_country_code, user_subscription_state, review_state, review_message, version`
const shown = `post_type = 0 and review_state = 'approved' and deleted_at is null`
const newest = 'creation_date_time desc nulls last, key'

/** Words that a content keyword of the bench's data widens. */
const aliases = ['kicks', 'fixie', 'couch', 'axe', 'dslr', 'parka', 'ticker', 'satchel']

/** Each word, or a whole word with the same meaning: hits in the title first, then anywhere, the newest first. */
function found(term: string, rules: Rule[]) {
  const values: string[] = []
  const like = (column: string, part: string) => {
    const pattern = `%${part}%`
    if (!values.includes(pattern)) values.push(pattern)
    return `${column} like $${values.indexOf(pattern) + 1}`
  }
  const all = (column: string) =>
    spansOf(term, rules)
      .map(({ words, same }) => {
        const own = words.map((word) => like(column, partOf(word))).join(' and ')
        return `(${[`(${own})`, ...same.map((other) => like(column, joinWords(other.words)))].join(' or ')})`
      })
      .join(' and ')
  const [inTitle, anywhere] = [all('search_title'), all('search')]
  return rowsOf(
    `with first as materialized (select ${columns}, creation_date_time, 0 as tier from listings where ${shown} and ${inTitle} order by ${newest} limit 201),
     rest as materialized (select ${columns}, creation_date_time, 1 as tier from listings where ${shown} and ${anywhere} and not (${inTitle})
       and (select count(*) from first) < 201 order by ${newest} limit 201)
     select * from (select * from first union all select * from rest) hits order by tier, ${newest} limit 201`,
    values,
  )
}

export async function goodsJobs(world: World): Promise<Job[]> {
  const { rows: waiting } = await world.pool.query<{ key: string; owner: string }>(
    `select key, creator_uid as owner from listings where review_state = 'pending' and deleted_at is null order by key limit $1`,
    [world.count],
  )
  const rules = [...(await savedRules(world.db)).values()]
  return [...searchJobs(world, rules), ...queueJobs(world), backgroundJob(waiting)]
}

function searchJobs(world: World, rules: Rule[]): Job[] {
  const random = world.random('goods')
  const times = <T>(make: (n: number) => T) => Array.from({ length: world.count }, (_, n) => make(n))
  const search = (name: string, terms: string[]): Job => ({
    name,
    group: 'search',
    cases: terms.map((term) => ({
      paths: [at('/v1/search', { searchTerm: term })],
      floor: found(term, rules),
    })),
    ids: ({ posts }: { posts: Row[] }) => posts.map((post) => post.key),
  })
  const wordsIn = () =>
    wordsOf(offer(random.below(world.size.listings)).title ?? 'lamp').filter((word) => word.length > 3)
  return [
    search(
      'listings: one word',
      times(() => random.pick(wordsIn()) ?? 'lamp'),
    ),
    search(
      'listings: one alias',
      times((n) => aliases[n % aliases.length] ?? ''),
    ),
    search(
      'listings: three words',
      times(() => [...wordsIn(), 'the', 'new'].slice(0, 3).join(' ')),
    ),
    search(
      'listings: three words, an alias',
      times(
        (n) =>
          `${aliases[n % aliases.length]} ${random.pick(['black', 'vintage', 'like'])} ${random.pick(['works', 'price', 'from'])}`,
      ),
    ),
  ]
}

/** The lists of pending reviews. */
function queueJobs(world: World): Job[] {
  const times = <T>(make: (n: number) => T) => Array.from({ length: world.count }, (_, n) => make(n))
  return [
    {
      name: 'pending review',
      group: 'listings',
      cases: times(() => ({
        paths: ['/v1/admin/posts/pending'],
        floor: allOf(
          rowsOf(
            `select count(*) from listings where review_state = 'pending' and deleted_at is null`,
            [],
            'pending_n',
          ),
          rowsOf(
            `select ${columns} from listings where review_state = 'pending' and deleted_at is null order by creation_date_time, key limit 201`,
            [],
            'pending',
          ),
        ),
      })),
      ids: ({ wts }: { wts: Row[] }) => wts.map((post) => post.key),
    },
    {
      name: 'promotion requests',
      group: 'listings',
      cases: times(() => ({
        paths: ['/v1/admin/promoted_post_requests?approval_status=1'],
        floor: allOf(
          rowsOf(
            `select count(*) from promoted_posts p left join listings on listings.key = post_id where approval_status = 1
             and (post_id is null or deleted_at is null)`,
            [],
            'requests_n',
          ),
          rowsOf(
            `select p.*, l.description, l.price_as_smallest_currency_unit, l.price as listing_price, l.photos_url, l.creator_uid, l.creator_name,
               l.shipping_cost, l.post_type, l.post_version, l.variation, l.post_country_code
             from promoted_posts p left join listings l on l.key = post_id where approval_status = 1 and (post_id is null or deleted_at is null)
             order by created_at, id limit 201`,
            [],
            'requests',
          ),
        ),
      })),
    },
  ]
}

const backgroundJob = (waiting: { key: string; owner: string }[]): Job => ({
  name: "a case's background",
  group: 'listings',
  cases: waiting.map(({ key, owner }) => ({
    paths: [`/v1/admin/review/listing/${key}`],
    floor: allOf(
      rowsOf(
        'select uid, display_name, created_at, is_banned from users where uid = $1',
        [owner],
        'bg_seller',
      ),
      rowsOf(
        'select reason, created_at, count(*) over () from ban_reasons where uid = $1 order by created_at desc limit 5',
        [owner],
        'bg_bans',
      ),
      rowsOf(
        `select report_reason_id, input, created_at, count(*) over () from user_reports where reporting_uid = $1 and status = 'open'
           order by created_at desc limit 5`,
        [owner],
        'bg_reports',
      ),
      rowsOf(
        `select report_reason_id, created_at, count(*) over () from content_reports where post_key = $1 and status = 'open' limit 5`,
        [key],
        'bg_content',
      ),
      rowsOf(
        `select review_state, count(*) from listings where creator_uid = $1 and review_state <> 'pending' group by review_state`,
        [owner],
        'bg_judged',
      ),
      rowsOf(
        `with decided as (select distinct on (subject_id) subject_id, at, by_name from review_decisions
             where owner_uid = $1 and kind = 'listing' and taken_back_at is null order by subject_id, at desc),
           newest as ((select key from decided join listings on key = subject_id order by at desc limit 5)
             union (select key from listings where creator_uid = $1 and review_state <> 'pending'
               order by creation_date_time desc nulls last limit 5))
           select key, title, review_state, review_message, d.at, d.by_name from listings left join decided d on subject_id = key
           where key in (select key from newest) and review_state <> 'pending' order by coalesce(d.at, creation_date_time) desc nulls last limit 5`,
        [owner],
        'bg_latest',
      ),
      rowsOf(
        `select at, by_name, snapshot from review_decisions where kind = 'listing' and subject_id = $1 and decision = 'approved'
           and taken_back_at is null order by at desc limit 1`,
        [key],
        'bg_approved',
      ),
      rowsOf(`select ${columns} from listings where key = $1`, [key], 'bg_listing'),
    ),
  })),
})
