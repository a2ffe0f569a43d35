import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import type { ListKind } from '@portreeve/contract/people/value-lists'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { refusalOf } from '../../testing/team-inbox.ts'

const s = useServer()
const { valueLists, users, listings, listingSearch, orderSearch } = api
type Role = 'admin' | 'moderator' | 'support' | 'finance'

const create = (name: string, kind: ListKind, as: Role = 'admin') =>
  s.call(as, valueLists.create, { body: { name, kind, about: 'Of the tests' } })
const add = (name: string, body: Partial<Body<typeof valueLists.add>>, as: Role = 'admin') =>
  s.call(as, valueLists.add, { params: { name }, body: { reason: 'Fraud', until: null, ...body } })
const itemsOf = async (name: string, as: Role = 'admin', search?: string) =>
  (await s.call(as, valueLists.items, { params: { name }, query: search ? { search } : {} })).body.data
const withValues = async (kind: ListKind, ...values: string[]) => {
  const name = `l-${kind.replaceAll('_', '-')}`
  await create(name, kind)
  const answer = await add(name, { values })
  return answer.status === 200 ? name : Promise.reject(new Error(JSON.stringify(answer.body)))
}
const people = async (query: string) =>
  (await s.call('admin', users.search, { query: { search_term: query } })).body.data
    ?.map(({ uid }) => uid)
    .sort()

beforeAll(async () => {
  await s.addUser({
    ...{ uid: 'ann', displayName: 'Ann', email: 'Ann@Mail.bad.example', phone_number: '+49 151 2345678' },
    ...{ last_ip: '203.0.113.77' },
  })
  await s.addUser({
    ...{ uid: 'bob', displayName: 'Bob', email: 'bob@bad.example', phone_number: '+1 212 5550100' },
    ...{ last_ip: '2001:db8::17' },
  })
  await s.addUser({ uid: 'cat', displayName: 'Cat', email: 'cat@notbad.example', last_ip: 'unknown' })
  await s.query(
    "insert into devices (id, uid, device_id) values ('d1', 'cat', 'phone:1'), ('d2', 'bob', 'phone:10')",
  )
  await s.make.listing({
    ...{ key: 'lamp', title: 'Lamp', description: 'Pay with a gift card only', creatorUID: 'ann' },
    ...{ review_state: 'approved' },
  })
  await s.make.listing({
    key: 'sofa',
    title: 'Sofa, gift cardboard',
    creatorUID: 'bob',
    review_state: 'approved',
  })
  const money = { price: 1000, purchase_date: new Date().toISOString() }
  await s.make.transaction({
    id: 't1',
    seller_uid: 'ann',
    purchaser_uid: 'cat',
    carrier: 'U.S.P.S.',
    ...money,
  })
  await s.make.transaction({ id: 't2', seller_uid: 'bob', purchaser_uid: 'ann', carrier: 'DHL', ...money })
  await s.make.transaction({ id: 't3', seller_uid: 'bob', purchaser_uid: 'cat', ...money })
})
beforeEach(async () => {
  await s.query('delete from value_list_items')
  await s.query('delete from value_lists')
})

