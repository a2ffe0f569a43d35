import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'
import { refusalOf, teamInbox } from '../testing/team-inbox.ts'

// One text for many conversations, and the incidents that gather them.

const s = useServer()
const { bulk, incidents } = api
const { talk, write, get, answer } = teamInbox(s)
const of = (id: string) => ({ params: { id } })

const start = (text: string, ids: string[], actions?: object, as: Role = 'support') =>
  s.call(as, bulk.start, {
    body: {
      action: 'inbox.answer',
      input: { text, ...(actions && { actions }) },
      rows: { ids: ids.map((id) => ({ id })) },
    },
  })
const job = async (id: string, as: Role = 'support') => (await s.call(as, bulk.get, of(id))).body.data
const rowsOf = async (id: string) =>
  (await s.call('support', bulk.rows, { ...of(id), query: {} })).body.data.map((row) => [
    row.id,
    row.state,
    row.words,
  ])
/** The time before the first message is over. */
const release = () =>
  s.query(
    "update operations set due_at = now() - interval '1 second' where kind = 'bulk' and state = 'pending'",
  )
async function ended(id: string) {
  await release()
  const stop = startWorker(s.ctx)
  await expect.poll(async () => (await job(id)).state, { timeout: 10_000 }).toBe('done')
  await stop()
}
const sentBySupport = () =>
  s.query(
    "select conversation_id as id, text, written_by from messages where sender_id = 'support' order by date",
  )

beforeAll(async () => {
  for (const role of ['support', 'moderator', 'finance', 'admin'] as const) await s.token(role)
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  await s.addUser({ uid: 'bo', displayName: 'Bo' })
})
beforeEach(async () => {
  for (const table of ['conversations', 'bulk_jobs', 'bulk_rows', 'incidents', 'operations', 'transactions'])
    await s.query(`delete from ${table}`)
})

describe('a bulk answer', () => {
  test('is refused without the permission, blank, and with what is no variable; nothing is begun', async () => {
    const id = await talk()
    expect((await start('Hello', [id], undefined, 'finance')).body.code).toBe('forbidden')
    expect(refusalOf(await start(' ', [id]))).toEqual([422, 'Nothing to send', 'The message is blank.'])
    expect(refusalOf(await start('Hi {{first name}}', [id]))).toEqual([
      422,
      'Not a variable',
      '{{first name}} is no variable. Nothing was begun.',
    ])
    expect(await s.query('select 1 from bulk_jobs')).toEqual([])
  })

  test('waits before its first message; undone by then, nothing is sent', async () => {
    const id = await talk()
    const { data } = (await start('It is over.', [id])).body
    expect(data).toMatchObject({ state: 'running', done: 0, pending: 1 })
    expect(data.undo_left_ms).toBeGreaterThan(5000)
    expect(data.undo_left_ms).toBeLessThanOrEqual(10_000)
    expect((await job(data.id, 'moderator')).undo_left_ms).toBeNull()
    expect((await s.call('moderator', bulk.undo, of(data.id))).body.code).toBe('refused')
    const undone = await s.call('support', bulk.undo, of(data.id))
    expect(undone.body.data).toMatchObject({ state: 'undone', done: 0, pending: 1, undo_left_ms: null })
    await release()
    const stop = startWorker(s.ctx)
    await stop()
    expect(await sentBySupport()).toEqual([])
    expect((await s.call('support', bulk.undo, of(data.id))).body.code).toBe('conflict')
  })

  test('is sent once to each, filled in; who lacks a value, wrote meanwhile or is gone is left out, with the reason', async () => {
    const ids = [await talk(), await talk(), await talk(), await talk(), await talk()]
    const [plain = '', asks = '', gone = '', other = '', lacks = ''] = ids
    await s.query("update conversations set product_id = 'lamp'")
    await s.query("update conversations set product_id = 'none' where id = $1", [lacks])
    await s.make.transaction({
      id: 't1',
      purchaser_uid: 'ana',
      seller_uid: 'bo',
      product_id: 'lamp',
      public_id: 'P-1',
    })
    await s.call('moderator', api.inbox.assign, { ...of(other), body: { uid: 'staff-moderator' } })
    const { data } = (await start('Hello {{name}}, your order {{order}} is safe.', ids, { close: true })).body
    await write(asks, 'One more question', new Date(Date.now() + 1000).toISOString())
    await s.query('delete from conversations where id = $1', [gone])
    await ended(data.id)
    expect(await rowsOf(data.id)).toEqual([
      [plain, 'done', null],
      [asks, 'refused', expect.stringMatching(/^Ana wrote .* Read it before you send\.$/)],
      [gone, 'refused', 'The team inbox has no such conversation, or it was deleted.'],
      [other, 'done', null],
      [lacks, 'refused', 'There is no value for {{order}}.'],
    ])
    const text = 'Hello Ana, your order P-1 is safe.'
    expect(await sentBySupport()).toEqual([
      { id: plain, text, written_by: 'staff-support' },
      { id: other, text, written_by: 'staff-support' },
    ])
    expect(await get(plain)).toMatchObject({
      state: 'closed',
      assignee: { uid: 'staff-support' },
      waiting_since: null,
    })
    expect(await get(other)).toMatchObject({ state: 'closed', assignee: { uid: 'staff-moderator' } })
    expect(await get(asks)).toMatchObject({ state: 'open' })
    expect(
      await s.query(
        "select subject_id as id from audit where action = 'inbox.answer' and request_id = $1 order by id",
        [data.id],
      ),
    ).toHaveLength(2)
    expect((await s.call('support', bulk.undo, of(data.id))).body.error_message).toBe(
      'This job cannot be undone any more. It is final now.',
    )
  })

  test('is undone and sent at once: one of the two', async () => {
    const id = await talk()
    const { data } = (await start('It is over.', [id])).body
    const stop = startWorker(s.ctx)
    await release()
    const undone = await s.call('support', bulk.undo, of(data.id))
    await expect.poll(async () => (await job(data.id)).state).toMatch(/done|undone/)
    await stop()
    expect(await sentBySupport()).toHaveLength(undone.status === 200 ? 0 : 1)
  })

  test('that was stopped waits again when it is continued', async () => {
    const id = await talk()
    const { data } = (await start('It is over.', [id])).body
    await s.call('support', bulk.stop, of(data.id))
    expect((await s.call('support', bulk.undo, of(data.id))).body.code).toBe('conflict')
    const again = (await s.call('support', bulk.resume, of(data.id))).body.data
    expect(again.state).toBe('running')
    expect(again.undo_left_ms).toBeGreaterThan(5000)
    await ended(data.id)
    expect(await sentBySupport()).toHaveLength(1)
  })
})

