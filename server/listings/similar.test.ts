import { api } from '@portreeve/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Random } from '../seed/random.ts'
import { useServer } from '../testing/harness.ts'
import { denial, looking } from '../testing/looking.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { nearCopy } from '../testing/near-copies.ts'
import { passing } from '../testing/passing.ts'

const s = useServer()
const { told } = passing(s)
const of = (id: string) => ({ params: { id } })
const similar = async (id: string) => (await s.call('support', api.listings.similar, of(id))).body.data
const keys = async (id: string) => (await similar(id)).map(({ key }) => key)

const lamp = {
  title: 'Brass desk lamp, green shade',
  description: 'Works as it should, always kept indoors. Pick it up in the evening.',
  price_as_smallest_currency_unit: 4500,
}
const near = { ...lamp, title: 'Brass desk lamp with a green shade' }
const bike = {
  title: 'Mountain bike, 21 gears',
  description: 'Frame of steel, new tyres. Comes with a lock and a basket.',
  price_as_smallest_currency_unit: 30_000,
}

beforeAll(async () => {
  for (const uid of ['sam', 'sue', 'ria']) await s.addUser({ uid, displayName: uid })
  for (const role of ['moderator', 'support', 'admin'] as const) await s.token(role)
})
beforeEach(async () => {
  for (const table of ['listing_reports', 'review_decisions', 'measures', 'posts'])
    await s.query(`delete from ${table}`)
  await s.make.listing({ key: 'new', creatorUID: 'sam', ...lamp })
})

const deny = (id: string, policy_id?: string) =>
  s.call('moderator', api.posts.deny, { ...of(id), body: { message: 'A replica.', policy_id } })

test('no similar decision: nothing is decided, nothing is like it, or it has no words; an unknown listing is refused', async () => {
  await s.make.listing({ key: 'waits', creatorUID: 'sue', ...near })
  await s.make.listing({ key: 'bike', creatorUID: 'sue', ...bike, review_state: 'approved' })
  await s.make.listing({ key: 'gone', creatorUID: 'sue', ...near, deleted_at: '2026-01-05T15:04:00.000Z' })
  await s.make.listing({ key: 'empty', creatorUID: 'sam' })
  expect(await similar('new')).toEqual([])
  expect(await similar('empty')).toEqual([])
  expect((await s.call('support', api.listings.similar, of('none'))).body).toMatchObject({
    code: 'not_found',
  })
})

test('a denied near copy: who, when, with which words and under which policy, and in what it is alike', async () => {
  await s.query(
    "insert into policies (id, name, words, ground, harm) values ('fakes', 'No replicas', 'No replicas.', 'terms', 'prohibited')",
  )
  await s.make.listing({ key: 'old', creatorUID: 'sue', ...near, photosURL: ['listings/old/1.jpg'] })
  await deny('old', 'fakes')
  expect(await similar('new')).toMatchObject([
    {
      ...{ key: 'old', title: near.title, thumbnailImageURL: 'listings/old/1.jpg', creatorUID: 'sue' },
      ...{ alike: ['words', 'price'], outcome: 'denied', decided: { by: 'The moderator' } },
      ...{ message: 'A replica.', policies: ['No replicas'], taken_back: null, appeal: null, seller: null },
    },
  ])
  // A report of the same class of harm.
  await s.make.listingReport({ post_key: 'new', reporter_uid: 'ria', report_reason_id: 'Counterfeit' })
  expect((await similar('new'))[0]?.alike).toEqual(['words', 'price', 'reason'])
})

test('its own seller, and a price far from it', async () => {
  await s.make.listing({
    ...{
      key: 'old',
      creatorUID: 'sam',
      ...near,
      price_as_smallest_currency_unit: 900,
      review_state: 'approved',
    },
  })
  expect(await similar('new')).toMatchObject([
    { alike: ['words', 'seller'], outcome: 'approved', decided: null },
  ])
})

describe('how it ended', () => {
  beforeEach(() => s.make.listing({ key: 'old', creatorUID: 'sue', ...near }))

  test('a deletion by staff, until it is taken back', async () => {
    await s.call('moderator', api.posts.remove, { ...of('old'), query: {} })
    expect(await similar('new')).toMatchObject([
      { key: 'old', outcome: 'deleted', decided: { by: 'The moderator' } },
    ])
    const [held] = (await s.call('moderator', api.held.of, { params: { kind: 'listing', id: 'old' } })).body
      .data
    await s.call('moderator', api.held.takeBack, { ...of(held?.id ?? ''), body: { reason: 'It was fine.' } })
    expect(await similar('new')).toEqual([])
  })

  test('all listings of a seller deleted, and the seller blocked', async () => {
    await s.call('moderator', api.userContent.deletePosts, { params: { uid: 'sue' } })
    await s.call('moderator', api.users.ban, { params: { uid: 'sue' }, body: { ban_reason: 'Replicas' } })
    expect(await similar('new')).toMatchObject([
      { outcome: 'deleted', seller: { kind: 'blocked', holds: true } },
    ])
    await s.call('moderator', api.users.unban, { params: { uid: 'sue' } })
  })

  test('a decision that was taken back, and one that an appeal has reversed', async () => {
    await deny('old')
    await told()
    const [measure] = (await s.call('support', api.measures.of, { params: { uid: 'sue' }, query: {} })).body
      .data
    const shop = writer(s, await keyFor(s, ['ingest.appeals']))
    await shop.rows('appeals', [
      { id: 'ap', uid: 'sue', about: measure?.id, text: 'No.', created_at: '2026-01-05T10:00:00.000Z' },
    ])
    expect(await similar('new')).toMatchObject([{ outcome: 'denied', appeal: { id: 'ap', state: 'open' } }])
    await s.call('admin', api.appeals.decide, {
      ...of('ap'),
      body: { outcome: 'reversed', reason: 'It is real.' },
    })
    expect(await similar('new')).toMatchObject([
      {
        ...{ outcome: 'approved', decided: null, message: null, policies: [] },
        ...{ appeal: { state: 'reversed' }, taken_back: { decision: 'denied', by: 'The moderator' } },
      },
    ])
  })
})

