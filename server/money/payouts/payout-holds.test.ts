import { api } from '@portreeve/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startWorker } from '../../core/operations/worker.ts'
import { useServer } from '../../testing/harness.ts'
import { useVendors } from '../../testing/vendors.ts'
import { checkLedger } from '../ledger/ledger-check.ts'

const vendors = useVendors(1000)
const s = useServer({ payments: vendors.payments, settings: { payoutDelay: 0 } })
const { transactions, disputes, approvals } = api

beforeAll(async () => {
  await s.addUser({ uid: 'seller', stripe_connect_id: 'acct_seller' })
  await s.addUser({ uid: 'buyer' })
  for (const role of ['admin', 'finance'] as const) await s.token(role)
})

/** Makes a paid transaction of $5,000.00 with an open dispute. */
async function disputed(id: string): Promise<string> {
  await s.make.sale(id, { price: 500_000 })
  await vendors.know([{ payment_intent: `pi_${id}`, amount: 500_000, transfers: [] }])
  const opened = await s.call('finance', disputes.open, {
    params: { id },
    body: { dispute_type: 2, creator_uid: 'buyer', purchase_transaction: id },
  })
  return opened.body.data.id
}
const resolve = async (id: string, disputeId: string) =>
  expect((await s.call('admin', disputes.resolve, { params: { id, disputeId } })).status).toBe(200)
/** Creates one whose payout is due now. */
const due = async (id: string) => resolve(id, await disputed(id))

const refund = (id: string, amount: number) =>
  s.call('finance', transactions.refund, { params: { id }, body: { amount } })
const asks = async (id: string, amount = 120_000) =>
  expect((await refund(id, amount)).body.code).toBe('second_person')
const waiting = async (id: string) => {
  const { body } = await s.call('admin', approvals.list, { query: { transaction: id, state: 'asked' } })
  return { params: { id: body.data[0]?.id ?? '' } }
}
const release = {
  approve: async (id: string) => s.call('admin', approvals.approve, await waiting(id)),
  decline: async (id: string) =>
    s.call('admin', approvals.decline, { ...(await waiting(id)), body: { reason: 'No' } }),
  withdraw: async (id: string) => s.call('finance', approvals.withdraw, await waiting(id)),
}
const setStatus = async (id: string, payout_status: number) => {
  const { data } = (await s.call('finance', transactions.get, { params: { id } })).body
  return s.call('finance', transactions.save, { params: { id }, body: { ...data, payout_status } })
}
const money = async (id: string) =>
  (await s.call('finance', transactions.money, { params: { id } })).body.data
const heldBy = async (id: string) => (await money(id)).payout?.held_by
const sent = async (id: string) => (await vendors.payments.sent(id)).sent
const payout = async (id: string) =>
  (
    await s.query<{ state: string; is_due: boolean; due_at: string }>(
      "select state, due_at <= now() as is_due, due_at from operations where subject_id = $1 and kind = 'payout'",
      [id],
    )
  )[0]

