import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { memberSearchColumns, messageSearchColumns, postSearchColumns } from '../search/search-text.ts'
import type { Harness } from './harness.ts'

// Each reading call of a list, with its input, and rows for them: for the number of their statements (queries.test.ts) and the text
// of these (query-texts.test.ts).

export type ListCall = [Endpoint, object]

/** Each reading call of a list: with input for one row and for fifty rows. */
export const ofEach: Record<string, (who: string) => ListCall> = {
  'users.banReasons': (who) => [api.users.banReasons, { params: { uid: who } }],
  'devices.list': (who) => [api.devices.list, { params: { uid: who } }],
  'verification.list': (who) => [api.verification.list, { params: { uid: who } }],
  'posts.ofUser': (who) => [api.posts.ofUser, { params: { uid: who } }],
  'posts.deniedOfUser': (who) => [api.posts.deniedOfUser, { params: { uid: who } }],
  'promotedPosts.ofUser': (who) => [api.promotedPosts.ofUser, { params: { uid: who } }],
  'transactions.list': (who) => [api.transactions.list, { query: { person: who } }],
  'transactions.ofUser': (who) => [api.transactions.ofUser, { params: { uid: who } }],
  'transactions.between': (who) => [api.transactions.between, { query: { party1: who, party2: 'other' } }],
  'orders.get': (who) => [api.orders.get, { params: { id: `order-${who}` } }],
  'conversations.ofUser': (who) => [api.conversations.ofUser, { params: { uid: who } }],
  'conversations.ofUser, unread first': (who) => [
    api.conversations.ofUser,
    { params: { uid: who }, query: { sort: 'unread' } },
  ],
  'conversations.messages': (who) => [
    api.conversations.messages,
    { params: { id: `${who}-1`, messagesId: `thread-${who}-1` } },
  ],
  'conversations.search': (who) => [
    api.conversations.search,
    { params: { uid: who }, query: { q: `${who}word` } },
  ],
  'audit.list': (who) => [api.audit.list, { query: { kind: 'user', id: who } }],
  'timeline.of': (who) => [api.timeline.of, { params: { kind: 'user', id: who } }],
  'userReports.ofUser': (who) => [api.userReports.ofUser, { params: { uid: who } }],
  'orderSearch.search, a person': (who) => [api.orderSearch.search, { query: { person: who } }],
  'orderSearch.search, an order': (who) => [api.orderSearch.search, { query: { query: `order-${who}` } }],
  'inbox.list': (who) => [api.inbox.list, { query: { account: who } }],
  'inbox.drafts': (who) => [api.inbox.drafts, { params: { id: `${who}-1` } }],
  'inbox.list, words': (who) => [api.inbox.list, { query: { q: `${who}word` } }],
  'refunds.movements': (who) => [api.refunds.movements, { params: { id: `${who}-1` } }],
  'bulk.rows': (who) => [api.bulk.rows, { params: { id: `job-${who}` }, query: {} }],
  'linkedAccounts.get': (who) => [api.linkedAccounts.get, { params: { uid: who } }],
}

/** Calls that list all records: counted before and after records are added. */
export const ofAll: Record<string, ListCall> = {
  'posts.pending': [api.posts.pending, {}],
  'promotedPosts.list': [api.promotedPosts.list, {}],
  'userReports.list': [api.userReports.list, {}],
  'listingReports.list': [api.listingReports.list, {}],
  'transactions.list': [api.transactions.list, {}],
  'questions.list': [api.questions.list, {}],
  'keywords.list': [api.keywords.list, {}],
  'macros.list': [api.macros.list, {}],
  'collections.list': [api.collections.list, {}],
  'approvals.list': [api.approvals.list, {}],
  'audit.list': [api.audit.list, {}],
  'staff.list': [api.staff.list, {}],
  'conversations.between': [api.conversations.between, {}],
  'orderSearch.search': [api.orderSearch.search, {}],
  'disputes.list': [api.disputes.list, {}],
  'chargebacks.list': [api.chargebacks.list, {}],
  'chargebacks.warnings': [api.chargebacks.warnings, {}],
  'refunds.list': [api.refunds.list, {}],
  'refunds.totals': [api.refunds.totals, {}],
  'payouts.list': [api.payouts.list, {}],
  'payouts.totals': [api.payouts.totals, {}],
  'reconciliation.endpoints': [api.reconciliation.endpoints, {}],
  'reconciliation.days': [api.reconciliation.days, {}],
  'reconciliation.differences': [api.reconciliation.differences, {}],
  'desk.list': [api.desk.list, {}],
  'desk.list, mine': [api.desk.list, { query: { view: 'mine' } }],
  'desk.counts': [api.desk.counts, {}],
  'deskMetrics.get': [api.deskMetrics.get, { query: { days: '7' } }],
  'desk.preview': [api.desk.preview, {}],
  'inbox.list, all': [api.inbox.list, {}],
  'inbox.counts': [api.inbox.counts, {}],
  'inbox.tags': [api.inbox.tags, {}],
  'inbox.accounts': [api.inbox.accounts, {}],
  'inboxMetrics.get': [api.inboxMetrics.get, { query: { days: '7' } }],
  'savedViews.list': [api.savedViews.list, {}],
  'machineKeys.list': [api.machineKeys.list, {}],
  'ingest.differences': [api.ingest.differences, {}],
  'bulk.mine': [api.bulk.mine, {}],
  'bulk.matches': [api.bulk.matches, { query: { action: 'userReports.resolve' } }],
  'notifications.list': [api.notifications.list, {}],
  'moneySettings.reasons': [api.moneySettings.reasons, {}],
  'notes.ofMany': [api.notes.ofMany, { params: { kind: 'user' }, query: { ids: 'a,b' } }],
}

