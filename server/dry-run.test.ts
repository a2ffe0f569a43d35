import { api } from '@portreeve/contract'
import { DryRun } from '@portreeve/contract/base/dry-run'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { Role } from '@portreeve/contract/base/rights'
import { expect, test } from 'vitest'
import { pathOf, send } from './testing/harness.ts'
import { useMoneyDesk } from './testing/money-desk.ts'

// The header Dry-Run (docs/dry-runs.md). Each endpoint's dry run is compared with its call in the other tests (testing/dry-runs.ts).

const { s, make, settleAll } = useMoneyDesk()
const { transactions, users, macros } = api

const dry = async (
  as: Role,
  endpoint: Endpoint,
  input: { params?: object; body?: unknown },
  headers: Record<string, string> = {},
) =>
  send(s.server, endpoint.method, pathOf(endpoint, input), input.body, {
    authorization: `Bearer ${await s.token(as)}`,
    'dry-run': 'true',
    ...headers,
  })

test('a refund: its audit row and what would leave the system; nothing is sent, and its key is free', async () => {
  await make('tried')
  const input = { params: { id: 'tried' }, body: { amount: 700 } }
  const key = { 'idempotency-key': 'once' }
  const answer = await dry('finance', transactions.refund, input, key)
  expect(answer.status).toBe(200)
  expect(DryRun.strict().parse(answer.body.data)).toMatchObject({
    deeds: [{ action: 'transactions.refund', subject: { kind: 'transaction', id: 'tried' } }],
    operations: [{ kind: 'refund', subject: { kind: 'transaction', id: 'tried' }, cents: 700 }],
  })
  await settleAll()
  expect(await s.query("select 1 from operations where subject_id = 'tried'")).toEqual([])
  expect((await s.call('finance', transactions.refund, input, key)).status).toBe(200)
  await settleAll()
  expect(await s.query("select state from operations where subject_id = 'tried'")).toEqual([
    { state: 'done' },
  ])
})

test('two at once: dry runs beside the call take nothing of it, and it is done once', async () => {
  await make('beside')
  const input = { params: { id: 'beside' }, body: { amount: 2500 } }
  const tried = Array.from({ length: 6 }, () => dry('finance', transactions.refund, input))
  const [done, ...told] = await Promise.all([s.call('finance', transactions.refund, input), ...tried])
  expect(done.status).toBe(200)
  // One that comes after the call has nothing left to refund.
  for (const { status } of told) expect([200, 409, 422]).toContain(status)
  await settleAll()
  expect(await s.query("select cents::int, state from operations where subject_id = 'beside'")).toEqual([
    { cents: 2500, state: 'done' },
  ])
})

test('a block: the event that the marketplace would get; what is hidden from the caller stays hidden', async () => {
  await s.addUser({ uid: 'tried', email: 'tried@example.com', phone_number: '+15551234567' })
  const answer = await dry('moderator', users.ban, { params: { uid: 'tried' }, body: { ban_reason: 'spam' } })
  expect(answer.body.data).toMatchObject({
    deeds: [{ action: 'users.ban', subject: { kind: 'user', id: 'tried' }, reason: 'spam' }],
    events: [{ type: 'user.blocked', data: { uid: 'tried' } }],
  })
  expect((await s.call('support', users.get, { params: { uid: 'tried' } })).body.data).toMatchObject({
    isBanned: false,
  })
})

test('it is refused as the call is: a limit, a stale version, a missing right, a wrong header', async () => {
  await make('much')
  const input = (amount: number) => ({ params: { id: 'much' }, body: { amount } })
  expect((await dry('finance', transactions.refund, input(9_999_999))).body.error_title).toBe('Too much')
  expect((await dry('support', transactions.refund, input(100))).status).toBe(403)
  await s.make.macro({ id: 'tried' })
  const stale = { params: { id: 'tried' }, body: { text: 'x', title: 'x' } }
  expect((await dry('admin', macros.update, stale, { 'if-match': '"99"' })).status).toBe(409)
  const wrong = await dry('admin', transactions.refund, input(100), { 'dry-run': 'yes' })
  expect([wrong.status, wrong.body.error_message]).toEqual([400, 'Dry-Run has one value: true.'])
  expect((await dry('admin', macros.list, {})).body.error_message).toContain('belongs to calls that change')
})
