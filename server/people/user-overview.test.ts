import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { inDays } from '../testing/make.ts'

const s = useServer()
const of = (uid: string) => ({ params: { uid } })
const overview = async (uid: string) => (await s.call('support', api.users.overview, of(uid))).body.data
const effect = async (uid: string) => (await s.call('support', api.users.effect, of(uid))).body.data

/** A transaction of $10.00, not paid out yet. */
const sale = (id: string, seller_uid: string, purchaser_uid: string, change: Record<string, number> = {}) =>
  s.make.transaction({
    id,
    seller_uid,
    purchaser_uid,
    status: 2,
    shipping_status: 2,
    payout_status: 2,
    ...change,
  })
const dispute = (id: string) =>
  s.query('update transactions set dispute_id = $1, dispute_status = 2 where id = $1', [id])

beforeAll(async () => {
  for (const uid of ['buyer', 'quiet', 'seller']) await s.addUser({ uid })
  await s.addUser({ uid: 'busy', displayName: 'Riley', oneSignalId: 'one', last_ip: '198.51.100.1' })
  await s.addUser({ uid: 'twin-1', oneSignalId: 'one', isBanned: true })
  await s.addUser({ uid: 'twin-2', last_ip: '198.51.100.1' })
  await s.make.listing(
    { key: 'bike', creatorUID: 'busy', title: 'Bike' },
    { creatorUID: 'busy', title: 'Lamp' },
  )
  const report = { reporting_uid: 'busy', reporter_uid: 'buyer' }
  await s.make.userReport(
    { ...report, id: 'r1', report_reason_id: 'Scam', input: 'Vanished', created_at: '2026-01-02' },
    { ...report, id: 'r2', reporter_uid: 'seller', created_at: '2026-01-01' },
    { ...report, id: 'r3', status: 'resolved', created_at: '2026-01-03' },
    { ...report, reporting_uid: 'twin-1', status: 'resolved', created_at: '2026-01-01' },
  )
  await s.make.banReason({ uid: 'twin-1', created_at: '2026-01-02' })
  const fake = { id: 'l1', post_key: 'bike', reporter_uid: 'buyer', report_reason_id: 'Fake' }
  await s.make.listingReport({ ...fake, created_at: '2026-01-04' })
  await sale('sold-1', 'busy', 'buyer')
  await sale('sold-2', 'busy', 'buyer')
  await sale('sold-3', 'busy', 'buyer', { status: 1, payout_status: 1 })
  await sale('bought', 'seller', 'busy')
  await dispute('sold-1')
  await s.make.approval({ transaction_id: 'sold-2', cents: 500 })
  await s.make.operation({ kind: 'refund', subject_id: 'bought', cents: 500, due_at: inDays(1) })
  for (const promo_end_date of [inDays(1), inDays(-1)])
    await s.make.promotion({ owner_uid: 'busy', price: 300, approval_status: 2, promo_end_date })
})

