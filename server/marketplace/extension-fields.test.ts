import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { refusalOf } from '../testing/team-inbox.ts'
import { forgetExtra } from './extensions/forget-extra.ts'

const s = useServer()
const { extensionFields, users, listings, listingSearch, orderSearch } = api
type Field = Body<typeof extensionFields.create>
type Role = 'admin' | 'moderator' | 'support'

const declare = async (name: string, more: Partial<Field> = {}, as: Role = 'admin') =>
  s.call(as, extensionFields.create, {
    body: {
      ...{ kind: 'user', name, type: 'text', words: `Words of ${name}`, choices: [] },
      ...{ personal: false, shown: true, filterable: true, ...more },
    },
  })
const change = (name: string, body: Body<typeof extensionFields.change>) =>
  s.call('admin', extensionFields.change, { params: { kind: 'user', name }, body })
const remove = (name: string) => s.call('admin', extensionFields.remove, { params: { kind: 'user', name } })
const values = async (kind: string, id: string, as: Role = 'admin', headers = {}) =>
  (await s.call(as, extensionFields.values, { params: { kind, id } }, headers)).body.data?.map(
    ({ name, value, masked }) => (masked ? [name, value, 'masked'] : [name, value]),
  )
const find = async (query: string, as: Role = 'admin') => {
  const { body } = await s.call(as, users.search, { query: { search_term: query } })
  return body.data?.map(({ uid }) => uid).sort() ?? body.error_message
}
const stop = new AbortController().signal

let shop: ReturnType<typeof writer>
const send = async (uid: string, extra: object | null) => {
  const { results } = await shop.rows('users', [{ uid, displayName: uid, extra }])
  return results[0]?.reason ?? results[0]?.result
}
beforeAll(async () => {
  shop = writer(s, await keyFor(s, ['ingest.users', 'ingest.listings', 'ingest.transactions']))
  for (const role of ['moderator', 'support'] as const) await s.token(role)
})
beforeEach(async () => {
  await s.query("update users set extra = null where uid like 'ext-%'")
  await s.query('delete from extension_fields')
})

describe('declarations', () => {
  test('only who may manages them; all roles read them; each change is a deed', async () => {
    expect((await declare('tier', {}, 'support')).status).toBe(403)
    expect((await declare('tier')).status).toBe(200)
    expect((await change('tier', { words: 'Level', shown: false })).body.data).toMatchObject({
      words: 'Level',
    })
    const { body } = await s.call('moderator', extensionFields.list, {})
    expect(body.data).toMatchObject([{ name: 'tier', words: 'Level', shown: false, filterable: true }])
    await remove('tier')
    expect((await s.call('moderator', extensionFields.list, {})).body.data).toEqual([])
    const audit = await s.query(
      "select action, subject_id from audit where subject_kind = 'extension_field' order by id",
    )
    expect(audit).toEqual(
      ['create', 'change', 'remove'].map((what) => ({
        action: `extensionFields.${what}`,
        subject_id: 'user/tier',
      })),
    )
  })

  test('a name is taken once, also by two at once, and never from a record or a search', async () => {
    const answers = await Promise.all([declare('twice'), declare('twice')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await declare('twice', { kind: 'listing' })).status).toBe(200)
    for (const name of ['email', 'status', 'last_ip', 'extra'])
      expect(refusalOf(await declare(name)).slice(0, 2)).toEqual([409, 'The name is taken'])
    for (const name of ['Tier', '1st', 'two words']) expect((await declare(name)).status).toBe(400)
    expect((await declare('tier', { type: 'choice' })).status).toBe(400)
    expect((await declare('tier', { choices: ['a'] })).status).toBe(400)
  })

  test('what is masked stays masked', async () => {
    await declare('passport')
    expect((await change('passport', { personal: true })).status).toBe(200)
    expect(refusalOf(await change('passport', { personal: false })).slice(0, 2)).toEqual([
      422,
      'Stays personal',
    ])
  })

  test('there are at most 200', async () => {
    await s.query(`insert into extension_fields (kind, name, type, words, choices, personal, shown, filterable, created_at, created_by)
      select 'listing', 'f' || n, 'text', 'x', '[]', false, true, true, now(), 'x' from generate_series(1, 200) n`)
    expect(refusalOf(await declare('one_more')).slice(0, 2)).toEqual([422, 'Too many fields'])
  })
})

