import { randomUUID } from 'node:crypto'
import { api } from '@portreeve/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetMessageFiles } from '../../conversations/forget-message-files.ts'
import { forgetFiles } from '../../staff/files/forget-files.ts'
import { useServer } from '../../testing/harness.ts'
import { keyFor } from '../../testing/machine.ts'
import { passing } from '../../testing/passing.ts'
import { look, uploaded } from '../../testing/uploading.ts'

// Files that go with the answer to an appeal: the person's until the answer is sent, then of the conversation.

const s = useServer()
const { appeals, conversations, measures, users } = api
const { told } = passing(s)
const never = new AbortController().signal
const stored = (id: string) => ({ id, name: 'picture.png', kind: 'png' })

let uid = ''
let made = 0
beforeAll(async () => {
  await s.query(
    "insert into staff (uid, email, role, shared, display_name) values ('support', 'support@example.test', 'support', true, 'Support') on conflict do nothing",
  )
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const) await s.token(role)
})
beforeEach(async () => {
  uid = `sam-${++made}`
  await s.addUser({ uid, displayName: 'Sam' })
})

/** An open appeal against a restriction of which the person was told. */
async function appeal() {
  const body = { kind: 'no_listing' as const, policies: [], reason: 'Spam', until: null }
  const { id: about } = (await s.call('moderator', measures.restrict, { params: { uid }, body })).body.data
  await told()
  const id = `ap-${randomUUID()}`
  await s.query('insert into appeals (id, uid, about, text, created_at) values ($1, $2, $3, $4, now())', [
    ...[id, uid, about, 'No.'],
  ])
  return id
}
const decide = (id: string, files: string[], outcome: 'upheld' | 'reversed' = 'upheld') =>
  s.call('admin', appeals.decide, { params: { id }, body: { outcome, reason: 'See the photo.', files } })
const get = async (id: string) => (await s.call('support', appeals.get, { params: { id } })).body.data
const statusOf = async (role: 'support' | 'finance', id: string) => (await look(s, role, id)).statusCode
const program = async (id: string) => {
  const authorization = `Bearer ${await keyFor(s, ['events.read'])}`
  return (await s.server.inject({ url: `/v1/events/files/${id}`, headers: { authorization } })).statusCode
}

test('are the person’s until the answer is sent; then the message and its event have them, and programs get them', async () => {
  const id = await appeal()
  const [photo, pdf] = [await uploaded(s, 'admin'), await uploaded(s, 'admin')]
  const decided = await decide(id, [photo, pdf])
  expect(decided.body.data.decided?.files).toHaveLength(2)
  expect(await statusOf('finance', photo)).toBe(200)
  expect(await program(photo)).toBe(404)
  const [row] = await s.query<{ subject_id: string; after: { files: object[] } }>(
    "select subject_id, after from audit where action = 'appeals.decide' order by id desc limit 1",
  )
  expect(row).toMatchObject({ subject_id: uid, after: { appeal: id, files: [stored(photo), stored(pdf)] } })

  await told()
  const [sent] = await s.query<{ subject_id: string; data: { message_id: string; files: object[] } }>(
    "select subject_id, data from events where type = 'message.sent' order by id desc limit 1",
  )
  expect(sent?.data.files.toSorted()).toHaveLength(2)
  expect(sent?.data.files).toEqual(expect.arrayContaining([expect.objectContaining(stored(photo))]))
  const messages = await s.call('moderator', conversations.messages, {
    params: { id: sent?.subject_id ?? '', messagesId: await messagesOf(sent?.subject_id ?? '') },
    query: {},
  })
  expect(messages.body.data.at(-1)?.files).toHaveLength(2)
  expect((await get(id)).decided?.files).toHaveLength(2)
  expect(await program(photo)).toBe(200)
  expect([await statusOf('support', photo), await statusOf('finance', photo)]).toEqual([200, 403])
})

const messagesOf = async (id: string) =>
  (
    await s.query<{ id: string }>('select conversations_messages_id as id from conversations where id = $1', [
      id,
    ])
  )[0]?.id ?? ''

test('two at once: of two answers with the same file one decides; a colleague’s file decides nothing', async () => {
  const one = await appeal()
  uid = 'another'
  await s.addUser({ uid, displayName: 'Alex' })
  const two = await appeal()
  const file = await uploaded(s, 'admin')
  const both = await Promise.all([decide(one, [file]), decide(two, [file])])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const third = await appeal()
  const theirs = await uploaded(s, 'moderator')
  expect((await decide(third, [theirs], 'reversed')).body.error_title).toBe('No such file')
  expect(await get(third)).toMatchObject({ state: 'open', decided: null })
})

test('a file of a deleted message leaves the appeal, too', async () => {
  const id = await appeal()
  const file = await uploaded(s, 'admin')
  await decide(id, [file])
  // It waits: no clean-up takes it.
  await forgetMessageFiles.run(s.ctx)
  await forgetFiles.run(s.ctx, never)
  await told()
  await s.query(
    'delete from messages where id = (select substr(attached_to, 9) from stored_files where id = $1)',
    [file],
  )
  await forgetMessageFiles.run(s.ctx)
  expect((await get(id)).decided?.files).toEqual([])
  expect(await statusOf('support', file)).toBe(404)
})

test('an erased person’s files go, before and after the answer is sent', async () => {
  for (const isSent of [false, true]) {
    uid = `erased-${isSent}`
    await s.addUser({ uid, displayName: 'Sam' })
    const id = await appeal()
    const file = await uploaded(s, 'admin')
    await decide(id, [file])
    if (isSent) await told()
    const body = { reason: 'They have asked for it' }
    expect((await s.call('admin', users.erase, { params: { uid }, body })).status).toBe(200)
    await told()
    expect(await statusOf('support', file)).toBe(404)
    expect(await s.query('select files from appeals where id = $1', [id])).toEqual([{ files: [] }])
    expect(
      await s.query('select from stored_files where attached_to is not null and id = $1', [file]),
    ).toEqual([])
  }
})
