import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { CaseRef, DeskKind, DeskView } from '@portreeve/contract/desk/desk'
import type { Harness } from './harness.ts'

const { desk } = api

/** A case of each kind, and calls about them. */
export function deskCases(s: Harness) {
  /** People, a listing and a paid transaction that the cases are about. */
  async function world() {
    for (const uid of ['sam', 'bea', 'eve', 'ray'])
      await s.addUser({ uid, displayName: uid, stripe_connect_id: 'acct' })
    await s.query(
      `insert into orders (id, payment_id, buyer_uid, status, created_at) values ('o', 'pi', 'bea', 1, now())`,
    )
    await s.query(`insert into transactions (id, seller_uid, purchaser_uid, order_id, product_title, price, status, shipping_status, payout_status, purchase_date)
      select 't' || n, 'sam', 'bea', 'o', 'Bike ' || n, 10000, 1, 1, 2, now() from generate_series(1, 20) n`)
  }

  const statements: Record<DeskKind, (id: string, n: number) => string> = {
    listing: (id) =>
      `insert into posts (key, title, creator_uid, price_as_smallest_currency_unit, creation_date_time) values ('${id}', 'Lamp', 'sam', 5000, now())`,
    promotion: (id) =>
      `insert into promoted_posts (id, owner_uid, post_title, price, created_at) values ('${id}', 'sam', 'Lamp', 500, now())`,
    user_reports: (id) =>
      `insert into user_reports (id, reporting_uid, reporter_uid, report_reason_id, created_at) values ('${id}-r', '${id}', 'ray', 'scam', now())`,
    listing_reports: (id) =>
      `insert into listing_reports (id, post_key, reporter_uid, report_reason_id, created_at) values ('${id}-r', '${id}', 'ray', 'fake', now())`,
    dispute: (
      id,
      n,
    ) => `with d as (insert into disputes (id, transaction_id, creator_uid, dispute_type, status, created_at, deadline_at)
      values ('${id}', 't${n}', 'bea', 2, 2, now(), now() + interval '8 hours 45 minutes')) update transactions set dispute_id = '${id}', dispute_status = 2 where id = 't${n}'`,
    chargeback: (
      id,
      n,
    ) => `insert into chargebacks (id, provider, payment_id, transaction_id, state, reason, cents, fee, withdrawn, movements, created_at, evidence_due_at)
      values ('${id}', 'stripe', 'pi', 't${n}', 'needs_response', 'product_not_received', 10000, 1500, 10000, 1, now(), now() + interval '2 days')`,
    fraud_warning: (id, n) =>
      `insert into fraud_warnings (id, provider, payment_id, transaction_id, fraud_type, actionable, created_at) values ('${id}', 'stripe', 'pi', 't${n}', 'stolen', true, now())`,
    approval: (
      id,
      n,
    ) => `insert into approvals (id, kind, transaction_id, cents, left_seen, asked_by, expires_at, requested, note)
      values ('${id}', 'refund', 't${n}', 2000, 10000, 'staff-support', now() + interval '7 days', true, 'Broken')`,
    conversation: (
      id,
    ) => `insert into conversations (id, conversations_messages_id, date) values ('${id}', 'm-${id}', now());
      insert into conversation_members (conversation_id, uid, name, position) values ('${id}', 'bea', 'Bea', 0), ('${id}', 'support', 'Support', 1);
      insert into messages (id, conversation_id, sender_id, text, date) values ('${id}-m', '${id}', 'bea', 'Hello', now());
      update conversation_states set waiting_since = now() where conversation_id = '${id}'`,
    label: (
      id,
      n,
    ) => `insert into ship_labels (id, transaction_id, created_at, status, ep_shipment_id) values ('${id}', 't${n}', now(), 1, 'shp');
      insert into operations (id, kind, subject_kind, subject_id, cents, details, state, failure, settled_at)
      values ('${id}-op', 'label', 'transaction', 't${n}', 785, '{"label": "${id}"}', 'failed', 'Already scanned', now())`,
    payout: (
      id,
    ) => `insert into operations (id, kind, subject_kind, subject_id, cents, state, failure, settled_at)
      values ('${id}-op', 'payout', 'transaction', '${id}', 9000, 'failed', 'Account closed', now())`,
    difference: (id, n) =>
      `insert into ledger_differences (id, kind, about, transaction_id, ledger_cents, provider_cents, words) values ('${id}', 'payout', 't${n}', 't${n}', 100, 300, 'x')`,
  }

  let count = 0
  /** Opens a case of a kind at its source. Reports are about `eve` or about a listing that is approved; a payout is that of a transaction. */
  async function open(kind: DeskKind, id = `${kind}-${++count}`): Promise<CaseRef> {
    const n = (count % 20) + 1
    const own = kind === 'payout' ? `t${n}` : id
    if (kind === 'user_reports') await s.addUser({ uid: own, displayName: own })
    if (kind === 'listing_reports')
      await s.query(
        `insert into posts (key, title, creator_uid, review_state) values ('${own}', 'Bag', 'sam', 'approved')`,
      )
    for (const statement of statements[kind](own, n).split(';\n')) await s.query(statement)
    return { kind, id: own }
  }

  const list = async (
    role: Role | { token: string } = 'admin',
    query: { view?: DeskView; kinds?: string } = {},
  ) => (await s.call(role, desk.list, { query })).body.data
  const next = async (role: Role | { token: string }, body: { kinds?: DeskKind[]; skip?: CaseRef[] } = {}) =>
    (await s.call(role, desk.next, { body })).body.data
  const take = (role: Role | { token: string }, params: CaseRef) => s.call(role, desk.take, { params })
  return { world, open, list, next, take }
}

/** The facts of all cases, as the triggers wrote them and as the sources have them. */
export async function bothSides(s: Harness) {
  const facts =
    'id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred'
  const views = await s.query<{ name: string }>(
    `select table_name as name from information_schema.views where table_name like 'desk_of_%' order by 1`,
  )
  const sources = await s.query(
    `${views.map(({ name }) => `select '${name.slice('desk_of_'.length)}' as kind, ${facts} from ${name}`).join(' union all ')} order by kind, id`,
  )
  const table = await s.query(`select kind, ${facts} from desk_cases order by kind, id`)
  return { table, sources }
}
