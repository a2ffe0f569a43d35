import { readFile } from 'node:fs/promises'
import { imports } from '@portreeve/contract/marketplace/imports'
import { expect, test } from 'vitest'
import { searchColumns } from '../search/search-text.ts'
import {
  at,
  digest,
  folderOf,
  fresh,
  inScratch,
  market,
  rows,
  run,
  useImports,
} from '../testing/import-harness.ts'
import { badRows, changedRows, oddDates } from '../testing/odd-rows.ts'
import { guidePath, importGuide } from './import/docs.ts'
import { trueTime } from './import/source-time.ts'

useImports()

test('imports every kind of file, and a second run changes nothing', async () => {
  expect(Object.keys(market).sort()).toEqual(imports.map(({ name }) => name as string).sort())
  const folder = await folderOf(market)
  const first = await run(folder)
  expect(first.rejects).toEqual([])
  expect(first.code).toBe(0)
  for (const [name, given] of Object.entries(market))
    expect([name, ...(first.counts[name] ?? [])]).toEqual([name, given.length, 0, 0, 0, 0])
  const before = await digest()
  const second = await run(folder)
  expect(second.code).toBe(0)
  for (const [name, given] of Object.entries(market))
    expect([name, ...(second.counts[name] ?? [])]).toEqual([name, 0, 0, given.length, 0, 0])
  expect(await digest()).toBe(before)
})

test('stores the file’s values, the search columns, and the defaults', async () => {
  const [one] = await rows('select * from users where uid = $1', ['u1'])
  const known = searchColumns({
    uid: 'u1',
    displayName: 'Name of u1',
    email: 'Müller@example.com',
    phone_number: '+15551234567',
    oneSignalId: null,
    last_ip: null,
  })
  expect(one).toMatchObject({
    ...known,
    created_at: at,
    is_banned: false,
    early_access: 0,
    available_balance: null,
  })
  expect(one?.created_at_time).toEqual(new Date(at))
  expect(
    await rows(
      'select uid, name, read, position from conversation_members where conversation_id = $1 order by position',
      ['k1'],
    ),
  ).toEqual([
    { uid: 'u2', name: 'Two', read: true, position: 0 },
    { uid: 's1', name: 'Sam', read: false, position: 1 },
  ])
  expect(
    await rows('select price, location, photos_url, review_state from posts where key = $1', ['l1']),
  ).toEqual([
    { price: 12.5, location: { lat: 1.5, lon: -2 }, photos_url: ['a.jpg'], review_state: 'pending' },
  ])
  expect(await rows('select id, device_id from devices order by id')).toEqual([
    { id: 'd1', device_id: null },
    { id: 'd2', device_id: 'd2' },
  ])
  expect(await rows('select payment_id from promoted_posts')).toEqual([{ payment_id: 'ch_1' }])
})

test('updates changed rows to the file’s values and raises their version', async () => {
  const folder = await folderOf(changedRows)
  const { counts, code } = await run(folder)
  expect([code, counts.users, counts.conversations]).toEqual([0, [0, 1, 1, 0, 0], [0, 2, 0, 0, 0]])
  expect(await rows('select uid, email, version from users where uid < $1 order by uid', ['u3'])).toEqual([
    { uid: 'u1', email: null, version: 2 },
    { uid: 'u2', email: null, version: 1 },
  ])
  expect(await rows('select uid from conversation_members where conversation_id = $1', ['k2'])).toEqual([
    { uid: 'u1' },
  ])
  expect((await rows('select created_at_time, search_email from users where uid = $1', ['u1']))[0]).toEqual({
    created_at_time: null,
    search_email: '',
  })
})

test('rejects invalid lines one by one, with file, line and reason, and continues', async () => {
  const into = await fresh()
  const folder = await folderOf(badRows)
  const { code, rejects, counts, text } = await run(folder, into)
  expect(code).toBe(1)
  expect(rejects.map(({ file, line, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'users.ndjson:2 is not JSON',
    'users.ndjson:3 is not a JSON object',
    'users.ndjson:4 has an unknown field: "phone", "fax"',
    'users.ndjson:5 isBanned must be true or false',
    'users.ndjson:6 displayName holds a NUL character',
    'users.ndjson:7 displayName holds half a character',
    'users.ndjson:8 uid is missing',
    'users.ndjson:9 store_behavior has a value that is not allowed',
    'users.ndjson:10 available_balance must be a whole number',
    'users.ndjson:12 is not UTF-8 text',
    'users.ndjson:13 has an unknown field: "__proto__"',
    'users.ndjson:14 is longer than 16 MB',
    'users.ndjson:15 has the key "displayName" more than once',
    'staff.ndjson:2 the database refuses it: duplicate key value violates unique constraint "staff_email_unique"',
    'staff.ndjson:3 there is no role "boss" here. Make it on the page Roles, or import the settings of the other server, first',
    'orders.ndjson:2 buyer_uid names "nobody", which is not in users',
    'orders.ndjson:3 created_at must be an ISO-8601 time with an offset, as 2026-01-31T12:00:00Z',
    'orders.ndjson:4 the database refuses it: date/time field value out of range',
  ])
  expect([counts.users, counts.orders, counts.staff]).toEqual([
    [2, 0, 0, 0, 13],
    [2, 0, 0, 0, 3],
    [1, 0, 0, 0, 2],
  ])
  expect(text).toContain('users.ndjson:2 is not JSON')
  expect(await rows('select id from orders order by id', [], into)).toEqual([{ id: 'o1' }, { id: 'o5' }])
})

test('keeps the text of an odd date and counts a warning (D-136)', async () => {
  const folder = await folderOf(oddDates)
  const { code, counts, text } = await run(folder)
  expect([code, counts.users, counts.listings, counts.email_templates]).toEqual([
    0,
    [2, 0, 0, 2, 0],
    [1, 0, 0, 1, 0],
    [1, 0, 0, 1, 0],
  ])
  expect(text).toContain('1 times: created_at is no date; its text is kept')
  expect(
    await rows('select created_at, created_at_time, last_active from users where uid = $1', ['w1']),
  ).toEqual([{ created_at: 'not a date', created_at_time: null, last_active: at }])
})

test('parses dates', () => {
  expect(trueTime('2026-01-31T12:00:00Z')).toBe(at)
  expect(trueTime('2026-01-31 13:00:00+01')).toBe(at)
  expect(trueTime('2026-01-31T17:30:00.000+0530')).toBe(at)
  expect(trueTime('2026-01-31T14:00:00 +02:00')).toBe(at)
  expect(trueTime('2026-01-31 14:00:00 +0200')).toBe(at)
  expect(trueTime('2026-01-31T12:00:00')).toBe(at)
  expect(trueTime('2026-01-31')).toBe('2026-01-31T00:00:00.000Z')
  for (const text of [
    '',
    'soon',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '12',
    '0000-01-01',
    '2026-01-31T25:00:00Z',
    null,
  ])
    expect(trueTime(text)).toBeNull()
})

test('reports faults of the folder as sentences', async () => {
  expect(await run(inScratch('nowhere'))).toMatchObject({
    code: 1,
    text: expect.stringContaining('Cannot read'),
  })
  expect(await run(await folderOf({}))).toMatchObject({
    code: 1,
    text: expect.stringContaining('No file of an import'),
  })
})

test('docs/import.md matches the contract', async () => {
  expect(await readFile(guidePath, 'utf8')).toBe(importGuide())
})