describe('rights and refusals', () => {
  test('all roles read lists; who may change them does', async () => {
    await create('bad', 'email_domain')
    for (const role of ['moderator', 'support', 'finance'] as const)
      expect((await s.call(role, valueLists.list, {})).body.data).toMatchObject([{ name: 'bad', items: 0 }])
    expect((await create('mine', 'word', 'support')).status).toBe(403)
    expect((await add('bad', { values: ['x.example'] }, 'support')).status).toBe(403)
    expect((await add('bad', { values: ['x.example'] }, 'finance')).status).toBe(200)
  })

  test('a name is taken once, also by two at once; an unknown list and one with values are refused', async () => {
    const answers = await Promise.all([create('twice', 'word'), create('twice', 'word')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await add('none', { values: ['x'] })).status).toBe(404)
    await add('twice', { values: ['gift card'] })
    const remove = () => s.call('admin', valueLists.remove, { params: { name: 'twice' } })
    expect(refusalOf(await remove()).slice(0, 2)).toEqual([409, 'Not empty'])
    const [item] = await itemsOf('twice')
    await s.call('admin', valueLists.take, { params: { name: 'twice' }, body: { items: [item?.id ?? ''] } })
    expect((await remove()).status).toBe(200)
  })

  test.each([
    ['email_domain', 'no domain'],
    ['email', 'anna'],
    ['ip', '203.0.113.0/33'],
    ['ip', '203.0.113'],
    ['phone', 'a 49'],
    ['photo', 'xyz'],
    ['word', '!?'],
  ] as const)('%s: "%s" is refused with its place, and nothing is added', async (kind, value) => {
    const good = {
      email_domain: 'a.example',
      email: 'a@b',
      ip: '::1',
      phone: '+49',
      photo: '0'.repeat(16),
      word: 'a',
    }
    await create('one', kind)
    const answer = await add('one', { values: [good[kind], value] })
    expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'Not added'])
    expect(answer.body.error_message).toContain('Value 2')
    expect(await itemsOf('one')).toEqual([])
  })

  test('the end lies ahead; a value or a record is needed, not both', async () => {
    await create('bad', 'word')
    expect((await add('bad', { values: ['x'], until: '2020-01-01T00:00:00Z' })).status).toBe(422)
    expect((await add('bad', {})).status).toBe(400)
    expect((await add('bad', { values: ['x'], from: { kind: 'user', id: 'ann' } })).status).toBe(400)
  })
})

describe('what a search finds', () => {
  test.each([
    ['email_domain', ['BAD.example'], ['bob']],
    ['email_domain', ['@mail.bad.example', 'notbad.example'], ['ann', 'cat']],
    ['email', ['ann@mail.BAD.example '], ['ann']],
    ['ip', ['203.0.113.9/24'], ['ann']],
    ['ip', ['203.0.113.77', '203.0.114.0/24'], ['ann']],
    ['ip', ['203.0.113.78'], []],
    ['ip', ['2001:db8::/32'], ['bob']],
    ['phone', ['+49 (151)'], ['ann']],
    ['device', ['phone:1'], ['cat']],
  ] as const)('people, %s %j: %j', async (kind, values, found) => {
    const name = await withValues(kind, ...values)
    expect(await people(`in:${name}`)).toEqual(found)
    const others = ['ann', 'bob', 'cat'].filter((uid) => !found.some((one) => one === uid))
    expect((await people(`-in:${name}`))?.filter((uid) => /^(ann|bob|cat)$/.test(uid))).toEqual(others)
  })

  const keys = async (query: string) =>
    (await s.call('admin', listings.search, { query: { query } })).body.data?.map(({ key }) => key)
  const orders = async (query: string) =>
    (await s.call('admin', orderSearch.search, { query: { query } })).body.data?.rows
      .map(({ id }) => id)
      .sort()

  test('listings by whole words, by photos and by their sellers', async () => {
    const words = await withValues('word', 'Gift-card')
    expect(await keys(`in:${words}`)).toEqual(['lamp'])
    const found = await s.call('admin', listingSearch.search, { query: { searchTerm: `in:${words}` } })
    expect(found.body.data?.posts.map((post) => post?.key)).toEqual(['lamp'])
    expect(await keys(`in:${await withValues('email_domain', 'bad.example')}`)).toEqual(['sofa'])
    await s.query(
      "insert into photo_prints (post_key, photo, print, decided, due_at) values ('sofa', 'x.jpg', '8f3c00ff1e7c3e18', true, null)",
    )
    expect(await keys(`in:${await withValues('photo', '8F3C00FF1E7C3E19')}`)).toEqual(['sofa'])
  })

  test('orders by carrier, buyer and seller', async () => {
    expect(await orders(`in:${await withValues('carrier', 'usps')}`)).toEqual(['t1'])
    expect(await orders(`in:${await withValues('email_domain', 'mail.bad.example')}`)).toEqual(['t1', 't2'])
    expect(await orders(`-in:l-email-domain`)).toEqual(['t3'])
  })

  test('an unknown list and one of other records are mistakes that name the lists', async () => {
    await withValues('carrier', 'UPS')
    await withValues('ip', '203.0.113.77')
    const search = (query: string) => s.call('admin', users.search, { query: { search_term: query } })
    expect((await search('in:l-ipp')).body.error_message).toBe("There is no list 'l-ipp'. Those are in:l-ip.")
    expect((await search('in:l-carrier')).body.error_message).toContain('no search of people compares')
  })

  test('a value that has ended, or was removed, is found no more; one that is added again has the new end', async () => {
    const name = await withValues('email_domain', 'bad.example')
    await s.query("update value_list_items set until = now() - interval '1 minute'")
    expect(await people(`in:${name}`)).toEqual([])
    expect((await s.call('admin', valueLists.list, {})).body.data).toMatchObject([{ items: 0 }])
    expect((await add(name, { values: ['BAD.example'], reason: 'Again' })).body.data).toEqual({
      added: 0,
      changed: 1,
    })
    expect(await people(`in:${name}`)).toEqual(['bob'])
    const [item, ...others] = await itemsOf(name)
    expect([item, others]).toMatchObject([{ reason: 'Again', until: null }, []])
  })

  test('what is on a list now changes no answer about the past', async () => {
    const name = await withValues('email_domain', 'bad.example')
    // Moments are milliseconds, rounded.
    await s.query('select pg_sleep(0.003)')
    const [{ now }] = (await s.query('select clock_timestamp() as now')) as [{ now: string }]
    await s.query('select pg_sleep(0.003)')
    await s.query('delete from value_list_items')
    const then = (as: string) => ({ 'as-of': new Date(as).toISOString() })
    const search = async (headers: Record<string, string> = {}) =>
      (await s.call('admin', users.search, { query: { search_term: `in:${name}` } }, headers)).body.data
    expect(await search()).toEqual([])
    expect(await search(then(now))).toMatchObject([{ uid: 'bob' }])
  })
})

