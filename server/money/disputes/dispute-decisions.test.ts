import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import type { Role } from '@portreeve/contract/base/rights'
import { describe, expect, test } from 'vitest'
import { keyFor, writer } from '../../testing/machine.ts'
import { useMoneyDesk } from '../../testing/money-desk.ts'

const { s, vendors, make, strip, refund, openDispute, get, settleAll } = useMoneyDesk()
const { disputes, approvals } = api
type Decision = Partial<Body<typeof disputes.decide>>

const opened = async (id: string) => {
  await make(id)
  return (await openDispute(id)).body.data.id
}
const decide = (id: string, disputeId: string, body: Decision, as: Role = 'finance') =>
  s.call(as, disputes.decide, {
    params: { id, disputeId },
    body: { outcome: 'buyer', reason: 'The parcel was empty', ...body },
  })
const one = async (disputeId: string) =>
  (await s.call('support', disputes.get, { params: { disputeId } })).body.data
const audited = (id: string) =>
  s.query("select action, reason, after from audit where subject_id = $1 and action like 'disputes.d%'", [id])

describe('a dispute decided for the buyer', () => {
  test('in part: the refund, the resolution and the payout of the rest are one operation with one audit row', async () => {
    const dispute = await opened('part')
    const answer = await decide('part', dispute, {
      refund_cents: 1000,
      left_seen: 2500,
      reason_id: 'damaged',
    })
    expect(answer.body.data).toEqual({ state: 'done', cents: 1000 })
    await settleAll()
    expect(await strip('part')).toEqual({ captured: -2500, refunded: 1000, paid_out: 1500 })
    expect(await get('part')).toMatchObject({ dispute_status: 1, status: 1, payout_status: 1 })
    expect(await audited('part')).toEqual([
      {
        action: 'disputes.decide',
        reason: 'Damaged in transit: The parcel was empty',
        after: { dispute_status: 1, outcome: 'buyer', refund: 1000 },
      },
    ])
    expect(await one(dispute)).toMatchObject({
      ...{ status: 1, outcome: 'buyer', refunded_cents: 1000, amount: 2500 },
      decision_reason: 'Damaged in transit: The parcel was empty',
      decided_by: { uid: 'staff-finance', name: 'The finance' },
    })
  })

  test('in full: the seller gets nothing, and the transaction is disputed and refunded', async () => {
    const dispute = await opened('full')
    expect((await decide('full', dispute, {})).body.data).toEqual({ state: 'done', cents: 2500 })
    await settleAll()
    expect(await strip('full')).toEqual({ captured: -2500, refunded: 2500 })
    expect(await get('full')).toMatchObject({ dispute_status: 1, status: 5, payout_status: 2 })
    expect((await decide('full', dispute, {})).body.error_title).toBe('Already resolved')
  })

  test('twenty decisions at once: one refund', async () => {
    const dispute = await opened('race')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? decide('race', dispute, { refund_cents: 500 })
          : s.call('finance', disputes.resolve, { params: { id: 'race', disputeId: dispute } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await settleAll()
    expect((await vendors.payments.payment('pi_race')).refunds.length).toBeLessThanOrEqual(1)
  })

  test('while the provider does not answer, nothing else decides it; refused by the provider, it stays open', async () => {
    const dispute = await opened('slow')
    await vendors.set('stripe', 'fail')
    expect((await decide('slow', dispute, { refund_cents: 500 })).body.data.state).toBe('pending')
    expect((await decide('slow', dispute, { outcome: 'seller' })).body.error_title).toBe('Being decided')
    expect(
      (await s.call('finance', disputes.resolve, { params: { id: 'slow', disputeId: dispute } })).status,
    ).toBe(409)
    await vendors.set('stripe', 'ok')
    await settleAll()
    await settleAll()
    expect(await strip('slow')).toEqual({ captured: -2500, refunded: 500, paid_out: 2000 })

    const other = await opened('refused')
    await s.query("update orders set payment_id = 'pi_unknown' where id = 'o-refused'")
    expect((await decide('refused', other, { refund_cents: 500 })).status).toBe(502)
    await s.query("update orders set payment_id = 'pi_refused' where id = 'o-refused'")
    expect(await one(other)).toMatchObject({ status: 2, outcome: null, refunded_cents: null })
    expect((await decide('refused', other, { refund_cents: 500 })).status).toBe(200)
  })

  test('a wrong amount is refused, naming what is left', async () => {
    const dispute = await opened('amounts')
    expect((await decide('amounts', dispute, { refund_cents: 2501 })).body.error_message).toContain('$25.00')
    expect((await decide('amounts', dispute, { refund_cents: 0 })).status).toBe(400)
    expect((await decide('amounts', dispute, { left_seen: 99 })).body.error_title).toBe('Changed meanwhile')
    expect((await decide('amounts', dispute, { outcome: 'seller', refund_cents: 5 })).status).toBe(422)
    expect((await decide('amounts', dispute, { reason: ' ' })).status).toBe(422)
    expect((await decide('amounts', dispute, {}, 'moderator')).status).toBe(403)
    expect((await decide('amounts', 'dp_none', {})).status).toBe(404)
  })

  test('above the limit, and by support, it waits for a second person', async () => {
    const dispute = await opened('large')
    s.ctx.settings.refundAlone = 400
    expect((await decide('large', dispute, { refund_cents: 500 })).body.code).toBe('second_person')
    s.ctx.settings.refundAlone = 50_000
    const [large] = (await s.call('admin', approvals.list, { query: { transaction: 'large' } })).body.data
    expect(large).toMatchObject({ kind: 'dispute', cents: 500, dispute_id: dispute, requested: false })
    expect((await s.call('finance', approvals.approve, { params: { id: large?.id ?? '' } })).status).toBe(403)
    expect((await s.call('admin', approvals.approve, { params: { id: large?.id ?? '' } })).body.data).toEqual(
      {
        ...{ state: 'done', cents: 500 },
      },
    )
    await settleAll()
    expect(await strip('large')).toEqual({ captured: -2500, refunded: 500, paid_out: 2000 })

    const second = await opened('support')
    expect((await decide('support', second, { refund_cents: 500 }, 'support')).body.code).toBe(
      'second_person',
    )
    const [request] = (await s.call('admin', approvals.list, { query: { transaction: 'support' } })).body.data
    expect(request).toMatchObject({ requested: true, why: 'The parcel was empty' })
    const less = { params: { id: request?.id ?? '' }, body: { cents: 300, reason: 'The box was there' } }
    expect((await s.call('finance', approvals.approveLess, less)).body.data.cents).toBe(300)
    await settleAll()
    expect(await strip('support')).toEqual({ captured: -2500, refunded: 300, paid_out: 2200 })
  })
})

test('twenty people approve a part of one request at once: one refund of one amount', async () => {
  const dispute = await opened('less-race')
  expect((await decide('less-race', dispute, { refund_cents: 600 }, 'support')).body.code).toBe(
    'second_person',
  )
  const [request] = (await s.call('admin', approvals.list, { query: { transaction: 'less-race' } })).body.data
  const params = { id: request?.id ?? '' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 5 === 0
        ? s.call('admin', approvals.approve, { params })
        : s.call('finance', approvals.approveLess, { params, body: { cents: 100 + n, reason: 'A part' } }),
    ),
  )
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
  const { refunds } = await vendors.payments.payment('pi_less-race')
  expect(refunds.map(({ cents }) => cents)).toEqual([done[0]?.body.data.cents])
  expect(
    await s.query(
      "select 1 from audit where subject_id = 'less-race' and action in ('approvals.approve', 'approvals.approveLess')",
    ),
  ).toHaveLength(1)
})

test('eight assignments at once: each is one row of the audit that continues from the one before', async () => {
  const dispute = await opened('assign-race')
  const uids = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? 'staff-finance' : 'staff-admin'))
  const answers = await Promise.all(
    uids.map((uid) => s.call('support', disputes.assign, { params: { disputeId: dispute }, body: { uid } })),
  )
  expect(answers.map(({ status }) => status)).toEqual(uids.map(() => 200))
  const rows = await s.query<{ before: string | null; after: string }>(
    "select before ->> 'assignee' as before, after ->> 'assignee' as after from audit where subject_id = 'assign-race' and action = 'disputes.assign' order by id",
  )
  expect(rows.map(({ before }) => before)).toEqual([null, ...rows.map(({ after }) => after).slice(0, 7)])
  expect((await one(dispute)).assignee?.uid).toBe(rows.at(-1)?.after)
})

