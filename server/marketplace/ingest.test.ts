import { readFile } from 'node:fs/promises'
import { api } from '@portreeve/contract'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { appealed, at, ingested, market } from '../testing/import-harness.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { ingestGuide, ingestGuidePath } from './import/ingest-docs.ts'

const s = useServer()
const names = ingestEntities.map(({ name }) => name as IngestName)
let shop: ReturnType<typeof writer>
beforeAll(async () => {
  shop = writer(
    s,
    await keyFor(
      s,
      names.map((name) => `ingest.${name}` as const),
    ),
  )
  await s.token('support')
})

const person = (uid: string, more: object = {}) => ({ uid, displayName: `Name of ${uid}`, ...more })
const counts = { new: 0, changed: 0, unchanged: 0, deleted: 0, rejected: 0 }

test('docs/ingest.md agrees with the contract', async () => {
  expect(await readFile(ingestGuidePath, 'utf8')).toBe(ingestGuide())
})

test('writes rows of every entity but those in the name of staff, and a second time changes nothing', async () => {
  await s.query("insert into staff (uid, email, role) values ('s1', 'sam@example.com', 'support')")
  await s.query(appealed)
  const bySam = (row: object) => 'senderID' in row && row.senderID === 's1'
  expect((await shop.rows('messages', market.messages.filter(bySam))).results).toMatchObject([
    { reason: 'conversation_id names "k1", which is not in conversations' },
  ])
  for (const expected of ['new', 'unchanged'] as const)
    for (const name of names) {
      const rows = ingested[name].filter((row) => !bySam(row))
      const { status, results, end } = await shop.rows(name, rows)
      expect([name, status, end]).toEqual([
        name,
        200,
        { status_code: 1, data: { ...counts, [expected]: rows.length } },
      ])
      expect(results.map(({ line, result }) => [line, result])).toEqual(rows.map((_, n) => [n + 1, expected]))
    }
})

test('gives one result per row with the reasons of a file, and keeps the good rows', async () => {
  const { results, end } = await shop.rows('users', [
    person('good-1'),
    person('bad', { email: 7 }),
    'no json',
    '{"uid": "twice", "uid": "twice"}',
    person('strange', { unknown: 1 }),
    person('good-2', { created_at: 'some day' }),
  ])
  expect(results).toEqual([
    { line: 1, key: 'good-1', result: 'new' },
    { line: 2, key: 'bad', result: 'rejected', reason: 'email must be text' },
    { line: 3, key: null, result: 'rejected', reason: 'is not JSON' },
    { line: 4, key: null, result: 'rejected', reason: 'has the key "uid" more than once' },
    { line: 5, key: 'strange', result: 'rejected', reason: 'has an unknown field: "unknown"' },
    { line: 6, key: 'good-2', result: 'new', odd: ['created_at'] },
  ])
  expect(end).toEqual({ status_code: 1, data: { ...counts, new: 2, rejected: 4 } })
  const only = await shop.rows('users', [person('good-1'), 'no json'], '?results=rejected')
  expect(only.results).toMatchObject([{ line: 2, result: 'rejected' }])
  const dangling = await shop.rows('devices', [{ id: 'dd', uid: 'nobody' }])
  expect(dangling.results).toMatchObject([{ reason: 'uid names "nobody", which is not in users' }])
})

test('rejects amounts below zero, and takes a name that every object has', async () => {
  for (const [entity, row] of [
    ['transactions', { ...market.transactions[0], price: -100 }],
    ['transactions', { ...market.transactions[0], shipping_cost: -1 }],
    ['listings', { key: 'below', creatorUID: 'u1', price: -1 }],
    ['listings', { key: 'below', creatorUID: 'u1', price_as_smallest_currency_unit: -1 }],
    ['promoted_posts', { ...market.promoted_posts[0], price: -1 }],
  ] as const)
    expect((await shop.rows(entity, [row])).results).toMatchObject([
      { result: 'rejected', reason: expect.stringMatching(/ is below 0$/) },
    ])
  await shop.rows('users', [person('constructor'), person('ordinary')])
  const talk = {
    id: 'odd',
    conversationsMessagesID: 'm',
    date: at,
    participants: ['constructor', 'ordinary'],
  }
  expect((await shop.rows('conversations', [talk])).results).toMatchObject([{ result: 'new' }])
  const members = await s.query(
    "select uid, name, read from conversation_members where conversation_id = 'odd' order by uid",
  )
  expect(members).toEqual(['constructor', 'ordinary'].map((uid) => ({ uid, name: null, read: false })))
})