describe('what changes meanwhile', () => {
  beforeEach(() => s.make.listing({ key: 'old', creatorUID: 'sue', ...near, review_state: 'denied' }))

  test('another text of the marketplace', async () => {
    expect(await keys('new')).toEqual(['old'])
    const shop = writer(s, await keyFor(s, ['ingest.listings']))
    await shop.rows('listings', [{ key: 'old', creatorUID: 'sue', ...bike, review_state: 'denied' }])
    await s.query("update posts set review_state = 'denied' where key = 'old'")
    expect(await keys('new')).toEqual([])
    await shop.rows('listings', [{ key: 'new', creatorUID: 'sam', ...bike }])
    expect(await keys('new')).toEqual(['old'])
  })

  test('the erasure of its seller', async () => {
    await s.addUser({ uid: 'eve', displayName: 'Eve' })
    await s.query("update posts set creator_uid = 'eve' where key = 'old'")
    expect(await keys('new')).toEqual(['old'])
    await s.call('admin', api.users.erase, { params: { uid: 'eve' }, body: { reason: 'They asked for it' } })
    expect(await keys('new')).toEqual([])
  })
})

test('of hundreds with the same words the newest are found, and five are shown', async () => {
  const many = Array.from({ length: 300 }, (_, n) => ({
    ...{ key: `many-${n}`, creatorUID: 'sue', ...lamp, review_state: 'denied' },
    creation_date_time: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  }))
  await s.make.listing(...many)
  const found = await keys('new')
  expect(found).toHaveLength(5)
  for (const key of found) expect(Number(key.slice(5))).toBeGreaterThanOrEqual(250)
})

test('of 60 near copies at least 9 in 10 are found among others of the same kinds', async () => {
  const random = Random.of('near copies')
  const things = 'lamp chair bike phone guitar sofa camera desk kettle jacket'.split(' ')
  const makers = 'Acme Borg Cyan Delta Echo Fjord Gamma Hilux Indigo Juno'.split(' ')
  const words =
    'works indoors scratches pictures price firm week box original evening cash trade new used clean'.split(
      ' ',
    )
  const text = () => ({
    title: `${random.pick(makers)} ${random.pick(things)} ${random.letters(3)}`,
    description: Array.from(
      { length: 3 },
      () => `${Array.from({ length: 6 }, () => random.pick(words)).join(' ')}. `,
    ).join(''),
    price_as_smallest_currency_unit: 1000 + random.below(50_000),
  })
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
  const all = Array.from({ length: 600 }, (_, n) => ({
    ...{ key: `l${n}`, ...text() },
    creation_date_time: at(random.below(10_000)),
  }))
  const originals = all.slice(0, 60)
  await s.make.listing(
    ...all.map((one, n) => ({ ...one, creatorUID: 'sam', review_state: n < 60 ? 'pending' : 'approved' })),
    ...originals.map((one) => ({
      ...{ ...nearCopy(random, one), key: `copy-${one.key}`, creatorUID: 'sue', review_state: 'denied' },
      creation_date_time: at(random.below(10_000)),
    })),
  )
  let found = 0
  for (const { key } of originals) if ((await keys(key)).includes(`copy-${key}`)) found++
  expect(found).toBeGreaterThanOrEqual(54)
})

test('the outcome of a case that returned for a second look is hidden from who may look at it, and from nobody else', async () => {
  const { share, due } = looking(s)
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await s.make.listing({ key: 'old', creatorUID: 'sue', ...near, creationDate: at, creation_date_time: at })
  await share(100)
  expect((await s.call('admin', api.posts.deny, denial('old'))).status).toBe(200)
  await due()
  await share(0)
  const beside = async (role: 'admin' | 'moderator') =>
    (await s.call(role, api.listings.similar, of('new'))).body.data.map(({ key }) => key)
  expect(await beside('moderator')).toEqual([])
  expect(await beside('admin')).toEqual(['old'])
  await s.query('delete from second_looks')
})