test('decided for the seller with words, as resolving', async () => {
  const dispute = await opened('seller-wins')
  expect((await decide('seller-wins', dispute, { outcome: 'seller' }, 'support')).body.data).toEqual({
    ...{ state: 'done', cents: null },
  })
  await settleAll()
  expect(await strip('seller-wins')).toEqual({ captured: -2500, paid_out: 2500 })
  expect(await one(dispute)).toMatchObject({ outcome: 'seller', decision_reason: 'The parcel was empty' })
})

describe('the list', () => {
  test('has open disputes, nearest deadline first, by scope and type', async () => {
    await s.query('update disputes set status = 1, resolved_at = now() where status = 2')
    const found: string[] = []
    for (const [id, days] of [
      ['far', 9],
      ['near', 1],
      ['over', -1],
    ] as const) {
      const dispute = await opened(id)
      found.push(dispute)
      const deadline_at = new Date(Date.now() + days * 86_400_000).toISOString()
      const set = { params: { disputeId: dispute }, body: { deadline_at, buyer_statement: `I say ${id}` } }
      expect((await s.call('support', disputes.record, set)).body.data.deadline_at).toBe(deadline_at)
    }
    const [far = '', near = '', over = ''] = found
    const list = async (query: object, as: Role = 'support') =>
      (await s.call(as, disputes.list, { query })).body.data.map(({ id }) => id)
    expect(await list({})).toEqual([over, near, far])
    expect(await list({ scope: 'overdue' })).toEqual([over])
    expect(await list({ type: '1' })).toEqual([])
    const assign = (disputeId: string, uid: string | null, as: Role = 'support') =>
      s.call(as, disputes.assign, { params: { disputeId }, body: { uid } })
    expect((await assign(near, 'staff-support')).body.data.assignee).toEqual({
      ...{ uid: 'staff-support', name: 'The support' },
    })
    await s.token('moderator')
    const assignees = (as: Role) => s.call(as, disputes.assignees, {})
    expect((await assignees('moderator')).status).toBe(403)
    const offered = (await assignees('support')).body.data
    expect(offered).toContainEqual({ uid: 'staff-finance', name: 'The finance' })
    expect(offered).not.toContainEqual(expect.objectContaining({ uid: 'staff-moderator' }))
    for (const uid of ['staff-moderator', 'none'])
      expect((await assign(near, uid)).body.error_title).toBe('Cannot be assigned')
    expect(await list({ scope: 'mine' })).toEqual([near])
    expect(await list({ scope: 'unassigned' })).toEqual([over, far])
    expect((await assign(near, null)).body.data.assignee).toBeNull()
    await decide('far', far, { outcome: 'seller' })
    expect((await list({ scope: 'resolved' }))[0]).toBe(far)
    expect((await assign(far, null)).body.error_title).toBe('Already resolved')
  })

  test('a new dispute has the deadline of the settings', async () => {
    const days = await s.query<{ days: number }>(
      'select round(extract(epoch from deadline_at - created_at) / 86400)::int as days from disputes where id = $1',
      [await opened('deadline')],
    )
    expect(days).toEqual([{ days: 14 }])
    await make('refundable')
    expect((await refund('refundable', 1)).status).toBe(200)
  })
})

