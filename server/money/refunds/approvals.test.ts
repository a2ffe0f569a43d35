import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { useApprovals } from '../../testing/approving.ts'

const {
  alone,
  approve,
  auditOf,
  cancel,
  decline,
  list,
  make,
  published,
  refund,
  refunded,
  s,
  waiting,
  withdraw,
} = useApprovals()
const { transactions, approvals } = api

describe('requesting', () => {
  test('a role that may not refund cannot request it either', async () => {
    await make(['forbidden'])
    for (const as of ['moderator', 'support'] as const)
      expect((await refund('forbidden', 60_000, as)).status).toBe(403)
    expect(await list({ transaction: 'forbidden' })).toEqual([])
  })

  test('up to the limit one person is enough; above it nothing is sent and a request waits', async () => {
    await make(['limit'])
    expect(await alone('limit')).toBe(50_000)
    const { status, body } = await refund('limit', 50_001)
    expect([status, body.code, body.error_title, body.error_message]).toEqual([
      ...[409, 'second_person', 'Needs a second person'],
      '$500.01 is more than you may refund alone. It is asked for now, and goes out when a second person approves it.',
    ])
    expect(await refunded('limit')).toBe(0)
    const { id } = await waiting('limit')
    expect(await s.query("select after from audit where subject_id = 'limit'")).toEqual([
      { after: { asked: id, kind: 'refund', cents: 50_001 } },
    ])
    expect(
      await s.query("select staff_uid, what, subject_kind from notifications where subject_id = 'limit'"),
    ).toEqual([{ staff_uid: 'staff-admin', what: 'approval', subject_kind: 'transaction' }])
    expect(await waiting('limit')).toMatchObject({
      kind: 'refund',
      cents: 50_001,
      left_seen: 500_000,
      asked_by: 'staff-finance',
      asked_by_name: 'The finance',
      state: 'asked',
    })
    expect(await auditOf('limit')).toEqual([
      { action: 'transactions.refund', actor_uid: 'staff-finance', reason: 'not given' },
    ])
    expect(await published('limit')).toEqual(['asked'])
    // A request reserves its amount: nothing can be added to it alone.
    expect(await alone('limit')).toBe(0)
    await withdraw((await waiting('limit')).id)
    expect((await refund('limit', 50_000)).body.data).toEqual({ state: 'done', cents: 50_000 })
  })

  test('an invalid refund is refused, not requested', async () => {
    await make(['refused'])
    expect((await refund('refused', 500_001)).body.code).toBe('refused')
    expect((await refund('refused', 600.5 * 100 + 0.5)).body.code).toBe('refused')
    expect(await list({ transaction: 'refused' })).toEqual([])
  })

  test('a repeat with one idempotency key is one request with the same answer', async () => {
    await make(['key'])
    const answers = await Promise.all(
      [1, 2, 3].map(() => refund('key', 60_000, 'finance', { 'idempotency-key': 'approvals-1' })),
    )
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(answers[0]?.body.code).toBe('second_person')
    expect((await list({ transaction: 'key' })).length).toBe(1)
  })

  test('one request per transaction waits at a time, also for concurrent requests', async () => {
    await make(['one'])
    const answers = await Promise.all([
      refund('one', 60_000),
      cancel('one'),
      refund('one', 70_000, 'admin'),
      refund('one', 80_000, 'admin'),
    ])
    expect(answers.map(({ body }) => body.code).sort()).toEqual([
      'conflict',
      'conflict',
      'conflict',
      'second_person',
    ])
    const refusal = answers.find(({ body }) => body.code === 'conflict')
    expect(refusal?.body.error_title).toBe('Already asked')
    expect(refusal?.body.error_message).toMatch(
      /^This needs a second person, and a (refund|cancellation) of \$[\d.]+, asked by The (finance|admin), waits for one already\. .* Last change: The/,
    )
    expect((await list({ transaction: 'one' })).length).toBe(1)
    // A colleague may still refund alone up to their own limit.
    const other = (await waiting('one')).asked_by === 'staff-finance' ? 'admin' : 'finance'
    expect((await refund('one', 1000, other)).status).toBe(200)
  })

  test('a cancellation above the limit makes a request too; a smaller one does not', async () => {
    await make(['cancel-big'])
    await make(['cancel-small'], 2500)
    expect((await cancel('cancel-small')).status).toBe(200)
    expect((await cancel('cancel-big')).body.code).toBe('second_person')
    expect(await waiting('cancel-big')).toMatchObject({
      kind: 'cancel',
      cents: 500_000,
      charge_seller: true,
      show_in_reviews: false,
    })
    expect((await approve((await waiting('cancel-big')).id)).body.data).toEqual({
      state: 'done',
      cents: 500_000,
    })
    expect(await refunded('cancel-big')).toBe(500_000)
    const { data } = (await s.call('finance', transactions.get, { params: { id: 'cancel-big' } })).body
    expect(data.status).toBe(3)
  })

  test('a request keeps what was chosen and why, and nothing that its kind does not have', async () => {
    await make(['kept', 'kept-too'])
    const kept = async (id: string) =>
      (
        await s.query(
          `select charge_seller, show_in_reviews, against, dispute_id, difference_id, requested, reason_id, note
           from approvals where transaction_id = $1`,
          [id],
        )
      )[0]
    await s.call('finance', transactions.refund, {
      params: { id: 'kept' },
      body: { amount: 60_000, reason_id: 'damaged', reason: 'The lamp is broken' },
    })
    const none = { against: null, dispute_id: null, difference_id: null, requested: false }
    expect(await kept('kept')).toEqual({
      ...{ ...none, charge_seller: null, show_in_reviews: null },
      ...{ reason_id: 'damaged', note: 'Damaged in transit: The lamp is broken' },
    })
    await s.call('finance', transactions.cancel, {
      params: { id: 'kept-too' },
      query: { charge_seller: 'false', show_cancellation_in_seller_reviews: 'true' },
    })
    expect(await kept('kept-too')).toEqual({
      ...{ ...none, charge_seller: false, show_in_reviews: true },
      ...{ reason_id: null, note: 'not given' },
    })
  })

  test('a long list has pages', async () => {
    await make(['paged'])
    await s.query(`insert into approvals (id, kind, transaction_id, cents, left_seen, asked_by, state, expires_at)
      select 'page-' || n, 'refund', 'paged', 100, 500000, 'staff-finance', 'declined', now() from generate_series(1, 201) n`)
    const page = await s.call('support', approvals.list, { query: { transaction: 'paged' } })
    expect(page.body.data).toHaveLength(200)
    expect(page.headers['x-next-cursor']).toEqual(expect.any(String))
  })

  test('the list of transactions finds those with a waiting request', async () => {
    await make(['listed'])
    await refund('listed', 60_000)
    const ids = async () =>
      (await s.call('support', transactions.list, { query: { waiting: 'true' } })).body.data.map(
        ({ id }) => id,
      )
    expect(await ids()).toContain('listed')
    await decline((await waiting('listed')).id)
    expect(await ids()).not.toContain('listed')
  })
})

