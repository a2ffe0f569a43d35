import { api } from '@portreeve/contract'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { macros } = api
const create = (title: string, text: string) => s.call('support', macros.create, { body: { title, text } })
const list = async () => (await s.call('support', macros.list, {})).body.data
const rows = () => s.query<{ id: string }>('select * from macros')
const audits = () =>
  s.query<{ action: string }>("select * from audit where action <> 'staff.invite' order by id desc")

beforeEach(async () => void (await s.query('delete from macros')))

test('macros are not read or changed without the permission', async () => {
  const { id } = (await create('Hello', 'Hi')).body.data
  const before = await audits()
  const body = { title: 'x', text: 'x' }
  for (const [as, status] of [
    [undefined, 401],
    ['finance', 403],
  ] as const) {
    expect((await s.call(as, macros.list, {})).status).toBe(status)
    expect((await s.call(as, macros.create, { body })).status).toBe(status)
    expect((await s.call(as, macros.update, { params: { id }, body })).status).toBe(status)
    expect((await s.call(as, macros.remove, { params: { id } })).status).toBe(status)
    expect((await s.call(as, macros.use, { params: { id } })).status).toBe(status)
  }
  expect(await list()).toEqual([expect.objectContaining({ id, title: 'Hello', text: 'Hi', uses: 0 })])
  expect(await audits()).toEqual(before)
})

test('[API-79] [API-80] [ENT-82] a macro is created with 200, audited, published and listed by title', async () => {
  const answer = await create('Zebra', 'Hi {{name}}')
  expect([answer.status, answer.body.status_code]).toEqual([200, 1])
  await create('apple', '')
  await create('Banana', 'b')
  expect(await list()).toEqual([
    expect.objectContaining({ title: 'apple', text: '' }),
    expect.objectContaining({ title: 'Banana' }),
    {
      id: answer.body.data.id,
      title: 'Zebra',
      text: 'Hi {{name}}',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      uses: 0,
      version: 1,
    },
  ])
  expect((await audits())[2]).toMatchObject({
    action: 'macros.create',
    actor_uid: 'staff-support',
    subject_kind: 'macro',
    subject_id: answer.body.data.id,
    after: { title: 'Zebra', text: 'Hi {{name}}' },
  })
  expect(await s.query("select payload from live_events where topic = 'macros'")).toContainEqual({
    payload: { id: answer.body.data.id },
  })
})

test('[MAC-25] title and text may be empty; other types than text are refused', async () => {
  expect((await create('', '')).status).toBe(200)
  const body = { title: 'x' } as { title: string; text: string }
  const short = await s.call('support', macros.create, { body })
  expect([short.status, short.body.error_message]).toEqual([400, expect.stringContaining("'text'")])
  expect((await create('x'.repeat(1001), '')).body.error_message).toContain('longer than 1000 characters')
  expect(await rows()).toHaveLength(1)
})

test('[API-81] a macro is changed, with its former state in the audit', async () => {
  const { id } = (await create('Hello', 'Hi')).body.data
  const body = { title: 'Hello there', text: 'Hi!' }
  const answer = await s.call('moderator', macros.update, { params: { id }, body }, { 'if-match': '"1"' })
  expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ ...body, version: 2 })])
  expect(await list()).toEqual([expect.objectContaining(body)])
  expect((await audits())[0]).toMatchObject({
    action: 'macros.update',
    before: { title: 'Hello', text: 'Hi' },
    after: body,
  })
})

test('a second editor is refused with the first one’s name; nothing is overwritten unseen', async () => {
  const { id } = (await create('Hello', 'Hi')).body.data
  const change = (text: string, version: string) =>
    s.call(
      'admin',
      macros.update,
      { params: { id }, body: { title: 'Hello', text } },
      { 'if-match': version },
    )
  expect((await change('first', '"1"')).status).toBe(200)
  // A use is no change.
  await s.call('support', macros.use, { params: { id } })
  const second = await change('second', '"1"')
  expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  expect(second.body.error_message).toMatch(/has changed since.* Last change: The admin, \d+ seconds? ago\.$/)
  expect((await s.call('admin', macros.remove, { params: { id } }, { 'if-match': '"1"' })).status).toBe(409)
  expect(await list()).toEqual([expect.objectContaining({ text: 'first' })])
  expect((await change('second', '"2"')).status).toBe(200)
})

test('[API-82] a macro is deleted with 200; a deleted macro is not found', async () => {
  const { id } = (await create('Hello', 'Hi')).body.data
  const answer = await s.call('support', macros.remove, { params: { id } })
  expect([answer.status, answer.body]).toEqual([200, { status_code: 1, data: null }])
  expect(await list()).toEqual([])
  expect((await audits())[0]).toMatchObject({
    action: 'macros.remove',
    before: { title: 'Hello', text: 'Hi' },
  })
  const body = { title: '', text: '' }
  expect((await s.call('support', macros.remove, { params: { id } })).status).toBe(404)
  expect((await s.call('support', macros.update, { params: { id }, body })).status).toBe(404)
  expect((await s.call('support', macros.use, { params: { id } })).status).toBe(404)
})

test('every use counts, also concurrent ones, and does not change the version', async () => {
  const { id } = (await create('Hello', 'Hi')).body.data
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => s.call('moderator', macros.use, { params: { id } })),
  )
  expect(answers.map(({ body }) => body.data.uses).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  const once = { 'idempotency-key': 'used' }
  await s.call('support', macros.use, { params: { id } }, once)
  await s.call('support', macros.use, { params: { id } }, once)
  expect(await list()).toEqual([expect.objectContaining({ uses: 11, version: 1 })])
})
