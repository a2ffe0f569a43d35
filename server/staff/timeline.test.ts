import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const { notes, timeline, users, verification } = api
const s = useServer()
beforeAll(async () => {
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const) await s.token(role)
})

const ofUser = (id: string, query: { cursor?: string; reads?: 'shown' } = {}) => ({
  params: { kind: 'user', id },
  query,
})
const ban = (uid: string, ban_reason: string, as: 'admin' | 'moderator' = 'admin') =>
  s.call(as, users.ban, { params: { uid }, body: { ban_reason } })

describe('a timeline', () => {
  test('is for roles that may see the record', async () => {
    expect((await s.call(undefined, timeline.of, ofUser('x'))).status).toBe(401)
    for (const role of ['admin', 'moderator', 'support', 'finance'] as const)
      expect((await s.call(role, timeline.of, ofUser('x'))).status).toBe(200)
    const conversation = { params: { kind: 'conversation', id: 'c' }, query: {} }
    const refused = await s.call('finance', timeline.of, conversation)
    expect(refused.status).toBe(403)
    expect(refused.body.error_message).toBe('Your role, finance, may not read private messages.')
    expect((await s.call('support', timeline.of, conversation)).body.data).toEqual([])
  })

  test('of another kind, or with a made-up cursor, is refused', async () => {
    for (const kind of ['staff', 'constructor', 'macro'])
      expect((await s.call('admin', timeline.of, { params: { kind, id: 'x' }, query: {} })).status).toBe(404)
    for (const cursor of ['x', '-1', '1.5', '9'.repeat(20)])
      expect((await s.call('admin', timeline.of, ofUser('x', { cursor }))).status).toBe(400)
  })

  test('has actor, action, time, reason, before and after, newest first', async () => {
    await s.addUser({ uid: 'told' })
    await ban('told', 'Sold the same car twice', 'moderator')
    await s.call('admin', users.unban, { params: { uid: 'told' } })
    const { data } = (await s.call('finance', timeline.of, ofUser('told'))).body
    expect(
      data.map(({ by, action, reason, before, after }) => [by.name, by.role, action, reason, before, after]),
    ).toEqual([
      ['The admin', 'admin', 'users.unban', null, { isBanned: true }, { isBanned: false }],
      [
        'The moderator',
        'moderator',
        'users.ban',
        'Sold the same car twice',
        { isBanned: false },
        expect.objectContaining({ isBanned: true }),
      ],
    ])
    expect(Object.keys(data[0] ?? {})).not.toContain('address')
  })

  test('hides private records from roles without the permission, and leaves reads out', async () => {
    await s.addUser({ uid: 'private' })
    await s.call('support', verification.list, { params: { uid: 'private' } })
    await s.call('support', api.conversations.search, {
      params: { uid: 'private' },
      query: { q: 'secret words' },
    })
    expect((await s.call('finance', timeline.of, ofUser('private'))).body.data).toEqual([])
    const looked = await s.call('finance', timeline.of, ofUser('private', { reads: 'shown' }))
    expect(JSON.stringify(looked.body.data)).not.toContain('secret words')
    expect(looked.body.data.map(({ action, left_out }) => [action, left_out])).toEqual([
      ['conversations.search', 'private'],
      ['verification.list', 'private'],
    ])
    const support = await s.call('support', timeline.of, ofUser('private', { reads: 'shown' }))
    expect(support.body.data.map(({ after, left_out }) => [after, left_out])).toEqual([
      [{ searched: 'secret words' }, null],
      [null, null],
    ])
  })

  test('names the people whom an entry mentions by uid', async () => {
    await s.addUser({ uid: 'writer', displayName: 'Wanda' })
    await s.addUser({ uid: 'reader', displayName: 'Rita' })
    await s.call('support', api.conversations.between, { query: { from: 'writer', to: 'reader' } })
    const { data } = (await s.call('support', timeline.of, ofUser('writer', { reads: 'shown' }))).body
    expect(data.map(({ after, names }) => [after, names])).toEqual([[{ with: 'reader' }, { reader: 'Rita' }]])
    // A caller who may not see what it was about gets no names either.
    const hidden = await s.call('finance', timeline.of, ofUser('writer', { reads: 'shown' }))
    expect(hidden.body.data.map(({ names }) => names)).toEqual([undefined])
  })

  test('is paged by a cursor, with each entry exactly once while more are added', async () => {
    await s.addUser({ uid: 'many' })
    const note = (text: string) => ({ body: { kind: 'user' as const, id: 'many', text } })
    for (let at = 0; at < 60; at++) await s.call('support', notes.create, note(`Note ${at}`))
    const first = await s.call('support', timeline.of, ofUser('many'))
    expect(first.body.data).toHaveLength(50)
    await s.call('support', notes.create, note('Later'))
    const cursor = String(first.headers['x-next-cursor'])
    const second = await s.call('support', timeline.of, ofUser('many', { cursor }))
    expect(second.headers['x-more']).toBeUndefined()
    expect([...first.body.data, ...second.body.data].map(({ reason }) => reason)).toEqual(
      Array.from({ length: 60 }, (_, at) => `Note ${59 - at}`),
    )
  })
})
