import { api } from '@portreeve/contract'
import { codes, folded, ids, pasted, phones } from '@portreeve/contract/base/plain-text.cases'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { rebuildSearch } from './rebuild.ts'

// Each case of the table is stored in the written form and found by the plain one, and the other way round.
const s = useServer()
const found = async (search_term: string) => {
  const { status, body } = await s.call('support', api.users.search, { query: { search_term } })
  return status === 200 ? body.data.map(({ uid }) => uid) : [status, body]
}
const orders = async (query: string) => {
  const { body } = await s.call('support', api.orderSearch.search, { query: { query } })
  return body.data.rows.map(({ id }) => id)
}
/** PostgreSQL stores no NUL, and a call with one is refused. */
const names = folded.filter(([text]) => !text.includes('\0'))

beforeAll(async () => {
  for (const [at, [text]] of names.entries()) await s.addUser({ uid: `name-${at}`, displayName: text })
  await s.addUser({ uid: 'by-mail', displayName: 'Anna Berg', email: 'anna@example.com' })
  await s.addUser({ uid: 'by-phone', displayName: 'Phone', phone_number: '+15557309183' })
  await s.addUser({ uid: 'by-phone-de', displayName: 'Phone', phone_number: '+49 (0)30 901820' })
  await s.make.transaction({
    id: 't-id',
    public_id: 'K7-90210',
    seller_uid: 'by-mail',
    purchaser_uid: 'by-phone',
  })
  await s.make.transaction({
    ...{ id: 't-usps', seller_uid: 'by-mail', purchaser_uid: 'by-phone' },
    ...{ tracking_number: '9400 1112 0255 5842 1387 12', carrier: 'U.S. Postal Service' },
  })
  await s.make.transaction({ id: 't-ups', seller_uid: 'by-mail', purchaser_uid: 'by-phone', carrier: 'ups ' })
  await s.make.label({ transaction_id: 't-ups', tracking_number: '1z999aa10123456784' })
})

test.each(names)('a name stored as %j is found by it, and by %j', async (text, form) => {
  const uid = `name-${names.findIndex(([one]) => one === text)}`
  expect(await found(text)).toContain(uid)
  expect(await found(form)).toContain(uid)
})
test.each(pasted.filter(([, meant]) => meant.includes('@')))('%j finds the person', async (typed) =>
  expect(await found(typed)).toEqual(['by-mail']),
)
test.each(phones.filter(([, digits]) => digits === '15557309183'))('%j finds the number', async (typed) =>
  expect(await found(typed)).toContain('by-phone'),
)
test('a number as within its country, and one with a zero in parentheses', async () => {
  expect(await found('030 901820')).toContain('by-phone-de')
  expect(await found('+49 30 901820')).toEqual(['by-phone-de'])
})
test.each(ids)('%j finds the order %s', async (typed) => expect(await orders(typed)).toEqual(['t-id']))
test.each(codes)('%j finds the parcel %s', async (typed, code) =>
  expect(await orders(typed)).toEqual([code.startsWith('1Z') ? 't-ups' : 't-usps']),
)
test.each([
  ['carrier:usps', ['t-usps']],
  ['carrier:"United States Postal Service"', ['t-usps']],
  ['carrier:U.S.P.S.', ['t-usps']],
  ['carrier:UPS', ['t-ups']],
  ['tracking:1Z-999-AA1-0123456784', ['t-ups']],
  ['tracking：“9400 1112 0255 5842 1387 12”', ['t-usps']],
])('%s', async (query, expected) => expect(await orders(query)).toEqual(expected))

test('signs that no text has find no one, and an empty term the newest', async () => {
  expect(await found('"')).toEqual([])
  expect(await found("'")).toEqual([])
  expect((await found('\u200b')).length).toBeGreaterThan(50)
})

test('a listing that hides a word by invisible characters is found by a keyword for it', async () => {
  await s.query(
    "insert into posts (key, creator_uid, title, review_state, post_type) values ('hidden', 'by-mail', $1, 'approved', 0)",
    ['Fresh c\u200bou\u00adch'],
  )
  await rebuildSearch.run(s.ctx, AbortSignal.timeout(60_000))
  await s.make.keyword({ id: 'k', terms: 'c\u2060ouch', preferred_term: 'sofa' })
  const { body } = await s.call('support', api.listingSearch.search, { query: { searchTerm: 'so\u200dfa' } })
  expect(body.data.posts.map((post) => post?.key)).toContain('hidden')
})

describe('rows of an earlier release', () => {
  test('are written by the present rule at the next start, once, but not those of a deleted person', async () => {
    await s.query("update users set search_name = 'oQCQld' where uid in ('name-0', 'name-1')")
    await s.query("update users set deleted_at = now(), search_name = '' where uid = 'name-1'")
    await s.query("update search_rebuilds set rule = 1, after = '{zzz}'")
    await rebuildSearch.run(s.ctx, AbortSignal.timeout(60_000))
    expect(
      await s.query("select uid, search_name from users where uid in ('name-0', 'name-1') order by uid"),
    ).toEqual([
      { uid: 'name-0', search_name: 'graceQFQhopper' },
      { uid: 'name-1', search_name: '' },
    ])
    expect(await s.query('select count(*)::int as n from search_rebuilds where after is not null')).toEqual([
      { n: 0 },
    ])
    // Two servers at once
    await s.query('update search_rebuilds set rule = 1')
    await Promise.all([1, 2].map(() => rebuildSearch.run(s.ctx, AbortSignal.timeout(60_000))))
    expect(await found('grace hopper')).toContain('name-0')
  })
})
