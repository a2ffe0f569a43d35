import { api } from '@portreeve/contract'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { readValues } from './conversations/conversation-values.ts'
import { refreshPayment } from './money/payment-facts.ts'
import { useMoneyDesk } from './testing/money-desk.ts'

const { make, openDispute, refund, s, vendors } = useMoneyDesk()

/** Sales in euros, refunded in part by support's request, disputed, and charged back. */
beforeAll(async () => {
  await s.token('admin')
  await s.token('support')
  await make('eur')
  await s.query("update transactions set currency = 'EUR' where id = 'eur'")
  await s.query("update orders set payment_id = 'pay_eur' where id = 'o-eur'")
  await vendors.know([{ payment_intent: 'pay_eur', amount: 2500, currency: 'eur' }])
})

const caseOf = async (kind: DeskKind) =>
  (await s.call('admin', api.desk.list, { query: { kinds: kind } })).body.data.map((row) => [
    row.cents,
    row.currency,
  ])

test('an entry of the timeline, of the audit log and of its export has the currency of its amounts', async () => {
  expect((await refund('eur', 700)).body.code).toBe('second_person')
  const params = { kind: 'transaction', id: 'eur' }
  const [entry] = (await s.call('admin', api.timeline.of, { params })).body.data
  expect(entry).toMatchObject({ after: { cents: 700 }, currency: 'EUR' })
  const query = { kind: 'transaction', id: 'eur' }
  const [row] = (await s.call('admin', api.audit.list, { query })).body.data
  expect(row).toMatchObject({ after: { cents: 700 }, currency: 'EUR' })
  const { csv } = (await s.call('admin', api.audit.export, { query })).body.data
  expect(csv.trim().split('\n').at(-1)).toMatch(/,EUR\r?$/)
})

test('a case of the desk has the currency of what is at stake, also without a transaction', async () => {
  expect(await caseOf('approval')).toEqual([[700, 'EUR']])
  const [request] = (await s.call('admin', api.approvals.list, { query: {} })).body.data
  await s.call('admin', api.approvals.decline, {
    params: { id: request?.id ?? '' },
    body: { reason: 'No' },
  })
  await openDispute('eur')
  expect(await caseOf('dispute')).toEqual([[2500, 'EUR']])
  await vendors.know([{ payment_intent: 'pay_unknown', amount: 900, currency: 'jpy' }])
  await vendors.post('/stripe/dashboard/disputes', { payment_intent: 'pay_unknown' })
  await refreshPayment(s.ctx, { provider: 'stripe', payment: 'pay_unknown' })
  expect(await caseOf('chargeback')).toEqual([[900, 'JPY']])
  await s.make.difference({
    ...{ id: 'd1', kind: 'waiting', about: 'stripe pay_unknown', reference: 'pay_unknown', words: 'x' },
    ...{ transaction_id: null, ledger_cents: null, provider_cents: 900 },
  })
  expect(await caseOf('difference')).toEqual([[900, 'JPY']])
  const [difference] = (await s.call('admin', api.reconciliation.differences, { query: {} })).body.data
  expect(difference).toMatchObject({ provider_cents: 900, currency: 'JPY' })
  await s.query("update ledger_differences set state = 'gone'")
})

test('a case file has the currency of its transactions and of its decisions', async () => {
  const { data } = (
    await s.call('admin', api.caseFiles.make, {
      params: { uid: 'buyer' },
      body: {
        ...{ purpose: 'Police', transactions: ['eur'], listings: [], conversations: [], reports: false },
        ...{ decisions: true, reads: false, staff_names: false },
      },
    })
  ).body
  expect(data.file.transactions).toMatchObject([{ price: 2000, currency: 'EUR' }])
  expect(data.file.decisions).toContainEqual(expect.objectContaining({ currency: 'EUR' }))
})

test('the amount in a message, and what changed for a block, are in their currency', async () => {
  await s.make.conversation({ id: 'c1' })
  await s.make.member({ conversation_id: 'c1', uid: 'buyer', name: 'B', position: 0 })
  await s.query(
    "insert into conversation_states (conversation_id, account, date) values ('c1', 'support', now()) on conflict do nothing",
  )
  const [values] = await readValues(s.ctx.database.db, sql`select 'c1'::text as id, 1 as place`)
  expect(values?.amount).toBe('€25.00')
  const params = { uid: 'seller' }
  const { digest } = (await s.call('admin', api.users.effect, { params })).body.data
  await make('yen')
  await s.query("update transactions set currency = 'JPY' where id = 'yen'")
  await s.query("update orders set payment_id = 'pay_yen' where id = 'o-yen'")
  await vendors.know([{ payment_intent: 'pay_yen', amount: 2500, currency: 'jpy' }])
  const ban = (seen: string) =>
    s.call('admin', api.users.ban, { params, query: { seen }, body: { ban_reason: 'x' } })
  expect((await ban(digest)).body.error_message).toContain(
    '€20.00 and ¥2000 of open sales instead of €20.00 of open sales',
  )
  await s.query("update users set pending_balance = 250 where uid = 'seller'")
  s.ctx.settings.currency = 'JPY'
  const removed = await s.call('admin', api.users.remove, { params, query: {} })
  s.ctx.settings.currency = 'USD'
  expect(removed.body.error_message).toContain('a pending balance of ¥250')
})