describe('a dispute opened and decided for the seller by one hand', () => {
  const resolve = (id: string, disputeId: string, as: Role) =>
    s.call(as, disputes.resolve, { params: { id, disputeId } })

  test('sends no more than one person may alone; a colleague decides it', async () => {
    const dispute = await opened('own-hand')
    s.ctx.settings.refundAlone = 2000
    const refused = await resolve('own-hand', dispute, 'finance')
    expect([refused.status, refused.body.error_title]).toEqual([422, 'Needs a second person'])
    expect((await decide('own-hand', dispute, { outcome: 'seller' })).body.error_title).toBe(
      'Needs a second person',
    )
    expect((await resolve('own-hand', dispute, 'admin')).status).toBe(200)
    s.ctx.settings.refundAlone = 50_000
  })

  test('counts with the refunds of the day, two at once too', async () => {
    const made = ['hand-a', 'hand-b', 'hand-c']
    const ids: string[] = []
    for (const id of made) ids.push(await opened(id))
    s.ctx.settings.refundAloneDay = 5000 + (await spentToday())
    const answers = await Promise.all(made.map((id, at) => resolve(id, ids[at] ?? '', 'finance')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422])
    expect((await refund('own-hand', 100)).body.code).toBe('second_person')
    s.ctx.settings.refundAloneDay = 200_000
    for (const [at, id] of made.entries()) await resolve(id, ids[at] ?? '', 'admin')
  })

  test('is refused to the maker of the machine key whose row opened it', async () => {
    await make('by-key')
    const shop = writer(s, await keyFor(s, ['ingest.disputes']))
    const row = {
      id: 'dp_by_key',
      transaction_id: 'by-key',
      creator_uid: 'buyer',
      dispute_type: 1,
      status: 2,
    }
    const { results } = await shop.rows('disputes', [
      { ...row, created_at: '2026-11-01T00:00:00.000Z', resolved_at: null },
    ])
    expect(results).toMatchObject([{ result: 'new' }])
    s.ctx.settings.refundAlone = 2000
    const refused = await resolve('by-key', 'dp_by_key', 'admin')
    expect([refused.status, refused.body.error_title]).toEqual([422, 'Needs a second person'])
    expect((await resolve('by-key', 'dp_by_key', 'finance')).status).toBe(200)
    s.ctx.settings.refundAlone = 50_000
  })

  const spentToday = async () =>
    Number(
      (
        await s.query<{ cents: string }>(
          `select (select coalesce(sum(cents), 0) from operations where started_by = 'staff-finance' and approval_id is null
             and state in ('pending', 'done')) + (select coalesce(sum(released_alone), 0) from disputes
             where decided_by = 'staff-finance') as cents`,
        )
      )[0]?.cents,
    )
})