/** Searches, each with a typical word, phrase or query, and further lists. */
export const searches: Record<string, ListCall> = {
  'collections.items': [api.collections.items, { params: { id: 'few-1' } }],
  'keywords.reach': [api.keywords.reach, { query: { terms: 'a,b', preferred_term: 'c' } }],
  'held.mine': [api.held.mine, {}],
  'orderSearch.marks': [api.orderSearch.marks, { query: { ids: 'few-1' } }],
  'emailTemplates.list': [api.emailTemplates.list, {}],
  'emailTemplates.variables': [api.emailTemplates.variables, {}],
  'notes.list': [api.notes.list, { params: { kind: 'user', id: 'few' } }],
  'events.list': [api.events.list, {}],
  'webhookEndpoints.list': [api.webhookEndpoints.list, {}],
  'users.search, a word': [api.users.search, { query: { search_term: 'fewfold' } }],
  'users.search, a telephone number': [api.users.search, { query: { search_term: '+1 555 0100' } }],
  'users.search, a query': [
    api.users.search,
    { query: { search_term: 'status:blocked -country:PL reports:>2 fewfold' } },
  ],
  'listingSearch.search, a word': [api.listingSearch.search, { query: { searchTerm: 'fewthing' } }],
  'listingSearch.search, a query': [
    api.listingSearch.search,
    { query: { searchTerm: 'price:<100 seller:few sold:no "fewthing 1"' } },
  ],
  'orderSearch.search, words': [api.orderSearch.search, { query: { query: 'fewthing 1' } }],
  'orderSearch.search, a query': [
    api.orderSearch.search,
    { query: { query: 'state:pending price:>1 created:<30d late:yes' } },
  ],
  'inbox.list, a query': [api.inbox.list, { query: { q: 'state:open -tag:x waiting:>1d fewword' } }],
}

/** Makes a person with so many records of each kind. */
export async function fillLists(s: Harness, who: string, count: number) {
  await s.query(
    `insert into bulk_jobs (id, action, input, started_by) values ('job-' || $1, 'users.ban', '{}', 'staff-admin')`,
    [who],
  )
  await s.query(
    `insert into bulk_rows (job_id, at, subject_kind, subject_id) select 'job-' || $1, n, 'user', $1 from generate_series(1, $2::int) n`,
    [who, count],
  )
  await s.addUser({ uid: who, displayName: `${who} ${who}`, last_ip: `10.0.0.${count}` })
  for (let n = 1; n <= count; n++) {
    const id = `${who}-${n}`
    await s.addUser({ uid: id, displayName: `${who}fold ${n}`, last_ip: `10.0.0.${count}` })
    const title = `${who}thing ${n}`
    const [words, denied] = [postSearchColumns({ title, description: null }), n % 2 === 0]
    await s.query(
      `insert into posts (key, creator_uid, title, review_state, creation_date_time, search_title, search)
       select $1 || state, $2, $3, state, now(), $4, $5 from unnest(array['approved', 'denied', 'pending']) state`,
      [id, who, title, words.search_title, words.search],
    )
    await s.query('insert into ban_reasons (id, uid, reason, created_at) values ($1, $2, $3, now())', [
      id,
      who,
      denied ? 'x' : null,
    ])
    await s.query('insert into devices (id, uid) values ($1, $2)', [id, who])
    await s.query(`insert into verification_codes (id, uid, code, created_at) values ($1, $2, '1', 'now')`, [
      id,
      who,
    ])
    await s.query(
      `insert into promoted_posts (id, owner_uid, post_id, created_at) values ($1, $2, $1 || 'approved', now())`,
      [id, who],
    )
    await s.query(
      `insert into user_reports (id, reporting_uid, reporter_uid, created_at) values ($1, $1, 'other', now())`,
      [id],
    )
    await s.query(
      `insert into listing_reports (id, post_key, created_at) values ($1, $1 || 'approved', now())`,
      [id],
    )
    await s.query('insert into questions (id, creator_uid, created_at) values ($1, $2, now())', [id, who])
    await s.query(
      `insert into keywords (id, terms, preferred_term, created_at) values ($1, 'a' || $1, 'b' || $1, now())`,
      [id],
    )
    await s.query(`insert into macros (id, title, text, created_at) values ($1, 'm', 't', now())`, [id])
    await s.query('insert into collections (id, created_at) values ($1, now())', [id])
    await s.query(
      `insert into staff (uid, email, role) values ('staff-' || $1, $1 || '@example.com', 'support')`,
      [id],
    )
    await fillMoney(s, who, id)
    await fillTalk(s, who, id)
    await s.call('admin', api.notes.create, { body: { kind: 'user', id: who, text: `note ${n}` } })
  }
}