describe('an incident', () => {
  const open = (name = 'Payments are down', tag = 'Outage', as: Role = 'support') =>
    s.call(as, incidents.open, { body: { name, tag } })
  const list = async () => (await s.call('support', incidents.list, {})).body.data
  const tagged = async (...ids: string[]) => {
    for (const id of ids) await s.call('support', api.inbox.mark, { ...of(id), body: { tags: ['outage'] } })
  }
  const end = (id: string, message?: object, as: Role = 'support') =>
    s.call(as, incidents.end, { ...of(id), body: message ? { message } : ({} as never) } as never)

  test('is opened with a name and a tag that no other open one has', async () => {
    expect((await open('x', 'y', 'finance')).body.code).toBe('forbidden')
    expect(refusalOf(await open(' '))).toEqual([422, 'No name', 'Give the incident a name.'])
    expect((await open('x', ' , ')).body.code).toBe('malformed')
    const [first, second] = await Promise.all([open(), open('The same', 'outage', 'moderator')])
    const [won, lost] = first.status === 200 ? [first, second] : [second, first]
    expect(won.body.data).toMatchObject({ tag: 'outage', over_at: null, conversations: 0, waiting: 0 })
    expect(refusalOf(lost)).toEqual([
      409,
      'Open already',
      `The open incident “${won.body.data.name}” has the tag outage.`,
    ])
    expect(await s.query("select after ->> 'tag' as tag from audit where action = 'incidents.open'")).toEqual(
      [{ tag: 'outage' }],
    )
  })

  test('counts its conversations and who waits, and its end tells everybody once', async () => {
    const { id } = (await open()).body.data
    const ids = [await talk(), await talk(), await talk()]
    await tagged(ids[0] ?? '', ids[1] ?? '')
    await answer('support', ids[1] ?? '', 'We look into it.')
    const [shown] = await list()
    expect(shown).toMatchObject({ conversations: 2, waiting: 1, opened_by: { uid: 'staff-support' } })
    expect(shown?.waiting_since).toBe((await get(ids[0] ?? '')).waiting_since)
    const message = { text: 'It works again, {{name}}.', total: 2 }
    await tagged(ids[2] ?? '')
    expect((await end(id, message)).body.error_message).toBe('3 match now, and you saw 2. Nothing was begun.')
    expect((await list())[0]?.over_at).toBeNull()
    const all = { ...message, total: 3 }
    const answers = await Promise.all([end(id, all), end(id, all, 'moderator')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error_message).toMatch(
      / ended it\. Nothing was sent\.$/,
    )
    const started = answers.find(({ status }) => status === 200)?.body.data.job?.id ?? ''
    await ended(started)
    expect(await sentBySupport()).toHaveLength(4)
    expect((await list())[0]).toMatchObject({ job: started, conversations: 3, waiting: 0 })
    expect((await get(ids[2] ?? '')).state).toBe('closed')
  })

  test('is open again when its job was undone, and when a colleague opens it again', async () => {
    const { id } = (await open()).body.data
    expect((await s.call('support', incidents.reopen, of(id))).body.error_message).toBe('It is open already.')
    await tagged(await talk())
    const { job: held } = (await end(id, { text: 'Over', total: 1 })).body.data
    await s.call('support', bulk.undo, of(held?.id ?? ''))
    expect((await list())[0]).toMatchObject({ over_at: null, over_by: null, job: null })
    expect((await end(id)).body.data).toEqual({ job: null })
    await open('Another')
    expect((await s.call('moderator', incidents.reopen, of(id))).body.error_message).toBe(
      'The open incident “Another” has the tag outage.',
    )
    await s.query("delete from incidents where name = 'Another'")
    expect((await s.call('moderator', incidents.reopen, of(id))).body.data.over_at).toBeNull()
    expect(await sentBySupport()).toEqual([])
  })
})