describe('a person at a glance', () => {
  test('needs a sign-in, and a person', async () => {
    for (const call of [api.users.overview, api.users.effect, api.userReports.ofUser] as const) {
      expect((await s.call(undefined, call, of('busy'))).status).toBe(401)
      expect((await s.call('finance', call, of('nobody'))).status).toBe(404)
    }
  })

  test('is empty for a person without anything open', async () => {
    expect(await overview('quiet')).toEqual({
      blocked: null,
      reports: { open: 0, reporters: 0 },
      disputes: 0,
      chargebacks: 0,
      refunds: { pending: 0, waiting: 0 },
      linked: { accounts: 0, blocked: 0, more: false },
      differs: [],
      notes: { count: 0, newest: null },
      held: { sales: 0, cents: 0, by_hand: 0 },
      restrictions: [],
      strikes: [],
    })
  })

  test('counts open reports and their authors, disputes, refunds, linked accounts and held money', async () => {
    expect(await overview('busy')).toMatchObject({
      blocked: null,
      reports: { open: 3, reporters: 2 },
      disputes: 1,
      refunds: { pending: 1, waiting: 1 },
      linked: { accounts: 2, blocked: 1, more: false },
      held: { sales: 2, cents: 2000 },
    })
  })

  test('counts open chargebacks of purchases and sales, and payouts held by hand; both hold money', async () => {
    await s.addUser({ uid: 'charged' })
    await s.make.order({ id: 'o1', stripe_payment_intent_id: 'pi_1', buyer_uid: 'buyer' })
    await sale('back', 'charged', 'buyer')
    await sale('by-hand', 'charged', 'buyer')
    await s.query(`update transactions set order_id = 'o1' where id = 'back'`)
    const before = await overview('buyer')
    await s.make.chargeback({ payment_id: 'pi_1', transaction_id: 'back' })
    await s.make.payoutHold({ transaction_id: 'by-hand' })
    expect(await overview('charged')).toMatchObject({
      chargebacks: 1,
      held: { sales: 2, cents: 2000, by_hand: 1 },
    })
    expect(await overview('buyer')).toEqual({ ...before, chargebacks: 1 })
    await s.query('update chargebacks set closed_at = now()')
    await s.query('update payout_holds set released_at = now()')
    expect(await overview('charged')).toMatchObject({
      chargebacks: 0,
      held: { sales: 0, cents: 0, by_hand: 0 },
    })
  })

  test('has the newest note, and who blocked the account when and why', async () => {
    const note = (text: string) =>
      s.call('finance', api.notes.create, { body: { kind: 'user', id: 'busy', text } })
    await note('first')
    await note('second')
    expect((await overview('busy')).notes).toMatchObject({
      count: 2,
      newest: { text: 'second', by: { name: 'The finance' } },
    })
    await s.call('moderator', api.users.ban, { ...of('twin-2'), body: { ban_reason: 'A ring' } })
    expect((await overview('twin-2')).blocked).toEqual({
      unpaid: { count: 0, cents: 0 },
      reason: 'A ring',
      by: 'The moderator',
      at: expect.stringMatching(/Z$/),
    })
    // An imported block has no reason.
    await s.addUser({ uid: 'imported', isBanned: true })
    expect((await overview('imported')).blocked).toEqual({
      reason: null,
      by: null,
      at: null,
      unpaid: { count: 0, cents: 0 },
    })
  })
})

test('the notes of each kind of record are counted, for roles that may see it', async () => {
  const notes = (as: 'finance' | 'support', kind: string, id: string) =>
    s.call(as, api.notes.of, { params: { kind, id } })
  await s.call('support', api.notes.create, { body: { kind: 'listing', id: 'bike', text: 'Stock photo' } })
  expect((await notes('support', 'listing', 'bike')).body.data).toMatchObject({
    count: 1,
    newest: { text: 'Stock photo' },
  })
  expect((await notes('support', 'listing', 'lamp')).body.data).toEqual({ count: 0, newest: null })
  const many = (as: 'finance' | 'support', kind: string, ids: string) =>
    s.call(as, api.notes.ofMany, { params: { kind }, query: { ids } })
  await s.call('finance', api.notes.create, { body: { kind: 'listing', id: 'bike', text: 'Seen elsewhere' } })
  expect((await many('support', 'listing', 'lamp,bike,none,bike')).body.data).toEqual([
    {
      id: 'bike',
      count: 2,
      newest: {
        id: expect.any(Number),
        text: 'Seen elsewhere',
        by: { uid: 'staff-finance', name: 'The finance' },
        at: expect.stringMatching(/T.*Z$/),
      },
    },
  ])
  expect((await many('finance', 'conversation', 'c')).status).toBe(403)
  expect((await many('support', 'macro', 'm')).status).toBe(404)
  expect((await many('support', 'listing', Array(201).fill('x').join(','))).status).toBe(400)
  expect((await notes('finance', 'conversation', 'c')).status).toBe(403)
  expect((await notes('support', 'macro', 'm')).status).toBe(404)
})

