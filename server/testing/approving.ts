import { randomUUID } from 'node:crypto'
import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { Approval } from '@portreeve/contract/money/approvals'
import { afterEach, beforeAll, expect } from 'vitest'
import { checkLedger } from '../money/ledger/ledger-check.ts'
import { useServer } from './harness.ts'
import { settleAll as settle } from './settling.ts'
import { useVendors } from './vendors.ts'

const { transactions, approvals } = api

/** A server with a seller, a buyer and the sandbox's payment provider, and the calls about refunds that need a second person. */
export function useApprovals() {
  const vendors = useVendors(5000)
  const s = useServer({ payments: vendors.payments })

  beforeAll(async () => {
    await s.addUser({ uid: 'seller' })
    await s.addUser({ uid: 'buyer' })
    for (const role of ['admin', 'finance'] as const) await s.token(role)
  })

  /** Creates paid transactions, $5,000.00 each by default, registered at the provider. */
  async function make(ids: string[], cents = 500_000) {
    for (const id of ids) await s.make.sale(id, { price: cents })
    await vendors.know(ids.map((id) => ({ payment_intent: `pi_${id}`, amount: cents, transfers: [] })))
  }

  /** Starts a new day for all staff: moves earlier refunds and requests to yesterday. */
  const nextDay = async () => {
    await s.query("update operations set created_at = created_at - interval '1 day'")
    await s.query("update approvals set asked_at = asked_at - interval '1 day'")
  }
  const refund = (id: string, amount: number, as: Role = 'finance', headers = {}) =>
    s.call(as, transactions.refund, { params: { id }, body: { amount } }, headers)
  /** The same with retries of the same change while the server is too busy. */
  const refundInTime = async (id: string, amount: number) => {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const answer = await refund(id, amount, 'finance', key)
      if (answer.body.code !== 'unavailable') return answer
    }
  }
  const cancel = (id: string, as: Role = 'finance') =>
    s.call(as, transactions.cancel, {
      params: { id },
      query: { charge_seller: 'true', show_cancellation_in_seller_reviews: 'false' },
    })
  const list = async (query: { state?: Approval['state']; transaction?: string }) =>
    (await s.call('support', approvals.list, { query })).body.data
  const waiting = async (transaction: string) => {
    const [request] = await list({ transaction, state: 'asked' })
    if (!request) throw new Error(`Nothing waits for ${transaction}`)
    return request
  }
  const approve = (id: string, as: Role = 'admin', headers = {}) =>
    s.call(as, approvals.approve, { params: { id } }, headers)
  const decline = (id: string, as: Role = 'admin') =>
    s.call(as, approvals.decline, { params: { id }, body: { reason: 'Not so much' } })
  const withdraw = (id: string, as: Role = 'finance') => s.call(as, approvals.withdraw, { params: { id } })
  const refunded = async (id: string) => (await vendors.payments.payment(`pi_${id}`)).refunded
  const alone = async (id: string, as: Role = 'finance') =>
    (await s.call(as, transactions.money, { params: { id } })).body.data.alone
  const auditOf = (id: string) =>
    s.query<{ action: string; actor_uid: string; reason: string | null }>(
      'select action, actor_uid, reason from audit where subject_id = $1 order by id',
      [id],
    )
  const published = (transaction: string) =>
    s
      .query<{ states: string[] }>(
        "select array_agg(payload->>'state' order by id) as states from live_events where topic = 'approvals' and payload->>'transaction_id' = $1",
        [transaction],
      )
      .then(([row]) => row?.states ?? [])

  /** After every test the ledger balances and equals the provider's own figures; the next test starts a new day. */
  afterEach(async () => {
    await vendors.set('stripe', 'ok')
    await settle(s)
    expect((await checkLedger(s.ctx.database.db, s.ctx.payments)).faults).toEqual([])
    await nextDay()
  })
  return {
    ...{
      alone,
      approve,
      auditOf,
      cancel,
      decline,
      list,
      make,
      nextDay,
      published,
      refund,
      refundInTime,
      refunded,
      s,
      vendors,
      waiting,
      withdraw,
    },
    settleAll: () => settle(s),
  }
}