describe('hidden values', () => {
  test('are masked for a role without personal.read, which neither searches for parts of them nor types guesses', async () => {
    const name = await withValues('email', 'bob@bad.example')
    expect(await itemsOf(name, 'support', 'bob@')).toMatchObject([{ value: 'bob@bad.example' }])
    expect(await itemsOf(name, 'moderator')).toMatchObject([{ value: 'b•••@b•••.example' }])
    expect(await itemsOf(name, 'moderator', 'zzz')).toHaveLength(1)
    expect((await add(name, { values: ['cat@notbad.example'] }, 'moderator')).status).toBe(403)
  })

  test('are added from the page of a person, and erased with them', async () => {
    await s.addUser({ uid: 'eve', displayName: 'Eve', email: 'eve@evil.example', last_ip: '198.51.100.7' })
    await create('typed', 'ip')
    await create('mails', 'email')
    const from = { kind: 'user', id: 'eve' } as const
    expect((await add('mails', { from }, 'moderator')).body.data).toEqual({ added: 1, changed: 0 })
    await add('typed', { values: ['198.51.100.7', '198.51.100.8'] })
    expect(await itemsOf('mails')).toMatchObject([{ value: 'eve@evil.example', from }])
    expect(await people('in:mails')).toEqual(['eve'])
    await s.call('admin', users.erase, { params: { uid: 'eve' }, body: { reason: 'They asked' } })
    expect(await itemsOf('mails')).toEqual([])
    expect((await itemsOf('typed')).map(({ value }) => value)).toEqual(['198.51.100.8'])
    expect(await s.query("select from history.value_list_items where value like '%eve%'")).toEqual([])
  })

  test('a record without such a value, or unknown, is refused', async () => {
    await create('phones', 'phone')
    const refused = async (id: string) =>
      refusalOf(await add('phones', { from: { kind: 'user', id } }, 'moderator'))
    expect((await refused('cat')).slice(0, 2)).toEqual([409, 'Not added'])
    expect((await refused('none')).slice(0, 2)).toEqual([404, 'No such person'])
  })
})

test('two that add at once to a full list: one finds no place', async () => {
  await create('full', 'word')
  await s.query(
    "insert into value_list_items (id, list, value, key, reason, by, at) select 'x' || n, 'full', 'x', 'k' || n, 'x', 'x', now() from generate_series(1, 9999) n",
  )
  const answers = await Promise.all([add('full', { values: ['one'] }), add('full', { values: ['two'] })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})