test('reports about a person and their listings, open ones first, with the record of each reporter', async () => {
  const { data } = (await s.call('finance', api.userReports.ofUser, of('busy'))).body
  expect(data.map(({ id }) => id)).toEqual(['l1', 'r1', 'r2', 'r3'])
  expect(data[0]).toEqual({
    id: 'l1',
    listing: { key: 'bike', title: 'Bike' },
    reporter_uid: 'buyer',
    // r3 was resolved and led to nothing, r4 to a block; r1 and l1 are open.
    reporter: { displayName: 'Somebody', made: 4, handled: 2, upheld: 1 },
    report_reason_id: 'Fake',
    input: null,
    status: 'open',
    created_at: '2026-01-04T00:00:00.000Z',
  })
  expect(data[1]).toMatchObject({ listing: null, input: 'Vanished', report_reason_id: 'Scam' })
})

describe('the effect of a block or a deletion', () => {
  test('has open orders with totals, held payouts, disputes, promotions, listings and linked accounts', async () => {
    expect(await effect('busy')).toEqual({
      sales: { count: 2, cents: 2000 },
      purchases: { count: 1, cents: 1000 },
      payouts: { count: 2, cents: 2000 },
      disputes: 1,
      promotions: { count: 1, cents: 300 },
      conversations: 0,
      listings: 2,
      linked: { accounts: 2, blocked: 2, why: ['ip', 'push_id'] },
      digest: '2,2000,1,1000,2,2000,1,1,300,0,2,2,2,,,',
    })
  })

  test('never adds amounts of two currencies: those in others are beside the sum, and the digest knows them', async () => {
    const [sale] = await s.query<{ id: string; price: number }>(
      "select id, price::int from transactions where seller_uid = 'busy' and payout_status = 2 and status in (1, 2) order by id limit 1",
    )
    const set = (currency: string) =>
      s.query('update transactions set currency = $2 where id = $1', [sale?.id, currency])
    const before = await effect('busy')
    await set('JPY')
    const after = await effect('busy')
    const others = [{ currency: 'JPY', cents: sale?.price }]
    expect(after.sales).toEqual({ count: 2, cents: 2000 - (sale?.price ?? 0), others })
    expect((await s.call('admin', api.users.overview, of('busy'))).body.data.held).toMatchObject({
      sales: 2,
      others,
    })
    expect(after.digest).not.toBe(before.digest)
    await set('USD')
    expect(await effect('busy')).toEqual(before)
  })

  test('refuses a block when it has changed since it was shown, and names the changes', async () => {
    const seen = (await effect('busy')).digest
    await sale('sold-4', 'busy', 'buyer')
    const ban = (digest: string) =>
      s.call('moderator', api.users.ban, { ...of('busy'), query: { seen: digest }, body: { ban_reason: '' } })
    const late = await ban(seen)
    expect([late.status, late.body.code, late.body.error_message]).toEqual([
      409,
      'conflict',
      'Since it was shown, this has changed: 3 open sales instead of 2 open sales, $30.00 of open sales instead of $20.00 of open sales.',
    ])
    expect((await ban('none')).status).toBe(400)
    expect((await ban((await effect('busy')).digest)).body.data.isBanned).toBe(true)
  })

  test('refuses a deletion likewise; without a digest nothing is compared', async () => {
    const seen = (await effect('quiet')).digest
    await s.make.listing({ creatorUID: 'quiet' })
    const late = await s.call('admin', api.users.remove, { ...of('quiet'), query: { seen } })
    expect([late.status, late.body.error_message]).toEqual([
      409,
      'Since it was shown, this has changed: 1 listing instead of 0 listings.',
    ])
    expect((await s.call('admin', api.users.remove, { ...of('quiet'), query: {} })).status).toBe(200)
  })
})