test('two rows of one record in a call are written one after the other', async () => {
  const { results } = await shop.rows('users', [
    person('series', { post_ability: 1 }),
    person('other'),
    person('series', { post_ability: 2 }),
  ])
  expect(results.map(({ line, result }) => [line, result])).toEqual([
    [1, 'new'],
    [2, 'new'],
    [3, 'changed'],
  ])
  expect(await s.query("select post_ability from users where uid = 'series'")).toEqual([{ post_ability: 2 }])
})

test('takes a JSON array, and refuses what is none', async () => {
  const { status, body } = await shop.array('users', [person('listed'), { uid: 3 }])
  expect([status, body]).toEqual([
    200,
    {
      status_code: 1,
      data: {
        ...counts,
        new: 1,
        rejected: 1,
        results: [
          { line: 1, key: 'listed', result: 'new' },
          { line: 2, key: null, result: 'rejected', reason: 'uid must be text' },
        ],
      },
    },
  ])
  for (const [text, words] of [
    ['{"uid": "one"}', 'The body must be a JSON array of rows.'],
    ['[{', 'The body is no JSON.'],
    ['[{"uid": "a", "uid": "b"}]', 'The body has the key "uid" more than once.'],
  ] as const)
    expect(await shop.array('users', text)).toMatchObject({ status: 400, body: { error_message: words } })
})

test('an atomic call writes all rows or none', async () => {
  const refused = await shop.rows('users', [person('all-1'), person('all-2', { email: 1 })], '?atomic=true')
  expect([refused.status, refused.end]).toMatchObject([
    422,
    { code: 'refused', error_title: 'Nothing was written', error_message: 'Line 2 email must be text.' },
  ])
  const dangling = await shop.array(
    'devices',
    [
      { id: 'all-d', uid: 'good-1' },
      { id: 'all-e', uid: 'nobody' },
    ],
    '?atomic=true',
  )
  expect(dangling).toMatchObject({ status: 422, body: { error_message: /^Line 2 uid names "nobody"/ } })
  expect(await s.query("select id from devices where id like 'all-%'")).toEqual([])
  expect(await s.query("select uid from users where uid like 'all-%'")).toEqual([])
  const done = await shop.rows(
    'users',
    [person('all-1'), person('all-1', { post_ability: 3 })],
    '?atomic=true',
  )
  expect(done).toMatchObject({ status: 200, end: { status_code: 1, data: { new: 1, changed: 1 } } })
})