const all = async () => {
  await declare('tier', { type: 'choice', choices: ['gold', 'very old'] })
  await declare('score', { type: 'number' })
  await declare('vip', { type: 'yes_no' })
  await declare('joined', { type: 'date' })
  await declare('note')
}

describe('ingest', () => {
  test('takes values of each type, and rejects an unknown name and a wrong value by row', async () => {
    await all()
    const extra = { tier: 'gold', score: -7, vip: false, joined: '2024-02-29', note: 'Of the Café' }
    expect(await send('ext-a', extra)).toBe('new')
    expect(await send('ext-a', extra)).toBe('unchanged')
    expect(await values('user', 'ext-a')).toEqual([
      ['joined', '2024-02-29'],
      ['note', 'Of the Café'],
      ['score', -7],
      ['tier', 'gold'],
      ['vip', false],
    ])
    for (const [wrong, reason] of [
      [{ colour: 'red' }, 'extra.colour is no declared field'],
      [{ tier: 'Gold' }, 'extra.tier must be one of "gold", "very old"'],
      [{ score: '7' }, 'extra.score must be a whole number'],
      [{ vip: 'yes' }, 'extra.vip must be true or false'],
      [{ joined: '2023-02-29' }, 'extra.joined must be a date, as 2026-01-31'],
      [{ note: ' ' }, 'extra.note must be text that is not empty'],
    ] as const)
      expect(await send('ext-a', wrong)).toBe(reason)
    expect(await send('ext-a', { score: 1.5 })).toMatch(/^extra\.score /)
    const { results } = await shop.rows('users', [
      { uid: 'ext-b', extra: { colour: 'red' } },
      { uid: 'ext-c', extra: { score: 1 } },
    ])
    expect(results.map(({ result }) => result)).toEqual(['rejected', 'new'])
  })

  test('null removes a value, and so does a row without it: a row is the whole record', async () => {
    await all()
    await send('ext-a', { score: 1, note: 'x' })
    await send('ext-a', { score: null, note: 'x' })
    expect(await values('user', 'ext-a')).toEqual([['note', 'x']])
    expect(await send('ext-a', null)).toBe('changed')
    expect(await values('user', 'ext-a')).toEqual([])
    expect(await s.query("select extra from users where uid = 'ext-a'")).toEqual([{ extra: null }])
  })

  test('a decision of staff keeps its field, and the values of the marketplace come in beside it', async () => {
    await all()
    await send('ext-a', { score: 1 })
    await s.call('admin', users.update, { params: { uid: 'ext-a' }, body: { post_ability: 3 } })
    const { results } = await shop.rows('users', [{ uid: 'ext-a', post_ability: 9, extra: { score: 2 } }])
    expect(results).toMatchObject([{ result: 'changed', kept: ['post_ability'] }])
    expect(await values('user', 'ext-a')).toEqual([['score', 2]])
    expect(await s.query("select field from decided_fields where key = 'ext-a'")).toEqual([
      { field: 'post_ability' },
    ])
  })

  test('a program reads its values back', async () => {
    await all()
    await send('ext-a', { score: 1 })
    const { body } = await shop.read('users', 'ext-a')
    expect(body.data).toMatchObject({ extra: { score: 1 } })
  })
})

describe('removal', () => {
  test('values go at once from the page and from searches, then from the records; then the name is free', async () => {
    await all()
    await send('ext-a', { note: 'x', score: 1 })
    await send('ext-b', { note: 'x' })
    await remove('note')
    expect(await values('user', 'ext-a')).toEqual([['score', 1]])
    expect(await find('x_note:x')).toContain("There is no field 'x_note' to filter by")
    expect(await send('ext-c', { note: 'x' })).toBe('extra.note is no declared field')
    expect(refusalOf(await declare('note')).slice(0, 2)).toEqual([409, 'Being removed'])
    await forgetExtra.run(s.ctx, stop)
    expect(
      await s.query("select uid, extra from users where uid in ('ext-a', 'ext-b') order by uid"),
    ).toEqual([
      { uid: 'ext-a', extra: { score: 1 } },
      { uid: 'ext-b', extra: null },
    ])
    expect((await declare('note', { type: 'number' })).status).toBe(200)
    expect(await s.query("select 1 from decided_fields where field = 'extra'")).toEqual([])
  })

  test('rows that arrive while a field is removed leave no value of it', async () => {
    for (let round = 0; round < 5; round++) {
      await declare('note')
      const sent = Array.from({ length: 6 }, (_, n) => send(`ext-r${n}`, { note: `x${round}` }))
      await Promise.all([...sent, remove('note')])
      await forgetExtra.run(s.ctx, stop)
      expect(await s.query("select uid from users where extra ? 'note'")).toEqual([])
      expect(await s.query('select 1 from extension_fields')).toEqual([])
    }
  })
})

