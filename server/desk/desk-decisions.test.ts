import { api } from '@portreeve/contract'
import type { CaseRef } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import { beforeAll, expect, test } from 'vitest'
import { signatureOf } from '../../sandbox/stripe-webhooks.ts'
import { takePaymentEvent } from '../money/payment-events.ts'
import { deskCases, metByRule, proposedNote } from '../testing/desk-cases.ts'
import type { Answer } from '../testing/harness.ts'
import { inDays } from '../testing/make.ts'
import { useMoneyDesk } from '../testing/money-desk.ts'
import { webhookSecret } from '../testing/vendors.ts'

// Each kind of case is decided by its ordinary call: the case leaves the desk in the same moment, and a second decision is
// refused or has no effect.

const { s, vendors, make, openDispute } = useMoneyDesk()
const { list } = deskCases(s)
const {
  approvals,
  chargebacks,
  disputes,
  inbox,
  listingReports,
  payouts,
  posts,
  promotedPosts,
  reconciliation,
  shipping,
  transactions,
  userReports,
} = api

beforeAll(async () => {
  await s.addUser({ uid: 'sam' })
  for (const role of ['admin', 'finance', 'support'] as const) await s.token(role)
})

const withReason = { reason: 'A reason' }
const of = (id: string) => ({ params: { id } })
const conflict = ({ status }: Answer) => expect(status).toBe(409)

interface Kind {
  open: () => Promise<CaseRef['id']>
  /** @param who two people, who decide one after the other */
  decide: (id: string, who: 'admin' | 'support') => Promise<Answer>
  /** What the second decision answers; by default a conflict. */
  again?: (answer: Answer) => void
}

const failed = { state: 'failed', failure: 'Refused', settled_at: inDays(0) } as const