/** Lets the worker settle all due operations without changing due times, until only long holds remain. */
async function work() {
  const stop = startWorker(s.ctx)
  await untilNone("state = 'pending' and due_at < now() + interval '1 minute'")
  await stop()
}
async function untilNone(where: string) {
  for (let tries = 0; tries < 400; tries++) {
    if ((await s.query(`select 1 from operations where ${where}`)).length === 0) return
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error(`There are still operations with ${where}`)
}

/** After every test the ledger balances and equals the provider's own figures. */
afterEach(async () => {
  await vendors.set('stripe', 'ok')
  expect((await checkLedger(s.ctx.database.db, s.ctx.payments)).faults).toEqual([])
  // Each test gets a day of its own: earlier refunds and requests do not count.
  await s.query("update operations set created_at = created_at - interval '1 day'")
  await s.query("update approvals set asked_at = asked_at - interval '1 day'")
})

describe('a refund that waits for approval holds the payout', () => {
  test.each(['approve', 'decline', 'withdraw'] as const)('until a colleague decides: %s', async (how) => {
    const id = `held-${how}`
    await due(id)
    await asks(id)
    await work()
    expect(await sent(id)).toBe(0)
    expect(await heldBy(id)).toEqual(['a refund of $1200.00 waits for approval'])
    expect((await payout(id))?.is_due).toBe(false)
    expect((await release[how](id)).status).toBe(200)
    expect(await payout(id)).toMatchObject({ state: 'pending', is_due: true })
    await work()
    expect(await sent(id)).toBe(how === 'approve' ? 380_000 : 500_000)
    expect(await money(id)).toMatchObject({ held: 0, payout: { state: 'sent', held_by: [], override: null } })
  })

  test('until it has expired', async () => {
    await due('held-expiry')
    await asks('held-expiry')
    await work()
    expect(
      await s.query(
        `select o.due_at = a.expires_at as same from operations o join approvals a on a.transaction_id = o.subject_id
         where o.subject_id = 'held-expiry' and o.kind = 'payout'`,
      ),
    ).toEqual([{ same: true }])
    // A week later.
    await s.query(
      "update approvals set expires_at = now() - interval '1 second' where transaction_id = 'held-expiry'",
    )
    await s.query(
      "update operations set due_at = now() - interval '1 second' where subject_id = 'held-expiry' and state = 'pending'",
    )
    await work()
    expect(await sent('held-expiry')).toBe(500_000)
  })

  test('also with a request that is older than the scheduled payout', async () => {
    const dispute = await disputed('held-before')
    await s.query("update transactions set dispute_status = 1 where id = 'held-before'")
    await asks('held-before')
    expect(await heldBy('held-before')).toEqual(['a refund of $1200.00 waits for approval'])
    await s.query("update transactions set dispute_status = 2 where id = 'held-before'")
    await resolve('held-before', dispute)
    await work()
    expect(await sent('held-before')).toBe(0)
    await release.decline('held-before')
    await work()
    expect(await sent('held-before')).toBe(500_000)
  })

  test('and a payout that was not due yet keeps its time', async () => {
    s.ctx.settings.payoutDelay = 3600
    await due('later')
    s.ctx.settings.payoutDelay = 0
    const before = await payout('later')
    await asks('later')
    expect(await heldBy('later')).toEqual(['a refund of $1200.00 waits for approval'])
    await release.decline('later')
    expect(await payout('later')).toEqual(before)
    expect(await heldBy('later')).toEqual([])
  })

  test('is not forgotten when the decision coincides with the worker’s check', async () => {
    for (let round = 0; round < 5; round++) {
      const id = `wake-${round}`
      await due(id)
      await asks(id)
      const stop = startWorker(s.ctx)
      // At a different moment in each round.
      for (let turn = 0; turn < round; turn++) await s.query('select 1')
      await release.decline(id)
      await untilNone(`subject_id = '${id}' and state = 'pending'`)
      await stop()
      expect(await sent(id)).toBe(500_000)
      await s.query("update approvals set asked_at = asked_at - interval '1 day'")
    }
  })

  test('a request that coincides with the payout: either the payout is held, or the refund is refused', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 5; round++) {
      const id = `race-${round}`
      await due(id)
      const stop = startWorker(s.ctx)
      for (let turn = 0; turn < 2 * round; turn++) await s.query('select 1')
      const { body } = await refund(id, 120_000)
      await untilNone("state = 'pending' and due_at < now() + interval '1 minute'")
      await stop()
      const waits = body.code === 'second_person'
      outcomes.add(waits && (await sent(id)) === 0 ? 'held' : 'sent')
      // After the payout the marketplace may still refund: that also makes a request, which holds nothing.
      if ((await sent(id)) > 0) expect(await sent(id)).toBe(500_000)
      else expect(await heldBy(id)).toEqual(['a refund of $1200.00 waits for approval'])
      if (waits) await release.decline(id)
      await work()
      expect(await sent(id)).toBe(500_000)
      await s.query("update approvals set asked_at = asked_at - interval '1 day'")
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('while a payout is in flight no other movement or request starts', async () => {
    await due('sending')
    await vendors.set('stripe', 'fail', { only: '/v1/transfers' })
    const stop = startWorker(s.ctx)
    await untilNone("subject_id = 'sending' and cents is null and kind = 'payout'")
    const answer = await refund('sending', 120_000)
    expect([answer.status, answer.body.error_message]).toEqual([
      409,
      expect.stringContaining('a payout of $5000.00 is on its way'),
    ])
    await vendors.set('stripe', 'ok')
    await untilNone("subject_id = 'sending' and state = 'pending'")
    await stop()
  })
})

test('a refund in flight holds the payout, which then sends the remainder', async () => {
  await due('flying')
  await vendors.set('stripe', 'fail')
  expect((await refund('flying', 400)).body.data.state).toBe('pending')
  const stop = startWorker(s.ctx)
  await untilNone("subject_id = 'flying' and kind = 'payout' and attempts = 0")
  expect(await heldBy('flying')).toEqual(['a refund of $4.00 is on its way'])
  await vendors.set('stripe', 'ok')
  await untilNone("subject_id = 'flying' and state = 'pending'")
  await stop()
  expect(await sent('flying')).toBe(499_600)
})

describe('a payout status that is set by hand', () => {
  test('to sent holds the scheduled payout with who and when; reset, it is sent once', async () => {
    await due('by-hand')
    expect((await setStatus('by-hand', 1)).status).toBe(200)
    await work()
    expect(await sent('by-hand')).toBe(0)
    expect((await money('by-hand')).payout).toEqual({
      state: 'not_sent',
      held_by: ['its payout status says Paid (sent)'],
      override: { status: 1, by_name: 'The finance', at: expect.stringMatching(/^20\d\d-/) },
    })
    await setStatus('by-hand', 2)
    expect((await payout('by-hand'))?.is_due).toBe(true)
    await work()
    expect(await sent('by-hand')).toBe(500_000)
    expect((await money('by-hand')).payout).toEqual({ state: 'sent', held_by: [], override: null })
  })

  test('to sent before the dispute is resolved sends nothing either, until it is reset', async () => {
    const dispute = await disputed('by-hand-before')
    await setStatus('by-hand-before', 1)
    await resolve('by-hand-before', dispute)
    await work()
    expect(await sent('by-hand-before')).toBe(0)
    expect(await heldBy('by-hand-before')).toEqual(['its payout status says Paid (sent)'])
    await setStatus('by-hand-before', 2)
    await work()
    expect(await sent('by-hand-before')).toBe(500_000)
  })

  test('to not sent after the payout sends nothing again, and is shown', async () => {
    await due('by-hand-after')
    await work()
    await setStatus('by-hand-after', 2)
    await work()
    expect(await sent('by-hand-after')).toBe(500_000)
    expect((await money('by-hand-after')).payout).toMatchObject({
      state: 'sent',
      override: { status: 2, by_name: 'The finance' },
    })
  })

  test('is refused while the payout is in flight', async () => {
    await due('by-hand-late')
    await vendors.set('stripe', 'fail', { only: '/v1/transfers' })
    const stop = startWorker(s.ctx)
    await untilNone("subject_id = 'by-hand-late' and cents is null and kind = 'payout'")
    const answer = await setStatus('by-hand-late', 1)
    expect([answer.status, answer.body.error_message]).toEqual([
      409,
      expect.stringContaining('The payout status cannot be set now: a payout of $5000.00 is on its way.'),
    ])
    await vendors.set('stripe', 'ok')
    await untilNone("subject_id = 'by-hand-late' and state = 'pending'")
    await stop()
  })

  test('elsewhere, as by an import, is shown without a name', async () => {
    await due('elsewhere')
    await s.query("update transactions set payout_status = 1 where id = 'elsewhere'")
    expect((await money('elsewhere')).payout?.override).toEqual({ status: 1, by_name: null, at: null })
    await s.query("update transactions set payout_status = 2 where id = 'elsewhere'")
    await work()
  })
})
