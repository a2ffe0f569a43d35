import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { CaseRef, DeskView } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { expect } from 'vitest'
import type { Harness } from './harness.ts'
import { inDays } from './make.ts'

const { desk } = api

/** A proposal to note something about a person, by a program of an admin. */
/** A person whom a rule has met. */
export const metByRule = (id: string, uid: string) => `
  with r as (insert into rules (id, name, event, query, actions, per_hour, owner_uid)
    values ('${id}-rule', '${id}', 'account_made', 'reports:>0', '{}', 1, (select min(uid) from staff)) returning id)
  insert into rule_matches (id, rule_id, written, state, subject_kind, subject_id, at, case_state, case_words, case_class)
    select '${id}', id, 1, 'on', 'user', '${uid}', now(), 'open', 'Look', 'other' from r`

export const proposedNote = (id: string, uid: string) => `
  with key as (insert into machine_keys (id, name, begins, digest, scopes, networks, created_by, owner_uid, per_hour, cents_per_day)
    values ('mk-${id}', 'Checks', 'ptv_', 'd-${id}', '["propose.notes.write"]', '[]', 'staff-admin', 'staff-admin', 60, 0) returning id)
  insert into proposals (id, key_id, program, owner_uid, call, permission, params, reason, subject_kind, subject_id, effect, digest)
  select '${id}', id, 'Checks', 'staff-admin', 'notes.create', 'notes.write', '{}', 'Fakes', 'user', '${uid}',
    '{"dry_run": true, "deeds": [], "events": [], "operations": []}', '' from key`

/** The tables whose rows open cases. */
const sources = [
  ...['conversations', 'disputes', 'chargebacks', 'fraud_warnings', 'approvals', 'ledger_differences'],
  ...['ship_labels', 'operations', 'user_reports', 'listing_reports', 'promoted_posts'],
  ...['review_decisions', 'held_actions', 'posts', 'measures', 'proposals', 'rules'],
]

