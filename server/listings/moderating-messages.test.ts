import { api } from '@portreeve/contract'
import type { MessagesChange } from '@portreeve/contract/listings/moderating-messages'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { moderatingMessages } = api
const read = async () => (await s.call('support', moderatingMessages.get, {})).body.data
const write = (body: MessagesChange, version?: number) =>
  s.call(
    'admin',
    moderatingMessages.update,
    { body },
    version === undefined ? {} : { 'if-match': `"${version}"` },
  )

beforeEach(async () => {
  await s.query('delete from moderating_messages')
  await s.query(
    "insert into moderating_messages (map, key, text) values ('admin_messages', 'blurry', 'Too blurry.'), ('admin_messages', 'price', 'No price.'), ('promoted_post_review_messages', 'late', 'Too late.')",
  )
})

test('permissions: every call needs a sign-in; every role reads, only an admin writes', async () => {
  const body = { admin_messages: { blurry: 'x' } }
  expect((await s.call(undefined, moderatingMessages.get, {})).status).toBe(401)
  for (const role of ['moderator', 'support', 'finance'] as const) {
    expect((await s.call(role, moderatingMessages.get, {})).status).toBe(200)
    expect((await s.call(role, moderatingMessages.update, { body })).status).toBe(403)
  }
  expect((await read()).admin_messages.blurry).toBe('Too blurry.')
})

test('[API-56] [ENT-83] both maps, by key', async () => {
  expect(await read()).toEqual({
    admin_messages: { blurry: 'Too blurry.', price: 'No price.' },
    promoted_post_review_messages: { late: 'Too late.' },
    version: expect.any(Number),
  })
})

test('[API-57] [MOD-17] sent keys are written, null deletes, other keys stay; the config matches', async () => {
  const body = {
    admin_messages: { blurry: 'Still too blurry.\nPlease.', price: null, none: null },
    promoted_post_review_messages: { sold: 'Sold already.' },
  }
  const after = {
    admin_messages: { blurry: 'Still too blurry.\nPlease.' },
    promoted_post_review_messages: { late: 'Too late.', sold: 'Sold already.' },
  }
  expect((await write(body)).body).toEqual({ status_code: 1, data: after })
  expect(await read()).toMatchObject(after)
  expect((await s.call('support', api.config.get, {})).body.data.messaging_config).toEqual(after)
  const [row] = await s.query('select action, before, after from audit order by id desc limit 1')
  expect(row).toEqual({
    action: 'moderatingMessages.update',
    before: {
      admin_messages: { blurry: 'Too blurry.', price: 'No price.' },
      promoted_post_review_messages: {},
    },
    after: body,
  })
  expect(await s.query('select topic, payload from live_events order by id desc limit 1')).toEqual([
    { topic: 'moderatingMessages', payload: { keys: ['blurry', 'price', 'none', 'sold'] } },
  ])
})

test('a key that a colleague has changed meanwhile is not overwritten; others are', async () => {
  const { version } = await read()
  await write({ admin_messages: { blurry: 'Theirs.' } }, version)
  const second = await write({ admin_messages: { blurry: 'Mine.', price: 'Mine too.' } }, version)
  expect([second.status, second.body.error_message]).toEqual([
    409,
    'A colleague has changed blurry since you opened this page.',
  ])
  expect((await read()).admin_messages).toEqual({ blurry: 'Theirs.', price: 'No price.' })
  // Another key, and the same key of the other map, do not conflict.
  expect((await write({ admin_messages: { price: 'Mine.' } }, version)).status).toBe(200)
  expect((await write({ promoted_post_review_messages: { blurry: 'New.' } }, version)).status).toBe(200)
  // With the new version the write succeeds.
  expect((await write({ admin_messages: { blurry: null } }, (await read()).version)).status).toBe(200)
  expect((await read()).admin_messages).toEqual({ price: 'Mine.' })
})

test('concurrent writes of one key on the same version: one wins', async () => {
  const { version } = await read()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => write({ admin_messages: { fresh: `Text ${at}` } }, version)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
})

test.each<[string, object, string]>([
  ['nothing', {}, 'Send at least one message'],
  ['empty maps', { admin_messages: {} }, 'Send at least one message'],
  ['another map', { other: { a: 'b' } }, "unknown field 'other'"],
  ['an empty text', { admin_messages: { a: '' } }, 'is empty; null deletes a message'],
  ['an empty key', { admin_messages: { '': 'x' } }, 'has a key that is empty'],
  ['too long a key', { admin_messages: { ['x'.repeat(201)]: 'x' } }, 'has a key that is longer than 200'],
  ['a number', { admin_messages: { a: 1 } }, "'admin_messages.a'"],
])('refuses %s in words', async (_name, body, words) => {
  const answer = await write(body as MessagesChange)
  expect([answer.status, answer.body.error_message]).toEqual([400, expect.stringContaining(words)])
})
