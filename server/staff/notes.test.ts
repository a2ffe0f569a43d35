import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const { notes, timeline } = api
const s = useServer()

const ofUser = (id: string) => ({ params: { kind: 'user', id }, query: {} })
const note = (kind: 'user' | 'listing' | 'transaction' | 'conversation', id: string, text: string) => ({
  body: { kind, id, text },
})

describe('a note', () => {
  test('is written only by roles that may see the record', async () => {
    await s.addUser({ uid: 'noted' })
    expect((await s.call(undefined, notes.create, note('user', 'noted', 'x'))).status).toBe(401)
    expect((await s.call('finance', notes.create, note('conversation', 'c', 'x'))).status).toBe(403)
    for (const role of ['admin', 'moderator', 'support', 'finance'] as const)
      expect((await s.call(role, notes.create, note('user', 'noted', `By ${role}`))).status).toBe(200)
    const { data } = (await s.call('finance', timeline.of, ofUser('noted'))).body
    expect(data.map(({ action, reason }) => [action, reason])).toEqual(
      ['finance', 'support', 'moderator', 'admin'].map((role) => ['notes.create', `By ${role}`]),
    )
  })

  test('is refused when empty, too long, or on a missing record', async () => {
    await s.addUser({ uid: 'strict' })
    for (const text of ['', ' \n ', 'x'.repeat(5001), 'a\u0000b'])
      expect((await s.call('admin', notes.create, note('user', 'strict', text))).status).toBe(400)
    for (const kind of ['user', 'listing', 'transaction', 'conversation'] as const)
      expect((await s.call('admin', notes.create, note(kind, 'nobody', 'x'))).status).toBe(404)
    const whole = 'é🦊'.repeat(1600)
    expect((await s.call('admin', notes.create, note('user', 'strict', whole))).status).toBe(200)
    expect(
      (await s.call('admin', timeline.of, ofUser('strict'))).body.data.map(({ reason }) => reason),
    ).toEqual([whole])
  })

  test('is no change: a conflict names who changed the record before it', async () => {
    for (const uid of ['seller', 'buyer']) await s.addUser({ uid })
    await s.make.sale('parcel', { shipping_status: 2 })
    const deliver = (as: 'admin' | 'support') =>
      s.call(as, api.transactions.delivered, { params: { id: 'parcel' } })
    expect((await deliver('support')).status).toBe(200)
    expect((await s.call('finance', notes.create, note('transaction', 'parcel', 'x'))).status).toBe(200)
    const late = await deliver('admin')
    expect([late.status, late.body.error_message]).toEqual([
      409,
      expect.stringMatching(/ Last change: The support, \d+ seconds? ago\.$/),
    ])
  })

  test('is neither edited nor deleted, and does not change the record', async () => {
    expect((await s.server.inject({ method: 'DELETE', url: '/v1/admin/notes' })).statusCode).toBe(404)
    await s.addUser({ uid: 'unchanged' })
    const [before] = await s.query(`select version from users where uid = 'unchanged'`)
    await s.call('admin', notes.create, note('user', 'unchanged', 'x'))
    expect(await s.query(`select version from users where uid = 'unchanged'`)).toEqual([before])
  })
})

test('a note about several people stands on the timeline of each, names the others, and is erased with each', async () => {
  for (const uid of ['ring-1', 'ring-2', 'ring-3']) await s.addUser({ uid, displayName: `Name of ${uid}` })
  const write = (also: string[], kind: 'user' | 'listing' = 'user') =>
    s.call('moderator', api.notes.create, { body: { kind, id: 'ring-1', text: 'One ring.', also } })
  expect((await write(['ring-2', 'ring-3', 'ring-1', 'ring-2'])).status).toBe(200)
  for (const uid of ['ring-1', 'ring-2', 'ring-3']) {
    const { body } = await s.call('support', api.timeline.of, {
      params: { kind: 'user', id: uid },
      query: {},
    })
    const [note, more] = body.data
    expect([note?.action, note?.reason, more]).toEqual(['notes.create', 'One ring.', undefined])
    const others = ['ring-1', 'ring-2', 'ring-3'].filter((one) => one !== uid)
    expect(Object.keys(note?.names ?? {}).toSorted()).toEqual(others)
  }
  // One unknown person: nothing is written.
  expect((await write(['ring-2', 'nobody'])).status).toBe(404)
  expect((await write(['ring-2'], 'listing')).status).toBe(400)
  const { body } = await s.call('support', api.notes.of, { params: { kind: 'user', id: 'ring-2' } })
  expect(body.data.count).toBe(1)
})