test('a late or repeated version never overwrites a newer one, nor brings a deleted record back', async () => {
  const write = async (displayName: string, source_version: unknown) =>
    (await shop.rows('users', [{ uid: 'versioned', displayName, source_version }])).results[0]
  expect(await write('One', 10)).toMatchObject({ result: 'new' })
  expect(await write('Two', 12)).toMatchObject({ result: 'changed' })
  expect(await write('Late', 11)).toEqual({ line: 1, key: 'versioned', result: 'unchanged', late: true })
  expect(await write('Repeated', 12)).toMatchObject({ late: true })
  expect(await write('Bad', 'soon')).toMatchObject({
    reason: 'source_version must be a whole number from 0 or an ISO-8601 time',
  })
  expect(await s.query("select display_name as n from users where uid = 'versioned'")).toEqual([{ n: 'Two' }])
  // Times are compared to the last digit.
  const question = async (title: string, time: string) =>
    (await shop.rows('questions', [{ id: 'timed', title, created_at: at, source_version: time }])).results[0]
  expect(await question('New', '2026-01-01T00:00:00.123456Z')).toMatchObject({ result: 'new' })
  expect(await question('Older', '2026-01-01T01:00:00.123455+01:00')).toMatchObject({ late: true })
  expect(await question('Newer', '2026-01-01T00:00:00.123457Z')).toMatchObject({ result: 'changed' })
  const gone = await shop.remove('questions', 'timed', '?source_version=2026-01-02T00:00:00Z')
  expect(gone.body.data).toMatchObject({ result: 'deleted' })
  expect(await question('Late', '2026-01-01T12:00:00Z')).toMatchObject({ late: true })
  expect(await s.query("select id from questions where id = 'timed'")).toEqual([])
  expect(await question('Again', '2026-01-03T00:00:00Z')).toMatchObject({ result: 'new' })
})

test('deletes a record; hides people and listings; rejects while others refer to it or money is open', async () => {
  await shop.rows('users', [
    person('leaver', { email: 'leaver@example.com' }),
    person('rich', { available_balance: 500 }),
  ])
  await shop.rows('listings', [{ key: 'leaver-lamp', creatorUID: 'leaver', title: 'Lamp' }])
  await shop.rows('content_reports', [{ id: 'lamp-report', post_key: 'leaver-lamp', created_at: at }])
  expect((await shop.remove('users', 'leaver')).body.data).toMatchObject({ result: 'deleted' })
  expect(await s.query("select deleted_at is not null as d from posts where key = 'leaver-lamp'")).toEqual([
    { d: true },
  ])
  expect((await shop.remove('users', 'leaver')).body.data).toMatchObject({ result: 'unchanged' })
  expect((await shop.remove('users', 'rich')).body.data).toMatchObject({
    result: 'rejected',
    reason: 'still has an available balance of $5.00',
  })
  expect((await shop.remove('collections', 'f1')).body.data).toMatchObject({ result: expect.any(String) })
  expect((await shop.remove('moderating_messages', 'admin_messages,blurry')).body.data).toMatchObject({
    key: 'admin_messages,blurry',
    result: 'deleted',
  })
  expect(await shop.remove('moderating_messages', 'blurry')).toMatchObject({ status: 400 })
  expect(await shop.remove('transactions', 't1')).toMatchObject({
    status: 422,
    body: { error_title: 'Never deleted' },
  })
})

