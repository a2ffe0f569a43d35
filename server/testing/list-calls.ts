import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { Harness } from './harness.ts'
import { inDays } from './make.ts'

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
  'listings.search': (who) => [api.listings.search, { query: { query: `seller:${who} listing` } }],
  'listings.search, no words': (who) => [api.listings.search, { query: { query: `seller:${who}` } }],
  'listings.similar': (who) => [api.listings.similar, { params: { id: `${who}-1pending` } }],
  'promotedPosts.ofUser': (who) => [api.promotedPosts.ofUser, { params: { uid: who } }],
  'transactions.list': (who) => [api.transactions.list, { query: { person: who } }],
  'transactions.ofUser': (who) => [api.transactions.ofUser, { params: { uid: who } }],
  'transactions.between': (who) => [api.transactions.between, { query: { party1: who, party2: 'other' } }],
  'orders.get': (who) => [api.orders.get, { params: { id: `order-${who}` } }],
  'orders.case': (who) => [api.orders.case, { params: { id: `order-${who}` } }],
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
  'history.of': (who) => [api.history.of, { params: { kind: 'user', id: who } }],
  'userReports.ofUser': (who) => [api.userReports.ofUser, { params: { uid: who } }],
  'orderSearch.search, a person': (who) => [api.orderSearch.search, { query: { person: who } }],
  'orderSearch.search, an order': (who) => [api.orderSearch.search, { query: { query: `order-${who}` } }],
  'inbox.list': (who) => [api.inbox.list, { query: { account: who } }],
  'inbox.drafts': (who) => [api.inbox.drafts, { params: { id: `${who}-1` } }],
  'inbox.list, words': (who) => [api.inbox.list, { query: { q: `${who}word` } }],
  'refunds.movements': (who) => [api.refunds.movements, { params: { id: `${who}-1` } }],
  'undoPlans.rows': (who) => [api.undoPlans.rows, { params: { id: `plan-${who}` }, query: {} }],
  'bulk.rows': (who) => [api.bulk.rows, { params: { id: `job-${who}` }, query: {} }],
  'measures.of': (who) => [api.measures.of, { params: { uid: who }, query: {} }],
  'appeals.get': (who) => [api.appeals.get, { params: { id: `appeal-${who}` } }],
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
  'policies.list': [api.policies.list, {}],
  'valueLists.list': [api.valueLists.list, {}],
  'rules.list': [api.rules.list, {}],
  'ruleReplays.list': [api.ruleReplays.list, {}],
  'extensions.list': [api.extensions.list, {}],
  'extensionFields.list': [api.extensionFields.list, {}],
  'secondLooks.list': [api.secondLooks.list, {}],
  'secondLooks.own': [api.secondLooks.own, {}],
  'transparency.get': [api.transparency.get, { query: { from: '2020-01-01', to: '2037-12-31' } }],
  'transparency.statements': [
    api.transparency.statements,
    { query: { from: '2020-01-01', to: '2037-12-31' } },
  ],
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
  'moneyPlans.list': [api.moneyPlans.list, {}],
  'reconciliation.endpoints': [api.reconciliation.endpoints, {}],
  'reconciliation.days': [api.reconciliation.days, {}],
  'reconciliation.differences': [api.reconciliation.differences, {}],
  'desk.list': [api.desk.list, {}],
  'desk.list, mine': [api.desk.list, { query: { view: 'mine' } }],
  'desk.counts': [api.desk.counts, {}],
  'deskMetrics.get': [api.deskMetrics.get, { query: { days: '7' } }],
  'desk.preview': [api.desk.preview, {}],
  'desk.reasons': [api.desk.reasons, {}],
  'inbox.list, all': [api.inbox.list, {}],
  'inbox.counts': [api.inbox.counts, {}],
  'inbox.tags': [api.inbox.tags, {}],
  'inbox.accounts': [api.inbox.accounts, {}],
  'inboxMetrics.get': [api.inboxMetrics.get, { query: { days: '7' } }],
  'savedViews.list': [api.savedViews.list, {}],
  'machineKeys.list': [api.machineKeys.list, {}],
  'ingest.differences': [api.ingest.differences, {}],
  'incidents.list': [api.incidents.list, {}],
  'bulk.mine': [api.bulk.mine, {}],
  'undoPlans.list': [api.undoPlans.list, {}],
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
  'held.of': [api.held.of, { params: { kind: 'listing', id: 'few-1' } }],
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
  const { make, query } = s
  await query(
    `insert into bulk_jobs (id, action, input, started_by) values ('job-' || $1, 'users.ban', '{}', 'staff-admin')`,
    [who],
  )
  await query(
    `insert into undo_plans (id, whose, reason, made_by) values ('plan-' || $1, '{"kind": "everyone"}', 'x', 'staff-admin')`,
    [who],
  )
  await query(
    `insert into undo_plan_rows (plan_id, at, audit_id, standing, words) select 'plan-' || $1, n, coalesce((select max(id) from audit), 1), 'can', 'x' from generate_series(1, $2::int) n`,
    [who, count],
  )
  await query(
    `insert into bulk_rows (job_id, at, subject_kind, subject_id) select 'job-' || $1, n, 'user', $1 from generate_series(1, $2::int) n`,
    [who, count],
  )
  await query(
    `with p as (insert into policies (id, name, words, ground) select 'policy-' || $1 || n, $1 || n, 'x', 'terms' from generate_series(1, $2::int) n)
    insert into measures (id, kind, subject_kind, subject_id, uid, grounds, source, by_uid, at, operation_id)
      select 'ms-' || $1 || n, 'warned', 'user', $1, $1, '[]', 'staff', 'staff-admin', now(), 'op' from generate_series(1, $2::int) n`,
    [who, count],
  )
  await query(
    `with a as (insert into appeals (id, uid, about, text, created_at) values ('appeal-' || $1, $1, 'ms-' || $1 || '1', 'x', now()) returning id)
    insert into appeal_rounds (appeal_id, by_uid, text) select id, 'staff-admin', 'y' from a, generate_series(1, $2::int) n`,
    [who, count],
  )
  await s.addUser({ uid: who, displayName: `${who} ${who}`, last_ip: `10.0.0.${count}` })
  await make.order({ id: `order-${who}`, buyer_uid: 'other' })
  for (let n = 1; n <= count; n++) {
    const id = `${who}-${n}`
    await s.addUser({ uid: id, displayName: `${who}fold ${n}`, last_ip: `10.0.0.${count}` })
    const creation_date_time = new Date().toISOString()
    const title = `${who}thing ${n}`
    for (const review_state of ['approved', 'denied', 'pending'])
      await make.listing({
        key: `${id}${review_state}`,
        creatorUID: who,
        title,
        review_state,
        creation_date_time,
      })
    await make.banReason({ uid: who, reason: n % 2 === 0 ? 'x' : null })
    await make.device({ uid: who })
    await make.code({ uid: who })
    await make.promotion({ owner_uid: who, post_id: `${id}approved` })
    await make.userReport({ reporting_uid: id, reporter_uid: 'other' })
    await make.listingReport({ post_key: `${id}approved` })
    await make.question({ creator_uid: who })
    await make.keyword({ terms: `a${id}`, preferred_term: `b${id}` })
    await make.macro({})
    await make.collection({ id })
    await query(
      `insert into staff (uid, email, role) values ('staff-' || $1, $1 || '@example.com', 'support')`,
      [id],
    )
    await fillMoney(s, who, id)
    await fillTalk(s, who, id)
    await s.call('admin', api.notes.create, { body: { kind: 'user', id: who, text: `note ${n}` } })
  }
}