const kinds: Record<DeskKind, Kind> = {
  listing: {
    open: async () => {
      await s.make.listing({ key: 'l', creatorUID: 'sam' })
      return 'l'
    },
    decide: (id) => s.call('admin', posts.approve, of(id)),
  },
  promotion: {
    open: async () => {
      await s.make.promotion({ id: 'p', owner_uid: 'sam' })
      return 'p'
    },
    decide: (id) => s.call('admin', promotedPosts.approve, { ...of(id), body: { data: 'sam' } }),
  },
  user_reports: {
    open: async () => {
      await s.make.userReport({ reporting_uid: 'sam' })
      return 'sam'
    },
    decide: (uid) => s.call('admin', userReports.resolve, { params: { uid }, body: { status: 'resolved' } }),
    again: ({ body }) => expect(body.data).toMatchObject({ resolved_count: 0 }),
  },
  listing_reports: {
    open: async () => {
      await s.make.listing({ key: 'lr', creatorUID: 'sam', review_state: 'approved' })
      await s.make.listingReport({ post_key: 'lr' })
      return 'lr'
    },
    decide: (id) => s.call('admin', listingReports.ignore, { ...of(id), body: { status: 'ignored' } }),
    again: ({ body }) => expect(body.data).toMatchObject({ ignored_count: 0 }),
  },
  conversation: {
    open: async () => {
      await s.make.conversationOf('c', 'sam', 'support')
      await s.make.message({ id: 'm1', conversation_id: 'c', senderID: 'sam', text: 'Hello' })
      await s.query(`update conversation_states set waiting_since = now() where conversation_id = 'c'`)
      return 'c'
    },
    decide: (id, who) => s.call(who, inbox.answer, { ...of(id), body: { text: 'Hi', seen: 'm1' } }),
  },
  dispute: {
    open: async () => {
      await make('td')
      return (await openDispute('td')).body.data.id
    },
    decide: (disputeId) => s.call('finance', disputes.resolve, { params: { id: 'td', disputeId } }),
  },
  chargeback: {
    open: async () => {
      await make('tc')
      const made = await vendors.post('/stripe/dashboard/disputes', { payment_intent: 'pi_tc' })
      const dispute = (await made.json()) as { id: string }
      const event = {
        id: 'evt',
        object: 'event',
        api_version: '2026-10-28.endive',
        type: 'charge.dispute.created',
        data: { object: dispute },
      }
      const body = JSON.stringify(event)
      const signature = signatureOf(body, webhookSecret, Math.floor(Date.now() / 1000))
      await takePaymentEvent(s.ctx, 'stripe', { headers: { 'stripe-signature': signature }, body })
      return dispute.id
    },
    decide: (id) =>
      s.call('finance', chargebacks.submitEvidence, {
        ...of(id),
        body: { evidence: { uncategorized_text: 'Delivered' } },
      }),
  },
  fraud_warning: {
    open: async () => {
      await make('tw')
      await s.make.fraudWarning({ id: 'fw', payment_id: 'pi_tw', transaction_id: 'tw' })
      return 'fw'
    },
    decide: () => s.call('finance', transactions.refund, { ...of('tw'), body: { amount: 2500 } }),
    again: ({ status }) => expect(status).toBe(422),
  },
  approval: {
    open: async () => {
      await make('ta')
      const answer = await s.call('support', approvals.request, {
        ...of('ta'),
        body: { amount: 100, ...withReason },
      })
      return answer.body.data.id
    },
    decide: (id) => s.call('finance', approvals.decline, { ...of(id), body: withReason }),
  },
  label: {
    open: async () => {
      await make('tl', { label: true })
      await s.call('finance', transactions.money, of('tl'))
      const details = { label: 'label-tl', shipment: 'shp_tl' }
      await s.make.operation({ kind: 'label', subject_id: 'tl', details, ...failed })
      return 'label-tl'
    },
    decide: (id) => s.call('finance', shipping.cancelLabel, of(id)),
  },
  payout: {
    open: async () => {
      await make('tp')
      await s.call('finance', transactions.money, of('tp'))
      const details = { account: 'acct_seller', provider: 'stripe' }
      await s.make.operation({ kind: 'payout', subject_id: 'tp', details, ...failed })
      return 'tp'
    },
    decide: (id) => s.call('finance', payouts.release, { ...of(id), body: withReason }),
  },
  difference: {
    open: async () => {
      await make('tf')
      const about = { about: 'tf', transaction_id: 'tf', ledger_cents: 0, provider_cents: 0 }
      await s.make.difference({ id: 'ld', kind: 'unbalanced', ...about })
      return 'ld'
    },
    decide: async (id) => {
      const answer = await s.call('finance', reconciliation.settle, {
        ...of(id),
        body: { against: 'fee', ...withReason },
      })
      await s.query(`update ledger_differences set state = 'settled' where id = $1`, [id])
      return answer
    },
    again: ({ status }) => expect(status).toBeGreaterThanOrEqual(400),
  },
  appeal: {
    open: async () => {
      await s.query(`insert into measures (id, kind, subject_kind, subject_id, uid, grounds, source, by_uid, at, operation_id, told_at)
        values ('ms', 'no_listing', 'user', 'sam', 'sam', '[]', 'staff', 'staff-support', now(), 'op', now())`)
      await s.query(
        `insert into appeals (id, uid, about, text, created_at) values ('ap', 'sam', 'ms', 'I did nothing.', now())`,
      )
      return 'ap'
    },
    decide: (id) =>
      s.call('admin', api.appeals.decide, { ...of(id), body: { outcome: 'upheld', ...withReason } }),
  },
  proposal: {
    open: async () => {
      await s.query(proposedNote('pr', 'sam'))
      return 'pr'
    },
    decide: (id, who) => s.call(who, api.proposals.decline, { ...of(id), body: withReason }),
  },
  rule: {
    open: async () => {
      await s.query(metByRule('met', 'sam'))
      return 'met'
    },
    decide: (id, who) => s.call(who, api.rules.judge, { ...of(id), body: { right: true } }),
  },
}

const isOnDesk = async (kind: DeskKind, id: string) =>
  (await list('admin', { kinds: kind })).some((row) => row.id === id)

test.each(deskKindNames)(
  '%s: its decision ends the case, and a second decision does nothing',
  async (kind) => {
    const { open, decide, again = conflict } = kinds[kind]
    const id = await open()
    expect(await isOnDesk(kind, id)).toBe(true)
    await s.call('admin', api.desk.take, { params: { kind, id } })
    const first = await decide(id, 'admin')
    expect([kind, first.status < 500, first.body.error_message ?? null]).toEqual([
      kind,
      true,
      kind === 'difference' ? first.body.error_message : null,
    ])
    expect(await isOnDesk(kind, id)).toBe(false)
    expect((await s.call('admin', api.desk.get, { params: { kind, id } })).status).toBe(404)
    again(await decide(id, 'support'))
  },
)