async function fillMoney(s: Harness, who: string, id: string) {
  await s.query(
    `insert into orders (id, buyer_uid, status, created_at) values ($1, 'other', 1, now()) on conflict do nothing`,
    [`order-${who}`],
  )
  await s.query(
    `insert into transactions (id, seller_uid, purchaser_uid, order_id, price, status, purchase_date)
     values ($1, $2, 'other', $3, 100, 1, now())`,
    [id, who, `order-${who}`],
  )
  await s.query(
    `insert into ship_labels (id, transaction_id, created_at, status) values ($1, $1, now(), 1)`,
    [id],
  )
  await s.query(
    `insert into approvals (id, kind, transaction_id, cents, left_seen, asked_by, expires_at)
     values ($1, 'refund', $1, 1, 1, 'staff-admin', now() + interval '1 day')`,
    [id],
  )
  await s.query(
    `insert into disputes (id, transaction_id, creator_uid, dispute_type, status, created_at) values ($1, $1, 'other', 1, 2, now())`,
    [id],
  )
  for (const [kind, state, of] of [
    ['refund', 'done', `${who}-1`],
    ['payout', 'pending', id],
  ])
    await s.query(
      `insert into operations (id, kind, subject_kind, subject_id, cents, details, state, due_at)
       values ($1, $2, 'transaction', $3, case when $2 = 'refund' then 1 end, '{}', $4, now() + interval '1 day')`,
      [`${kind}-${id}`, kind, of, state],
    )
  for (const table of ['chargebacks', 'fraud_warnings'])
    await s.query(
      `insert into ${table} (id, provider, payment_id, transaction_id, created_at,
         ${table === 'chargebacks' ? 'state, reason, cents, fee, withdrawn, movements' : 'fraud_type, actionable'})
       values ($1, 'stripe', $1, $1, now(), ${table === 'chargebacks' ? "'needs_response', 'fraudulent', 1, 0, 1, 1" : "'stolen', true"})`,
      [id],
    )
  await s.query(
    `insert into ledger_checks (day, state) select current_date - count(*)::int, 'done' from ledger_checks`,
  )
  await s.query(
    `insert into ledger_differences (id, kind, about, transaction_id, words) values ($1, 'refund', $1, $1, 'x')`,
    [id],
  )
  await s.query("insert into refund_reasons (id, words) values ($1, 'x')", [id])
}

async function fillTalk(s: Harness, who: string, id: string) {
  await s.query(
    `insert into conversations (id, conversations_messages_id, last_message, date) values ($1, 'thread-' || $1, 'x', now())`,
    [id],
  )
  for (const [position, uid] of [who, id].entries())
    await s.query(
      `insert into conversation_members (conversation_id, uid, name, position, search_name) values ($1, $2, $2, $3, $4)`,
      [id, uid, position, memberSearchColumns({ name: uid }).search_name],
    )
  const text = `${who}word`
  const { search } = messageSearchColumns({ text })
  // The person's first conversation also has all their messages.
  for (const conversation of new Set([id, `${who}-1`]))
    await s.query(
      `insert into messages (id, conversation_id, sender_id, text, date, search) values ($1, $2, $3, $4, now(), $5)`,
      [`${id}-in-${conversation}`, conversation, id, text, search],
    )
}