describe('deciding', () => {
  test('not by the requester, in any session, nor by a role that may not refund', async () => {
    await make(['own'])
    await refund('own', 60_000)
    const { id } = await waiting('own')
    for (const as of ['moderator', 'support'] as const) {
      expect((await approve(id, as)).status).toBe(403)
      expect((await decline(id, as)).status).toBe(403)
      expect((await withdraw(id, as)).body.error_title).toBe('Not your request')
    }
    const answer = await approve(id, 'finance')
    expect([answer.status, answer.body.error_title]).toEqual([403, 'A second person decides'])
    expect((await decline(id, 'finance')).body.error_title).toBe('A second person decides')
    expect((await s.call({ token: 'none' }, approvals.approve, { params: { id } })).status).toBe(401)
    expect((await withdraw(id, 'admin')).status).toBe(403)
    expect((await waiting('own')).state).toBe('asked')
    expect(await refunded('own')).toBe(0)
    expect((await approve('ap_none')).status).toBe(404)
  })

  test('approved: it is sent once, in the requester’s name, audited and published', async () => {
    await make(['yes'])
    await refund('yes', 81_240)
    const { id } = await waiting('yes')
    expect((await approve(id)).body.data).toEqual({ state: 'done', cents: 81_240 })
    const again = await approve(id)
    expect([again.status, again.body.error_title]).toEqual([409, 'Already decided'])
    expect(again.body.error_message).toMatch(/^It is approved already\. Last change: The admin, /)
    expect(await refunded('yes')).toBe(81_240)
    expect(await list({ transaction: 'yes' })).toMatchObject([
      { id, state: 'approved', decided_by: 'staff-admin', decided_by_name: 'The admin', reason: null },
    ])
    expect((await auditOf('yes')).map(({ action, actor_uid }) => [action, actor_uid])).toEqual([
      ['transactions.refund', 'staff-finance'],
      ['approvals.approve', 'staff-admin'],
    ])
    expect(await published('yes')).toEqual(['asked', 'approved'])
    // A refund approved by a second person does not count against the limit.
    expect(await alone('yes')).toBe(50_000)
  })

  test('declined with a reason, and withdrawn: nothing is sent, and the amount is free again', async () => {
    await make(['no', 'back'])
    await refund('no', 60_000)
    const { id } = await waiting('no')
    const empty = await s.call('admin', approvals.decline, { params: { id }, body: { reason: '  ' } })
    expect(empty.status).toBe(400)
    const reason = 'Not so much'
    expect((await decline(id)).body.data).toMatchObject({ state: 'declined', reason })
    expect((await auditOf('no')).at(-1)).toEqual({
      action: 'approvals.decline',
      actor_uid: 'staff-admin',
      reason,
    })
    await refund('back', 60_000)
    expect((await withdraw((await waiting('back')).id)).body.data).toMatchObject({ state: 'withdrawn' })
    expect([await published('no'), await published('back')]).toEqual([
      ['asked', 'declined'],
      ['asked', 'withdrawn'],
    ])
    expect(await alone('no')).toBe(50_000)
    expect([await refunded('no'), await refunded('back')]).toEqual([0, 0])
  })

  test('approving checks again: other money, another version, a colleague who left', async () => {
    await make(['moved', 'version', 'left'])
    await refund('moved', 60_000)
    const moved = await waiting('moved')
    await refund('moved', 100, 'admin')
    const answer = await approve(moved.id)
    expect([answer.status, answer.body.error_title]).toEqual([409, 'Changed meanwhile'])
    expect(answer.body.error_message).toContain('left: $4999.00')
    expect((await waiting('moved')).state).toBe('asked')

    await refund('version', 60_000)
    const version = await waiting('version')
    const seen = (await s.call('admin', transactions.get, { params: { id: 'version' } })).body.data.version
    await s.call('finance', transactions.notShipped, { params: { id: 'version' } })
    expect((await approve(version.id, 'admin', { 'if-match': `"${seen}"` })).body.error_title).toBe(
      'Changed meanwhile',
    )
    expect((await approve(version.id, 'admin', { 'if-match': `"${Number(seen) + 1}"` })).status).toBe(200)

    await refund('left', 60_000)
    const { id } = await waiting('left')
    for (const change of ["role = 'support'", "role = 'finance', disabled = true"]) {
      await s.query(`update staff set ${change} where uid = 'staff-finance'`)
      expect((await approve(id)).body.error_message).toContain('who asked for it, may not do this any more')
    }
    await s.query("update staff set disabled = false where uid = 'staff-finance'")
    expect((await approve(id)).status).toBe(200)
  })

  test.each([-100, 100])('a cancellation is not approved for %i cents more than it is now', async (cents) => {
    await make([`cents${cents}`])
    await cancel(`cents${cents}`)
    const { id } = await waiting(`cents${cents}`)
    await s.query('update approvals set cents = cents + $2 where id = $1', [id, cents])
    expect((await approve(id)).body.error_title).toBe('Changed meanwhile')
  })

  test('a request expires after a week', async () => {
    await make(['old'])
    await refund('old', 60_000)
    const { id } = await waiting('old')
    await s.query("update approvals set expires_at = now() - interval '1 second' where id = $1", [id])
    expect((await approve(id)).body.error_message).toContain('waited too long')
    expect(await list({ transaction: 'old', state: 'asked' })).toEqual([])
    expect((await list({ transaction: 'old' })).map(({ state }) => state)).toEqual(['expired'])
    // A new request is possible.
    expect((await refund('old', 70_000)).body.code).toBe('second_person')
  })

  test('concurrent approve, decline and withdraw, twenty times: one wins, and money is sent only if it was approved', async () => {
    for (let round = 0; round < 20; round++) {
      const id = `race-${round}`
      await make([id])
      await refund(id, 60_000)
      const request = await waiting(id)
      const tries = [
        () => approve(request.id),
        () => approve(request.id),
        () => decline(request.id),
        () => withdraw(request.id),
      ]
      // Each action is first in some rounds.
      const turned = [...tries.slice(round % 4), ...tries.slice(0, round % 4)]
      const answers = await Promise.all(turned.map((go) => go()))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const [one] = await list({ transaction: id })
      expect(await refunded(id)).toBe(one?.state === 'approved' ? 60_000 : 0)
      expect(await published(id)).toEqual(['asked', one?.state])
      expect((await auditOf(id)).length).toBe(2)
    }
  })
})