describe('searches', () => {
  beforeEach(async () => {
    await all()
    await send('ext-a', { tier: 'gold', score: -7, vip: true, joined: '2024-02-29', note: 'Blue Bike' })
    await send('ext-b', { tier: 'very old', score: 42, vip: false, joined: '2025-01-01' })
    await send('ext-c', { score: 1000 })
  })
  test.each([
    ['x_tier:gold', ['ext-a']],
    ['x_tier:"Very Old"', ['ext-b']],
    ['x_vip:no', ['ext-b']],
    ['x_note:"blue bike"', ['ext-a']],
    ['x_note:blue', []],
    ['x_score:42', ['ext-b']],
    ['x_score:-7', ['ext-a']],
    ['x_score:>41', ['ext-b', 'ext-c']],
    ['x_score:>=1000', ['ext-c']],
    ['x_score:<42', ['ext-a']],
    ['x_score:<=42', ['ext-a', 'ext-b']],
    ['x_joined:2024-02-29', ['ext-a']],
    ['x_joined:>2024-02-29', ['ext-b']],
    ['x_joined:<2025-01-01 x_vip:yes', ['ext-a']],
    ['-x_vip:yes x_score:>0', ['ext-b', 'ext-c']],
  ])('%s', async (query, uids) => {
    expect(await find(query)).toEqual(uids)
  })

  test('the age of a date, and a value of an earlier field of the name', async () => {
    await send('ext-b', { joined: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10) })
    expect(await find('x_joined:<9d')).toEqual(['ext-b'])
    expect(await find('x_joined:>9d')).toEqual(['ext-a'])
    await s.query(`update users set extra = '{"score": "many", "vip": "yes"}' where uid = 'ext-c'`)
    expect(await find('x_score:>0')).toEqual([])
    expect(await find('x_vip:no')).toEqual([])
  })

  test('common numbers are found as rare ones are', async () => {
    await s.query(`insert into users (uid, created_at_time, extra)
      select 'ext-m' || n, now() - make_interval(secs => n), jsonb_build_object('score', n) from generate_series(1, 60) n`)
    expect(await find('x_score:>=40')).toHaveLength(23)
    expect(await find('x_score:<0')).toEqual(['ext-a'])
    await s.query("delete from users where uid like 'ext-m%'")
  })

  test('a mistake is named; a field that is not filterable is no filter', async () => {
    expect(await find('x_score:many')).toBe("'many' is no whole number. Write it as in x_score:>0.")
    expect(await find('x_tier:glod')).toBe("There is no value 'glod'. Did you mean 'x_tier:gold'?")
    expect(await find('x_joined:2023-02-29')).toContain('is no time')
    await change('score', { filterable: false })
    expect(await find('x_score:1')).toContain("There is no field 'x_score' to filter by")
  })

  test('listings and orders', async () => {
    for (const kind of ['listing', 'transaction'] as const) await declare('colour', { kind })
    const now = new Date().toISOString()
    await shop.rows('listings', [
      {
        key: 'ext-l',
        creatorUID: 'ext-a',
        title: 'Lamp',
        creationDate: now,
        review_state: 'approved',
        extra: { colour: 'red' },
      },
    ])
    await shop.rows('transactions', [
      {
        id: 'ext-t',
        seller_uid: 'ext-a',
        purchaser_uid: 'ext-b',
        price: 1,
        purchase_date: now,
        extra: { colour: 'red' },
      },
    ])
    for (const [query, found] of [
      ['x_colour:red', 1],
      ['x_colour:blue', 0],
    ] as const) {
      const some = await s.call('admin', listings.search, { query: { query } })
      expect(some.body.data).toHaveLength(found)
      const approved = await s.call('admin', listingSearch.search, {
        query: { searchTerm: query, postType: '0' },
      })
      expect(approved.body.data.posts).toHaveLength(found)
      expect((await s.call('admin', orderSearch.search, { query: { query } })).body.data.rows).toHaveLength(
        found,
      )
    }
    expect(await values('listing', 'ext-l')).toEqual([['colour', 'red']])
    expect(await values('transaction', 'ext-t')).toEqual([['colour', 'red']])
  })
})

