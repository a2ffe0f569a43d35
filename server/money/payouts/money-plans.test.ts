import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeEach, expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'

// What becomes of a blocked seller's money (docs/fair-decisions.md).

const { s, make, strip, openDispute, get, settleAll } = useMoneyDesk()
const { moneyPlans, users, disputes, payouts, transactions, bulk } = api
let seller = ''
let number = 0
/** The id of a sale of this test. */
const of = (name: string) => `${name}-${number}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
type Plan = Partial<Body<typeof moneyPlans.save>>
const plan = (body: Plan = {}, as: Role = 'finance', headers: Record<string, string> = {}) =>
  s.call(
    as,
    moneyPlans.save,
    {
      params: { uid: seller },
      body: { delivered: 'pay', undelivered: 'refund', due_at: inDays(7), reason: 'Fraud', ...body },
    },
    headers,
  )
const shown = async (uid = seller) =>
  (await s.call('support', moneyPlans.list, { query: { seller: uid } })).body.data
const block = () =>
  s.call('moderator', users.ban, { params: { uid: seller }, query: {}, body: { ban_reason: 'Fraud' } })
const unblock = () => s.call('moderator', users.unban, { params: { uid: seller } })
/** A delivered sale whose payout is scheduled, and held because its seller is blocked. */
async function delivered(id: string) {
  await make(id, { seller })
  const { id: disputeId } = (await openDispute(id)).body.data
  await s.call('finance', disputes.resolve, { params: { id, disputeId } })
}
const undelivered = (id: string) => make(id, { seller, status: 2, shipping_status: 3 })

/** Parks what is due in more than a week: `settleAll` lets the time pass. */
const later = () =>
  s.query(
    "update operations set state = 'parked' where kind = 'money_plans.begin' and due_at > now() + interval '8 days'",
  )
/** A job that has stopped before its first row, as its planner lost the right. */
async function stopped(): Promise<string> {
  await block()
  await undelivered(of('wait'))
  await plan({}, 'finance')
  await s.query("update staff set role = 'support' where uid = 'staff-finance'")
  await settleAll()
  await s.query("update staff set role = 'finance' where uid = 'staff-finance'")
  const job = (await shown())[0]?.plan?.job
  expect(job).toMatchObject({
    state: 'stopped',
    words: expect.stringContaining('may not cancel a transaction'),
  })
  return job?.id ?? ''
}
/** Continues a job; returns what its row says. */
async function goOn(id: string) {
  await s.call('finance', bulk.resume, { params: { id } })
  await settleAll()
  const [row] = (await s.call('finance', bulk.rows, { params: { id }, query: {} })).body.data
  return row
}

beforeEach(async () => {
  seller = `seller-${++number}`
  await s.addUser({ uid: seller, stripe_connect_id: `acct_${number}` })
})

test('at its date what buyers have is paid out, and the rest goes back to the buyers', async () => {
  await block()
  await delivered(of('have'))
  await undelivered(of('wait'))
  await settleAll()
  expect(await strip(of('have'))).toEqual({ captured: -2500, held: 2500 })
  expect(await shown()).toMatchObject([
    {
      seller: { uid: seller },
      delivered: { count: 1, cents: 2000 },
      undelivered: { count: 1, cents: 2000 },
      plan: null,
    },
  ])
  expect((await plan()).status).toBe(200)
  expect((await shown())[0]?.plan).toMatchObject({ delivered: 'pay', begun_at: null, version: 1 })
  await settleAll()
  await settleAll()
  expect(await strip(of('have'))).toEqual({ captured: -2500, paid_out: 2500 })
  expect((await get(of('wait'))).status).toBe(3)
  const job = (await s.query<{ id: string; state: string; started_by: string }>('select * from bulk_jobs'))[0]
  expect(job).toMatchObject({ state: 'done', started_by: 'staff-finance' })
  const rows = (await s.call('finance', bulk.rows, { params: { id: job?.id ?? '' }, query: {} })).body.data
  expect(rows).toMatchObject([
    { kind: 'transaction', id: of('wait'), transaction_id: of('wait'), state: 'done' },
  ])
  expect(
    await s.query(
      "select action, actor_uid from audit where subject_id = any($1) and action in ('transactions.cancel', 'moneyPlans.begin') order by id",
      [[of('wait'), seller]],
    ),
  ).toEqual([
    { action: 'moneyPlans.begin', actor_uid: 'portreeve' },
    { action: 'transactions.cancel', actor_uid: 'staff-finance' },
  ])
})

test('money that is held stays held at the date; what else holds a payout goes on holding it', async () => {
  await block()
  await delivered(of('have'))
  await undelivered(of('wait'))
  await plan({ delivered: 'hold', undelivered: 'hold' })
  await settleAll()
  expect((await shown())[0]?.plan?.begun_at).not.toBeNull()
  expect(await strip(of('have'))).toEqual({ captured: -2500, held: 2500 })
  expect((await get(of('wait'))).status).toBe(2)
  await s.call('finance', payouts.hold, {
    params: { id: of('have') },
    body: { reason: 'A receipt is missing' },
  })
  await plan({ undelivered: 'hold' })
  await settleAll()
  expect(await strip(of('have'))).toEqual({ captured: -2500, held: 2500 })
  const held = (await s.call('support', transactions.money, { params: { id: of('have') } })).body.data.payout
  expect(held?.held_by).toEqual(['The finance holds it: A receipt is missing'])
})

test('unblocking ends the plan, whoever unblocks: nothing is refunded', async () => {
  await undelivered(of('wait'))
  for (const free of [
    unblock,
    () => s.query('update users set is_banned = false where uid = $1', [seller]),
  ]) {
    await block()
    await plan()
    await free()
    await settleAll()
    expect(await shown()).toEqual([])
    expect((await get(of('wait'))).status).toBe(2)
  }
})

test('a changed plan begins at its new date alone, and a stale change is refused', async () => {
  await block()
  await undelivered(of('wait'))
  await plan({ due_at: inDays(1) })
  expect((await plan({}, 'finance', { 'if-match': '"0"' })).body.error_title).toBe('Changed meanwhile')
  expect(
    (await plan({ undelivered: 'hold', due_at: inDays(30) }, 'finance', { 'if-match': '"1"' })).status,
  ).toBe(200)
  await later()
  await settleAll()
  expect((await shown())[0]?.plan).toMatchObject({ undelivered: 'hold', begun_at: null, version: 2 })
  expect((await get(of('wait'))).status).toBe(2)
})

test('the operation of a plan that unblocking has ended does not begin the next one', async () => {
  await undelivered(of('wait'))
  await block()
  await plan({ due_at: inDays(1) })
  await unblock()
  await block()
  await plan({ due_at: inDays(30) })
  await later()
  await settleAll()
  expect((await shown())[0]?.plan).toMatchObject({ begun_at: null })
  expect((await get(of('wait'))).status).toBe(2)
})

test('two plans at once: one is chosen, the other is refused', async () => {
  await block()
  await undelivered(of('wait'))
  const answers = await Promise.all([
    plan({ undelivered: 'hold' }, 'finance', { 'if-match': '"0"' }),
    plan({ undelivered: 'refund' }, 'admin', { 'if-match': '"0"' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await shown())[0]?.plan?.version).toBe(1)
})

test('a planner who has lost the right refunds nobody: the job says why, and a colleague plans it again', async () => {
  await stopped()
  expect((await get(of('wait'))).status).toBe(2)
  await plan({}, 'admin')
  await settleAll()
  expect((await get(of('wait'))).status).toBe(3)
})

test('a stopped job that is continued refunds no sale that has arrived since, and none of a seller who is free', async () => {
  const first = await stopped()
  await s.call('support', transactions.delivered, { params: { id: of('wait') } })
  expect(await goOn(first)).toMatchObject({
    state: 'refused',
    words: expect.stringContaining('The buyer has it'),
  })
  seller = `${seller}-free`
  number += 1000
  await s.addUser({ uid: seller })
  const second = await stopped()
  await unblock()
  expect(await goOn(second)).toMatchObject({
    state: 'refused',
    words: 'The seller is not blocked any more.',
  })
  expect((await get(of('wait'))).status).toBe(2)
})

test('a sale that a colleague cancels meanwhile is cancelled once', async () => {
  await block()
  await undelivered(of('wait'))
  await plan()
  await Promise.all([
    s.call('admin', transactions.cancel, {
      params: { id: of('wait') },
      query: { charge_seller: 'false', show_cancellation_in_seller_reviews: 'false' },
    }),
    settleAll(),
  ])
  await settleAll()
  expect((await get(of('wait'))).status).toBe(3)
  expect(
    await s.query(
      "select count(*)::int as n from operations where kind = 'cancel' and state = 'done' and subject_id = $1",
      [of('wait')],
    ),
  ).toEqual([{ n: 1 }])
})

test('who may, and what is refused', async () => {
  expect((await plan()).body.error_title).toBe('Not blocked')
  await block()
  for (const role of ['moderator', 'support'] as const) expect((await plan({}, role)).status).toBe(403)
  expect((await plan({ due_at: inDays(-1) })).status).toBe(400)
  expect((await plan({ reason: ' ' })).status).toBe(400)
  expect(await shown()).toEqual([])
})