test('what staff decided stays until the marketplace agrees; differences are listed and settled', async () => {
  const row = (more: object = {}) => person('decided', { email: 'old@example.com', isBanned: false, ...more })
  await shop.rows('users', [row()])
  const { body } = await s.call('support', api.users.ban, {
    params: { uid: 'decided' },
    query: {},
    body: { ban_reason: 'Spam' },
  })
  expect(body.data.isBanned).toBe(true)
  await s.call('support', api.users.update, {
    params: { uid: 'decided' },
    body: { email: 'new@example.com' },
  })

  const late = await shop.rows('users', [row({ post_ability: 7 })])
  expect(late.results).toEqual([{ line: 1, key: 'decided', result: 'changed', kept: ['email', 'isBanned'] }])
  expect(
    await s.query("select is_banned, email, search_email, post_ability from users where uid = 'decided'"),
  ).toEqual([
    {
      is_banned: true,
      email: 'new@example.com',
      search_email: expect.stringMatching(/^new/),
      post_ability: 7,
    },
  ])
  const listed = async () =>
    (await s.call('support', api.ingest.differences, { query: { entity: 'users' } })).body.data.filter(
      ({ key }) => key === 'decided',
    )
  expect(await listed()).toMatchObject([
    { name: 'Name of decided', field: 'isBanned', ours: true, theirs: false, decided_by: 'The support' },
    { field: 'email', ours: 'new@example.com', theirs: 'old@example.com' },
  ])

  const overview = await s.call('support', api.users.overview, { params: { uid: 'decided' } })
  expect(overview.body.data.differs).toEqual(['email', 'isBanned'])

  // The echo of the marketplace ends the difference, and its next word counts again.
  const echo = await shop.rows('users', [row({ isBanned: true, post_ability: 7 })])
  expect(echo.results).toEqual([{ line: 1, key: 'decided', result: 'unchanged', kept: ['email'] }])
  expect(await listed()).toMatchObject([{ field: 'email' }])
  await shop.rows('users', [row({ isBanned: false, post_ability: 7 })])
  expect(await s.query("select is_banned as b from users where uid = 'decided'")).toEqual([{ b: false }])

  const settle = (keep: 'ours' | 'theirs') =>
    s.call('admin', api.ingest.settle, { body: { entity: 'users', key: 'decided', field: 'email', keep } })
  expect(
    (
      await s.call('support', api.ingest.settle, {
        body: { entity: 'users', key: 'decided', field: 'email', keep: 'ours' },
      })
    ).body.code,
  ).toBe('forbidden')
  expect((await settle('ours')).status).toBe(200)
  expect(await listed()).toEqual([])
  await shop.rows('users', [row({ post_ability: 7 })])
  expect(await listed()).toEqual([])
  await shop.rows('users', [row({ email: 'third@example.com' })])
  expect(await listed()).toMatchObject([{ theirs: 'third@example.com' }])
  expect((await settle('theirs')).status).toBe(200)
  await shop.rows('users', [row({ email: 'third@example.com' })])
  expect(await s.query("select email from users where uid = 'decided'")).toEqual([
    { email: 'third@example.com' },
  ])
  expect((await settle('ours')).body.code).toBe('not_found')
  expect(await s.query("select action from audit where action = 'ingest.settle'")).toHaveLength(2)
})

test('a record that staff deleted is not brought back, and the marketplace may agree', async () => {
  await shop.rows('macros', [{ id: 'removed', title: 'Hi', text: 'Hello', created_at: at }])
  await s.call('support', api.macros.remove, { params: { id: 'removed' } })
  const back = await shop.rows('macros', [{ id: 'removed', title: 'Hi', text: 'Hello', created_at: at }])
  expect(back.results).toMatchObject([{ result: 'rejected', reason: 'was deleted in Portreeve' }])
  expect((await shop.remove('macros', 'removed')).body.data.result).toBe('deleted')
  const again = await shop.rows('macros', [{ id: 'removed', title: 'Hi', text: 'Hello', created_at: at }])
  expect(again.results).toMatchObject([{ result: 'new' }])
})

test('open pages hear of written rows', async () => {
  await s.query('delete from live_events')
  await shop.rows('users', [person('live')])
  await shop.rows('listings', [{ key: 'live-l', creatorUID: 'live' }])
  await shop.rows('content_reports', [{ id: 'live-r', post_key: 'live-l', created_at: at }])
  await shop.rows('transactions', [
    { ...market.transactions[0], id: 'live-t', dispute_id: null, dispute_status: null },
  ])
  await shop.rows('questions', [{ id: 'live-q', created_at: at }])
  const events = await s.query<{ topic: string; payload: object }>(
    "select topic, payload from live_events where topic <> 'desk' order by id",
  )
  expect(events.map(({ topic, payload }) => [topic, payload])).toEqual([
    ['users', { uid: 'live' }],
    ['users', { uid: 'live' }],
    ['review', { what: 'arrived', case: { kind: 'listing', id: 'live-l' } }],
    ['users', { uid: 'live' }],
    ['transactions', { id: 'live-t', order_id: 'o1', purchaser_uid: 'u2', seller_uid: 'u1' }],
    ['questions', { id: 'live-q' }],
  ])
  // A repeated row changes nothing, so no page reads again.
  await s.query('delete from live_events')
  await shop.rows('users', [person('live')])
  expect(await s.query("select 1 from live_events where topic = 'users'")).toEqual([])
})