describe('personal fields', () => {
  beforeEach(async () => {
    await declare('passport', { personal: true })
    await declare('born', { personal: true, type: 'date' })
    await send('ext-a', { passport: 'C01X00T47', born: '1990-05-17' })
  })

  test('are masked on the server, and found by nobody who sees them masked', async () => {
    expect(await values('user', 'ext-a', 'support')).toEqual([
      ['born', '1990-05-17'],
      ['passport', 'C01X00T47'],
    ])
    expect(await values('user', 'ext-a', 'moderator')).toEqual([
      ['born', '•••', 'masked'],
      ['passport', '••••0T47', 'masked'],
    ])
    expect(await find('x_passport:c01x00t47', 'support')).toEqual(['ext-a'])
    expect(await find('x_passport:c01x00t47', 'moderator')).toContain('your role sees it masked')
    expect(await find('x_born:>1980-01-01', 'moderator')).toContain('your role sees it masked')
  })

  test('are revealed with a reason, which is audited and counted', async () => {
    const reveal = (as: Role, id = 'ext-a') =>
      s.call(as, extensionFields.reveal, { params: { kind: 'user', id }, body: { reason: 'A call' } })
    expect((await reveal('support')).status).toBe(403)
    expect((await reveal('moderator', 'nobody')).status).toBe(404)
    expect((await reveal('moderator')).body.data.map(({ value }) => value)).toEqual([
      '1990-05-17',
      'C01X00T47',
    ])
    expect(
      await s.query(
        "select subject_id, reason, after from audit where action = 'extensionFields.reveal' order by id desc limit 1",
      ),
    ).toMatchObject([{ subject_id: 'ext-a', reason: 'A call' }])
    expect(
      await s.query("select count(*)::int as n from reveals where staff_uid = 'staff-moderator'"),
    ).toEqual([{ n: 1 }])
  })
})

describe('rights, past and erasure', () => {
  test('values need the permission of the record, and a record', async () => {
    const read = async (kind: string, id: string) =>
      (await s.call('moderator', extensionFields.values, { params: { kind, id } })).status
    expect(await read('user', 'nobody')).toBe(404)
    expect(await read('message', 'x')).toBe(404)
  })

  test('the past has the values and the fields of then', async () => {
    await declare('note')
    await send('ext-p', { note: 'before' })
    const [{ at } = { at: '' }] = await s.query<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pg_sleep(0.01)`,
    )
    await s.query('select pg_sleep(0.01)')
    await change('note', { words: 'Other' })
    await send('ext-p', { note: 'after' })
    const then = { 'as-of': at }
    expect(await values('user', 'ext-p')).toEqual([['note', 'after']])
    expect(await values('user', 'ext-p', 'admin', then)).toEqual([['note', 'before']])
    await remove('note')
    await forgetExtra.run(s.ctx, stop)
    expect(await values('user', 'ext-p', 'admin', then)).toEqual([['note', 'before']])
    const found = await s.call('admin', users.search, { query: { search_term: 'x_note:before' } }, then)
    expect(found.body.data).toMatchObject([{ uid: 'ext-p' }])
  })

  test('an erasure leaves no value of the person, in the history neither, and none of their orders', async () => {
    await declare('note')
    await declare('gift_note', { kind: 'transaction' })
    await send('ext-e', { note: 'Secret-1 of Erna' })
    await send('ext-e', { note: 'Secret-2 of Erna' })
    await send('ext-o', { note: 'Knows ext-e-not, and ext-e well' })
    const row = {
      id: 'ext-et',
      seller_uid: 'ext-o',
      purchaser_uid: 'ext-e',
      price: 1,
      payout_status: 1,
      status: 1,
    }
    for (const note of ['Secret-3', 'Secret-4'])
      await shop.rows('transactions', [
        { ...row, purchase_date: '2025-01-01T00:00:00Z', extra: { gift_note: note } },
      ])
    const erased = await s.call('admin', users.erase, { params: { uid: 'ext-e' }, body: { reason: 'Asked' } })
    expect(erased.status).toBe(200)
    for (const table of ['users', 'transactions', 'history.users', 'history.transactions'])
      expect([table, await s.query(`select 1 from ${table} t where t::text like '%Secret-%'`)]).toEqual([
        table,
        [],
      ])
    expect(await values('transaction', 'ext-et')).toEqual([])
    expect((await values('user', 'ext-o'))?.[0]?.[1]).toContain('[erased]')
  })
})