/** A case of each kind, and calls about them. */
export function deskCases(s: Harness) {
  /** People, a listing and a paid transaction that the cases are about. */
  async function world() {
    for (const uid of ['sam', 'bea', 'eve', 'ray'])
      await s.addUser({ uid, displayName: uid, stripe_connect_id: 'acct' })
    await s.make.order({ id: 'o', stripe_payment_intent_id: 'pi', buyer_uid: 'bea' })
    await s.query(`insert into transactions (id, seller_uid, purchaser_uid, order_id, product_title, price, status, shipping_status, payout_status, purchase_date)
      select 't' || n, 'sam', 'bea', 'o', 'Bike ' || n, 10000, 1, 1, 2, now() from generate_series(1, 20) n`)
  }

  /** Opens the case of an id; one about a transaction is about `txn`. */
  const opening: Record<DeskKind, (id: string, txn: string) => Promise<unknown>> = {
    listing: (key) =>
      s.make.listing({
        ...{ key, title: 'Lamp', creatorUID: 'sam', price_as_smallest_currency_unit: 5000 },
        creation_date_time: inDays(0),
      }),
    promotion: (id) => s.make.promotion({ id, owner_uid: 'sam', post_title: 'Lamp', price: 500 }),
    user_reports: (uid) =>
      s.make.userReport({
        ...{ id: `${uid}-r`, reporting_uid: uid, reporter_uid: 'ray', report_reason_id: 'scam' },
      }),
    listing_reports: (key) =>
      s.make.listingReport({ id: `${key}-r`, post_key: key, reporter_uid: 'ray', report_reason_id: 'fake' }),
    dispute: async (id, txn) => {
      const deadline_at = inDays(8.75 / 24)
      await s.make.dispute({ id, transaction_id: txn, creator_uid: 'bea', dispute_type: 2, deadline_at })
      await s.query('update transactions set dispute_id = $1, dispute_status = 2 where id = $2', [id, txn])
    },
    chargeback: (id, txn) =>
      s.make.chargeback({
        ...{ id, payment_id: 'pi', transaction_id: txn, reason: 'product_not_received' },
        ...{ cents: 10000, fee: 1500, withdrawn: 10000, evidence_due_at: inDays(2) },
      }),
    fraud_warning: (id, txn) => s.make.fraudWarning({ id, payment_id: 'pi', transaction_id: txn }),
    approval: (id, txn) =>
      s.make.approval({
        ...{ id, transaction_id: txn, cents: 2000, left_seen: 10000, asked_by: 'staff-support' },
        ...{ expires_at: inDays(7), requested: true, note: 'Broken' },
      }),
    conversation: async (id) => {
      await s.make.conversation({ id })
      await s.make.member(
        { conversation_id: id, uid: 'bea', name: 'Bea', position: 0 },
        { conversation_id: id, uid: 'support', name: 'Support', position: 1 },
      )
      await s.make.message({ id: `${id}-m`, conversation_id: id, senderID: 'bea', text: 'Hello' })
      await s.query(
        'update conversation_states set waiting_since = (select date from messages where conversation_id = $1) where conversation_id = $1',
        [id],
      )
    },
    label: async (id, txn) => {
      await s.make.label({ id, transaction_id: txn, ep_shipment_id: 'shp' })
      const failed = { state: 'failed', failure: 'Already scanned', settled_at: inDays(0) } as const
      await s.make.operation({
        ...{ id: `${id}-op`, kind: 'label', subject_id: txn, cents: 785, details: { label: id } },
        ...failed,
      })
    },
    payout: (txn) => {
      const failed = { state: 'failed', failure: 'Account closed', settled_at: inDays(0) } as const
      return s.make.operation({ id: `${txn}-op`, kind: 'payout', subject_id: txn, cents: 9000, ...failed })
    },
    appeal: async (id) => {
      await s.query(`insert into measures (id, kind, subject_kind, subject_id, uid, grounds, source, by_uid, at, operation_id, told_at)
        values ('${id}-ms', 'no_listing', 'user', 'sam', 'sam', '[]', 'staff', 'staff-moderator', now(), 'op', now())`)
      await s.query(
        `insert into appeals (id, uid, about, text, created_at) values ('${id}', 'sam', '${id}-ms', 'I did nothing.', now())`,
      )
    },
    proposal: (id) => s.query(proposedNote(id, 'bea')),
    rule: (id) => s.query(metByRule(id, 'bea')),
    difference: (id, txn) => {
      const cents = { ledger_cents: 100, provider_cents: 300 }
      return s.make.difference({ id, kind: 'payout', about: txn, transaction_id: txn, ...cents })
    },
  }

  let count = 0
  /** Opens a case of a kind at its source. Reports are about `eve` or about a listing that is approved; a payout is that of a transaction. */
  async function open(kind: DeskKind, id = `${kind}-${++count}`): Promise<CaseRef> {
    const n = (count % 20) + 1
    const own = kind === 'payout' ? `t${n}` : id
    if (kind === 'user_reports') await s.addUser({ uid: own, displayName: own })
    if (kind === 'listing_reports')
      await s.make.listing({ key: own, title: 'Bag', creatorUID: 'sam', review_state: 'approved' })
    await opening[kind](own, `t${n}`)
    return { kind, id: own }
  }

  /** Ends all cases at their sources. */
  async function endAll() {
    await s.query('update transactions set dispute_id = null, dispute_status = null')
    for (const table of sources) await s.query(`delete from ${table}`)
    expect(await s.query('select * from desk_cases')).toEqual([])
  }

  const stateOf = async ({ kind, id }: CaseRef) =>
    (
      await s.query<{ assignee: string | null; claimed_until: Date | null; snoozed_until: Date | null }>(
        'select assignee, claimed_until, snoozed_until from desk_cases where kind = $1 and id = $2',
        [kind, id],
      )
    )[0]
  const list = async (
    role: Role | { token: string } = 'admin',
    query: { view?: DeskView; kinds?: string } = {},
  ) => (await s.call(role, desk.list, { query })).body.data
  const next = async (role: Role | { token: string }, body: { kinds?: DeskKind[]; skip?: CaseRef[] } = {}) =>
    (await s.call(role, desk.next, { body })).body.data
  const take = (role: Role | { token: string }, params: CaseRef) => s.call(role, desk.take, { params })
  return { world, open, endAll, stateOf, list, next, take }
}

/** Kind and id of each case. */
export const keys = (cases: readonly CaseRef[]) => cases.map(({ kind, id }) => `${kind} ${id}`)

/** The facts of all cases, as the triggers wrote them and as the sources have them. */
export async function bothSides(s: Harness) {
  const facts =
    'id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, class, moved_at'
  const views = await s.query<{ name: string }>(
    `select table_name as name from information_schema.views where table_name like 'desk_of_%' order by 1`,
  )
  const sources = await s.query(
    `${views.map(({ name }) => `select '${name.slice('desk_of_'.length)}' as kind, ${facts} from ${name}`).join(' union all ')} order by kind, id`,
  )
  const table = await s.query(`select kind, ${facts} from desk_cases order by kind, id`)
  return { table, sources }
}