async function fillMoney({ make, query }: Harness, who: string, id: string) {
  await make.transaction({ id, seller_uid: who, purchaser_uid: 'other', order_id: `order-${who}`, status: 1 })
  await make.label({ transaction_id: id })
  await make.approval({ transaction_id: id, cents: 1 })
  await make.dispute({ id, transaction_id: id, creator_uid: 'other' })
  const due_at = inDays(1)
  await make.operation(
    { kind: 'refund', subject_id: `${who}-1`, cents: 1, state: 'done', due_at },
    { kind: 'payout', subject_id: id, due_at },
  )
  await make.chargeback({ payment_id: id, transaction_id: id, cents: 1, withdrawn: 1 })
  await make.fraudWarning({ payment_id: id, transaction_id: id })
  await query(
    `insert into ledger_checks (day, state) select current_date - count(*)::int, 'done' from ledger_checks`,
  )
  await make.difference({ kind: 'refund', about: id, transaction_id: id })
  await query("insert into refund_reasons (id, words) values ($1, 'x')", [id])
}

async function fillTalk({ make }: Harness, who: string, id: string) {
  await make.conversation({ id, conversationsMessagesID: `thread-${id}`, lastMessage: 'x' })
  await make.member(...[who, id].map((uid, position) => ({ conversation_id: id, uid, name: uid, position })))
  // The person's first conversation also has all their messages.
  for (const conversation_id of new Set([id, `${who}-1`]))
    await make.message({ conversation_id, senderID: id, text: `${who}word` })
}
