import { api } from '@portreeve/contract'
import type { CaseRef } from '@portreeve/contract/desk/desk'
import { deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { bothSides, deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { world, open, next } = deskCases(s)
const soon = () => new Date(Date.now() + 3_600_000).toISOString()

beforeAll(async () => {
  await world()
  await s.token('admin')
})

/** Ordinary calls about a case of each kind, of which some are refused, and changes that come from outside. */
const calls: Record<string, (ref: CaseRef) => Promise<unknown>> = {
  approve: ({ id }) => s.call('admin', api.posts.approve, { params: { id } }),
  deny: ({ id }) => s.call('admin', api.posts.deny, { params: { id }, body: { message: 'No.' } }),
  takeBack: ({ id }) => s.call('admin', api.posts.takeBack, { params: { id } }),
  remove: ({ id }) => s.call('admin', api.posts.remove, { params: { id } }),
  approvePromotion: ({ id }) =>
    s.call('admin', api.promotedPosts.approve, { params: { id }, body: { data: 'sam' } }),
  resolve: ({ id }) =>
    s.call('admin', api.userReports.resolve, { params: { uid: id }, body: { status: 'resolved' } }),
  ignore: ({ id }) =>
    s.call('admin', api.listingReports.ignore, { params: { id }, body: { status: 'ignored' } }),
  undo: async () => {
    const { data } = (await s.call('admin', api.held.mine, {})).body
    for (const { id } of data) await s.call('admin', api.held.undo, { params: { id } })
  },
  ban: ({ id }) => s.call('admin', api.users.ban, { params: { uid: id }, body: { ban_reason: 'x' } }),
  unban: ({ id }) => s.call('admin', api.users.unban, { params: { uid: id } }),
  answer: ({ id }) => s.call('admin', api.inbox.answer, { params: { id }, body: { text: 'Hi' } }),
  assign: ({ id }) => s.call('admin', api.inbox.assign, { params: { id }, body: { uid: 'staff-admin' } }),
  close: ({ id }) => s.call('admin', api.inbox.close, { params: { id }, body: {} }),
  mark: ({ id }) => s.call('admin', api.inbox.mark, { params: { id }, body: { priority: 'urgent' } }),
  assignDispute: ({ id }) =>
    s.call('admin', api.disputes.assign, { params: { disputeId: id }, body: { uid: 'staff-admin' } }),
  decline: ({ id }) => s.call('admin', api.approvals.decline, { params: { id }, body: { reason: 'No' } }),
  take: (params) => s.call('admin', api.desk.take, { params }),
  release: (params) => s.call('admin', api.desk.release, { params }),
  snooze: (params) => s.call('admin', api.desk.snooze, { params, body: { until: soon() } }),
  next: () => next('admin'),
  price: () => s.query('update transactions set price = price + 100'),
  listingPrice: ({ id }) =>
    s.query('update posts set price_as_smallest_currency_unit = 7700 where key = $1', [id]),
  closeChargeback: ({ id }) => s.query('update chargebacks set closed_at = now() where id = $1', [id]),
  retry: ({ id }) =>
    s.query(
      `insert into operations (id, kind, subject_kind, subject_id) select gen_random_uuid()::text, 'payout', 'transaction', $1 where $1 like 't%'`,
      [id],
    ),
  voidLabel: ({ id }) => s.query('update ship_labels set status = 3 where id = $1', [id]),
  settle: ({ id }) => s.query(`update ledger_differences set state = 'gone' where id = $1`, [id]),
}
const step = fc.record({
  open: fc.option(fc.constantFrom(...deskKindNames), { freq: 1 }),
  doing: fc.constantFrom(...Object.keys(calls)),
  at: fc.nat(200),
})

test(
  'after any sequence of ordinary calls the table equals the sources, and its points are those of its facts',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 150, maxLength: 150 }), async (steps) => {
        const refs: CaseRef[] = []
        for (const kind of deskKindNames) refs.push(await open(kind))
        for (const { open: kind, doing, at } of steps) {
          if (kind && kind !== 'payout') refs.push(await open(kind))
          const ref = refs[at % refs.length]
          if (ref) await calls[doing]?.(ref)
        }
        const { table, sources } = await bothSides(s)
        expect(table).toEqual(sources)
        expect(table.length).toBeGreaterThan(5)
        const assigned = await s.query(
          `select c.kind, c.id from desk_cases c left join conversation_states v on v.conversation_id = c.id left join disputes d on d.id = c.id
         where (c.kind = 'conversation' and (c.assignee, c.snoozed_until) is distinct from (v.assignee, v.snoozed_until))
           or (c.kind = 'dispute' and c.assignee is distinct from d.assignee)`,
        )
        expect(assigned).toEqual([])
        const wrong = await s.query(
          `select c.kind, c.id from desk_cases c cross join desk_weights w cross join lateral portreeve_desk_points(
           w, now(), portreeve_desk_target(w, c.kind), c.class, c.deadline_at, c.cents, c.reports, c.handled, c.upheld, c.priority, c.opened_at, c.moved_at) p
         where (c.band, c.money_points, c.reporters_points, c.reports_points, c.priority_points)
           <> (p.band, p.money_points, p.reporters_points, p.reports_points, p.priority_points)`,
        )
        expect(wrong).toEqual([])
      }),
      { numRuns: 1, endOnFailure: true },
    ),
  120_000,
)
