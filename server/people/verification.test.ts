import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { type Mail, MailRefused } from '../adapters/mail.ts'
import { begin, Later } from '../core/operations/operations.ts'
import { answerLater } from '../core/operations/settle.ts'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'

const sent: Parameters<Mail['send']>[0][] = []
let mode: 'ok' | 'refuse' | 'break' = 'ok'
const s = useServer({
  mail: {
    send: async (mail) => {
      if (mode === 'refuse') throw new MailRefused('The mail server refused the mail (550).')
      if (mode === 'break') throw new Error('connection lost')
      sent.push(mail)
      return `<${mail.key}>`
    },
  },
})
const { sendSupportCode } = api.verification
const send = (uid: string, headers?: Record<string, string>) =>
  s.call('support', sendSupportCode, { query: { uid } }, headers)
const operations = () =>
  s.query<{ state: string; attempts: number; kind: string }>('select * from operations order by created_at')

test('[API-28] a code is created, mailed to the person, and audited', async () => {
  await s.addUser({ uid: 'ana', email: 'ana@example.com' })
  const answer = await send('ana')
  expect(answer.body.data.sent).toBe('sent')
  const codes = await s.query<{ id: string; code: string }>(
    "select * from verification_codes where uid = 'ana'",
  )
  expect(codes).toEqual([
    expect.objectContaining({ id: answer.body.data.id, code: expect.stringMatching(/^\d{6}$/) }),
  ])
  expect(sent).toEqual([
    expect.objectContaining({ to: 'ana@example.com', text: expect.stringContaining(codes[0]?.code ?? '-') }),
  ])
  expect(await s.query("select action from audit where subject_id = 'ana'")).toEqual([
    { action: 'verification.sendSupportCode' },
  ])
})

test('a repeat with the same idempotency key sends one mail', async () => {
  await s.addUser({ uid: 'bo', email: 'bo@example.com' })
  const answers = [await send('bo', { 'idempotency-key': 'k' }), await send('bo', { 'idempotency-key': 'k' })]
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(sent.filter((mail) => mail.to === 'bo@example.com')).toHaveLength(1)
})

test('a person without an address and an unknown person are refused with a message', async () => {
  await s.addUser({ uid: 'no-address' })
  const answer = await send('no-address')
  expect([answer.status, answer.body.error_title]).toEqual([422, 'No email address'])
  expect((await send('nobody')).status).toBe(404)
})

test('a clear refusal ends the operation and is returned', async () => {
  mode = 'refuse'
  const answer = await send('ana')
  expect([answer.status, answer.body.code, answer.body.error_message]).toEqual([
    502,
    'vendor_failed',
    'The mail server refused the mail (550).',
  ])
  expect((await operations()).at(-1)).toMatchObject({ state: 'failed', attempts: 1 })
})

test('an unclear failure stays pending, and the worker settles it with the same key once the mail server is back', async () => {
  mode = 'break'
  const before = sent.length
  expect((await send('ana')).body.data.sent).toBe('pending')
  const pending = (await operations()).at(-1) as unknown as { id: string; state: string }
  expect(pending.state).toBe('pending')
  mode = 'ok'
  await s.query("update operations set due_at = now() - interval '1 second' where id = $1", [pending.id])
  const stop = startWorker(s.ctx)
  for (let i = 0; i < 100 && (await operations()).at(-1)?.state === 'pending'; i++)
    await new Promise((done) => setTimeout(done, 50))
  await stop()
  expect((await operations()).at(-1)).toMatchObject({ state: 'done', attempts: 2 })
  expect(sent.slice(before).map((mail) => mail.key)).toEqual([pending.id])
  expect(await answerLater(new Later(pending.id), s.ctx)).toMatchObject({ sent: 'sent' })
})

test('a new operation is leased to its caller: the worker does not take it first, and the caller receives the outcome', async () => {
  const [code] = await s.query<{ id: string }>('select id from verification_codes limit 1')
  const details = { code_id: code?.id ?? '' }
  const mail = { kind: 'verification.mail', subject_kind: 'user' as const, subject_id: 'ana', details }
  const later = await begin(s.ctx.database.db, mail)
  const due = await begin(s.ctx.database.db, mail, -1)
  const stateOf = async ({ operationId }: Later) =>
    (await s.query<{ state: string }>('select state from operations where id = $1', [operationId]))[0]?.state
  const stop = startWorker(s.ctx)
  for (let i = 0; i < 100 && (await stateOf(due)) === 'pending'; i++)
    await new Promise((done) => setTimeout(done, 20))
  await stop()
  expect([await stateOf(due), await stateOf(later)]).toEqual(['done', 'pending'])
  expect(await answerLater(later, s.ctx)).toMatchObject({ sent: 'sent' })
})

test('concurrent workers settle an operation once', async () => {
  await s.query(
    "insert into operations (id, kind, subject_kind, subject_id, details) select 'op' || i, 'verification.mail', 'user', 'ana', jsonb_build_object('code_id', (select id from verification_codes limit 1)) from generate_series(1, 20) i",
  )
  const before = sent.length
  const stops = Array.from({ length: 5 }, () => startWorker(s.ctx))
  for (let i = 0; i < 100 && (await operations()).some((operation) => operation.state === 'pending'); i++)
    await new Promise((done) => setTimeout(done, 50))
  await Promise.all(stops.map((stop) => stop()))
  expect(sent.length - before).toBe(20)
})

test('[API-26] [API-27] [ENT-19] reading codes is audited, and codes are deleted', async () => {
  await s.addUser({ uid: 'reader' })
  await s.make.code(
    { id: 'v1', uid: 'reader', created_at: '2026-01-01', created_at_time: '2026-01-01' },
    { id: 'v2', uid: 'reader', code: '654321', created_at: 'odd' },
  )
  const list = async () =>
    (await s.call('support', api.verification.list, { params: { uid: 'reader' } })).body.data
  expect(await list()).toEqual([
    { id: 'v1', code: '123456', created_at: '2026-01-01' },
    { id: 'v2', code: '654321', created_at: 'odd' },
  ])
  expect(await s.query("select actor_uid from audit where action = 'verification.list'")).toEqual([
    { actor_uid: 'staff-support' },
  ])
  const remove = () => s.call('support', api.verification.remove, { params: { id: 'v1' } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect((await list()).map((code) => code.id)).toEqual(['v2'])
  expect((await s.call('finance', api.verification.list, { params: { uid: 'reader' } })).status).toBe(403)
})
