import type { AddressInfo } from 'node:net'
import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { apiKey, auditKey, useServer } from '../testing/harness.ts'
import { enter, hirerOf } from '../testing/hiring.ts'
import { setDisabled } from './staff-accounts.ts'

const s = useServer()
let base = ''
beforeAll(async () => {
  await s.token('admin')
  await s.server.listen({ port: 0 })
  base = `http://127.0.0.1:${(s.server.server.address() as AddressInfo).port}`
})

const hire = hirerOf(s)

test('sessions are listed and ended: an ended session is refused at once, the others stay', async () => {
  const person = await hire('support')
  const second = await enter(s, person.email, person.secret)
  const mine = await s.call(person, api.staff.mySignIn, {})
  expect(mine.body.data.sessions).toHaveLength(2)
  expect(mine.body.data.sessions.find(({ current }) => current)).toMatchObject({
    address: '127.0.0.1',
    user_agent: 'a browser',
  })
  const { body } = await s.call('admin', api.staff.sessions, { params: { uid: person.uid } })
  expect(body.data.map(({ current }) => current)).toEqual([false, false])
  const gone = mine.body.data.sessions.find(({ current }) => !current)?.id ?? ''
  const input = { params: { uid: person.uid, id: gone } }
  expect((await s.call('admin', api.staff.endSession, input)).status).toBe(200)
  expect((await s.call('admin', api.staff.endSession, input)).status).toBe(404)
  expect((await s.call(second, api.staff.me, {})).body.code).toBe('signed_out')
  expect((await s.call(person, api.staff.me, {})).status).toBe(200)

  const third = await enter(s, person.email, person.secret)
  expect((await s.call(person, api.staff.endMyOtherSessions, {})).status).toBe(200)
  expect((await s.call(third, api.staff.me, {})).status).toBe(401)
  expect((await s.call(person, api.staff.me, {})).status).toBe(200)
  expect((await s.call('admin', api.staff.endSessions, { params: { uid: person.uid } })).status).toBe(200)
  expect((await s.call(person, api.staff.me, {})).status).toBe(401)
})

test("another person's session cannot be ended as one's own", async () => {
  const [one, other] = [await hire('support'), await hire('support')]
  const { body } = await s.call(other, api.staff.mySignIn, {})
  const id = body.data.sessions[0]?.id ?? ''
  expect((await s.call(one, api.staff.endMySession, { params: { id } })).status).toBe(404)
  expect((await s.call(other, api.staff.endMySession, { params: { id } })).status).toBe(200)
  expect((await s.call(other, api.staff.me, {})).status).toBe(401)
})

test('a session ends at its maximum age, even with a fresh token', async () => {
  const { uid, token, cookie } = await hire('support')
  await s.query(`update identity_session set created_at = now() - interval '169 hours' where user_id = $1`, [
    uid,
  ])
  expect((await s.call({ token }, api.staff.me, {})).body.code).toBe('signed_out')
  expect((await s.server.inject({ url: '/identity/token', headers: { cookie } })).statusCode).toBe(401)
})

/** Opens a staff member's live stream; resolves when the server has closed it. */
async function feedOf(token: string, topic: string): Promise<{ closed: Promise<void> }> {
  const answer = await fetch(`${base}/v1/realtime?topic=${topic}`, {
    headers: { authorization: `Bearer ${token}`, 'x-api-key': apiKey },
  })
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  await reader?.read()
  const untilEnd = async () => {
    while (!(await reader?.read())?.done) {}
  }
  return { closed: untilEnd() }
}

test.each([
  [
    'disabled by a command',
    (_uid: string, email: string) =>
      setDisabled({ db: s.ctx.database.db, identity: s.ctx.identity, auditKey }, email, true),
  ],
  [
    'demoted',
    (uid: string) => s.call('admin', api.staff.changeRole, { params: { uid }, body: { role: 'finance' } }),
  ],
  [
    'disabled by another process',
    (uid: string) => s.query('update staff set disabled = true where uid = $1', [uid]),
  ],
  ['signed out', (uid: string) => s.call('admin', api.staff.endSessions, { params: { uid } })],
])('the live stream of a staff member who is %s is closed', async (_how, change) => {
  const person = await hire('moderator')
  const bystander = await hire('moderator')
  const { closed } = await feedOf(person.token, 'review')
  let stays = true
  void (await feedOf(bystander.token, 'review')).closed.then(() => {
    stays = false
  })
  await change(person.uid, person.email)
  await closed
  expect(stays).toBe(true)
})
