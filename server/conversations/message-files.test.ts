import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { messageType } from '@portreeve/contract/conversations/conversations'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetFiles } from '../staff/files/forget-files.ts'
import { apiKey, useServer } from '../testing/harness.ts'
import { keyFor } from '../testing/machine.ts'
import { teamInbox } from '../testing/team-inbox.ts'
import { look, smallPicture, uploaded } from '../testing/uploading.ts'
import { forgetMessageFiles } from './forget-message-files.ts'

const s = useServer()
const { talk } = teamInbox(s)
const { conversations, held, inbox, userContent, users } = api
const never = new AbortController().signal
let id = ''

beforeAll(async () => {
  for (const uid of ['ana', 'bo']) await s.addUser({ uid, displayName: uid })
  for (const role of ['support', 'moderator', 'finance', 'admin'] as const) await s.token(role)
})
beforeEach(async () => {
  id = await talk()
})

const answer = (files: string[], as: Role = 'support', text = 'See the label.') =>
  s.call(as, inbox.answer, { params: { id }, body: { text, files } })
const read = async (as: Role = 'moderator') => {
  const { conversation } = (await s.call('support', inbox.get, { params: { id } })).body.data
  const params = { id, messagesId: conversation.conversationsMessagesID }
  return (await s.call(as, conversations.messages, { params, query: {} })).body.data
}
const program = (token: string, file: string) =>
  s.server.inject({ url: `/v1/events/files/${file}`, headers: { authorization: `Bearer ${token}` } })

test('an answer of the team has files: colleagues see them, the event names them, and a program fetches their bytes', async () => {
  const bytes = await smallPicture(90)
  const file = await uploaded(s, 'support', bytes)
  const { status, body } = await answer([file])
  const stored = { id: file, name: 'picture.png', kind: 'png', width: 8, height: 6, size: expect.any(Number) }
  expect([status, body.data.files]).toEqual([200, [stored]])
  const messages = await read()
  expect(messages.at(-1)?.files).toEqual([stored])
  expect(messages[0]).not.toHaveProperty('files')
  const [event] = await s.query<{ data: object }>(
    "select data from events where type = 'message.sent' and subject_id = $1",
    [id],
  )
  expect(event?.data).toMatchObject({ text: 'See the label.', files: [{ ...stored }] })
  expect((await look(s, 'moderator', file)).statusCode).toBe(200)
  expect((await look(s, 'finance', file)).statusCode).toBe(403)
  const seen = await program(await keyFor(s, ['events.read']), file)
  expect([seen.statusCode, seen.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename=picture.png',
  ])
  expect(seen.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  // A program's look is counted at its key, an admin's is a row of the audit.
  const headers = { authorization: `Bearer ${await s.token('admin')}`, 'x-api-key': apiKey }
  expect((await s.server.inject({ url: `/v1/events/files/${file}`, headers })).statusCode).toBe(200)
  expect(
    await s.query(
      "select subject_kind, subject_id, after from audit where action = 'events.file' order by id desc limit 1",
    ),
  ).toEqual([{ subject_kind: 'conversation', subject_id: id, after: { file } }])
  expect((await program(await keyFor(s, ['ingest.users']), file)).statusCode).toBe(403)
  expect((await s.call('support', api.events.file, { params: { id: file } })).status).toBe(403)
})

test('a program gets no file of a note, and none that was not sent', async () => {
  const [loose, noted] = [await uploaded(s, 'support'), await uploaded(s, 'support')]
  const note = { kind: 'conversation' as const, id, text: 'For us alone', files: [noted] }
  expect((await s.call('support', api.notes.create, { body: note })).status).toBe(200)
  // Of another record of staff.
  const decided = await uploaded(s, 'support')
  await s.query(
    "update stored_files set subject_kind = 'appeal', subject_id = 'a', attached_to = 'appeal:a' where id = $1",
    [decided],
  )
  const token = await keyFor(s, ['events.read'])
  for (const file of [loose, noted, decided, 'unknown'])
    expect((await program(token, file)).statusCode).toBe(404)
})

test('a file of a colleague, of another record, or one twice sends nothing; of two answers at once one has it', async () => {
  const theirs = await uploaded(s, 'moderator')
  expect((await answer([theirs])).body.error_title).toBe('No such file')
  expect(await read()).toHaveLength(1)
  const file = await uploaded(s, 'support')
  const both = await Promise.all([answer([file], 'support', 'One'), answer([file], 'support', 'Two')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect((await read()).filter(({ files }) => files)).toHaveLength(1)
  const many = Array.from({ length: 11 }, (_, n) => `f${n}`)
  expect((await answer(many)).body.error_message).toContain('has more than 10 files')
})

test('a message in one’s own name has files too', async () => {
  id = await talk('staff-support')
  const file = await uploaded(s, 'support')
  const message_data = {
    ...{ text: 'Here it is', type: messageType.text, senderID: 'staff-support', senderDisplayName: null },
    ...{ date: new Date().toISOString(), files: [file] },
  }
  const data = { message_data, conversation_id: id, recipient_uid: 'ana' }
  expect((await s.call('support', conversations.send, { body: { data } })).body.data.files).toMatchObject([
    { id: file },
  ])
  expect((await read()).at(-1)?.files).toMatchObject([{ id: file }])
})

test('a picture that the marketplace sent keeps its address', async () => {
  await s.make.message({
    conversation_id: id,
    senderID: 'ana',
    type: 1,
    mediaURL: 'chat/box.jpg',
    text: null,
  })
  expect((await read()).at(-1)).toMatchObject({ type: 1, mediaURL: 'chat/box.jpg', text: null })
})

test('the files of a deleted conversation are there while it can be restored, and end after that', async () => {
  const file = await uploaded(s, 'support')
  await answer([file])
  const body = { reason: 'A mistake' }
  await s.call('admin', userContent.deleteConversations, { params: { uid: 'ana' } })
  await forgetMessageFiles.run(s.ctx)
  const [action] = await s.query<{ id: string }>('select id from held_actions order by at desc limit 1')
  expect((await s.call('admin', held.takeBack, { params: { id: action?.id ?? '' }, body })).status).toBe(200)
  expect((await read()).at(-1)?.files).toMatchObject([{ id: file }])
  // The marketplace deletes the message.
  await s.query(
    'delete from messages where id = (select substr(attached_to, 9) from stored_files where id = $1)',
    [file],
  )
  await forgetMessageFiles.run(s.ctx)
  expect((await look(s, 'support', file)).statusCode).toBe(404)
})

test('an erased person’s files go with the conversation, bytes too', async () => {
  const file = await uploaded(s, 'support')
  await answer([file])
  const [row] = await s.query<{ stored: string }>('select stored from stored_files where id = $1', [file])
  const body = { reason: 'They have asked for it' }
  expect((await s.call('admin', users.erase, { params: { uid: 'ana' }, body })).status).toBe(200)
  expect((await look(s, 'support', file)).statusCode).toBe(404)
  expect((await program(await keyFor(s, ['events.read']), file)).statusCode).toBe(404)
  await forgetFiles.run(s.ctx, never)
  expect(await s.ctx.files.get(row?.stored ?? '')).toBeUndefined()
})
