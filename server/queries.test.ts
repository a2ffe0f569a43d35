import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { beforeAll, expect, test } from 'vitest'
import { memberSearchColumns, messageSearchColumns, postSearchColumns } from './search/search-text.ts'
import { useServer } from './testing/harness.ts'

// No list sends a query per row: fifty rows take as many statements as one row.
const s = useServer()
const [few, many] = ['few', 'many']
const amounts = { few: 1, many: 50 }

type ListCall = [Endpoint, object]

/** Each reading call of a list: with input for one row and for fifty rows. */
const ofEach: Record<string, (who: string) => ListCall> = {
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
const ofAll: Record<string, ListCall> = {
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

/** The number of statements of a single call. */
async function statements(...[endpoint, input]: ListCall): Promise<number> {
  const { pool } = s.ctx.database
  let count = 0
  const [query, connect] = [pool.query, pool.connect]
  pool.query = function (this: typeof pool, ...given: unknown[]) {
    count++
    return Reflect.apply(query, this, given)
  } as typeof pool.query
  // Statements in a call's transaction use its own connection.
  pool.connect = async function (this: typeof pool, ...given: unknown[]) {
    const client = await Reflect.apply(connect, this, given)
    if (given.length > 0 || !client) return client
    const own = client.query
    client.query = function (this: typeof client, ...args: unknown[]) {
      count++
      return Reflect.apply(own, this, args)
    }
    const release = client.release
    client.release = (...how: unknown[]) => {
      client.query = own
      client.release = release
      return Reflect.apply(release, client, how)
    }
    return client
  } as typeof pool.connect
  try {
    const { status, body } = await s.call('admin', endpoint, input as Input<Endpoint>)
    expect([status, body.error_message]).toEqual([200, undefined])
  } finally {
    pool.query = query
    pool.connect = connect
  }
  return count
}

const before: Record<string, number> = {}

beforeAll(async () => {
  await s.addUser({ uid: 'other' })
  await fill(few)
  // The caller's first call in a minute updates last_seen_at: exclude it from the count.
  await s.token('admin')
  await s.call('admin', api.staff.me, {})
  for (const [name, [endpoint, input]] of Object.entries(ofAll))
    before[name] = await statements(endpoint, input)
  await fill(many)
})

/** A person with as many records as their name says. */
async function fill(who: string) {
  const count = amounts[who as keyof typeof amounts]
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
    await money(who, id)
    await talk(who, id)
    await s.call('admin', api.notes.create, { body: { kind: 'user', id: who, text: `note ${n}` } })
  }
}

async function money(who: string, id: string) {
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

async function talk(who: string, id: string) {
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

test.each(Object.keys(ofEach))('%s: no more statements for fifty rows than for one', async (name) => {
  const ask = ofEach[name]
  if (!ask) throw new Error(`No call ${name}`)
  expect(await statements(...ask(many))).toBeLessThanOrEqual(await statements(...ask(few)))
})

// A search continues until it has enough hits; that does not depend on the number of rows.
test.each(['f', 'few', 'many', 'fewfold', 'manyfold', 'nobody'])(
  'a search for %s: few statements',
  async (term) => {
    expect(await statements(api.users.search, { query: { search_term: term } })).toBeLessThanOrEqual(6)
    expect(await statements(api.listingSearch.search, { query: { searchTerm: term } })).toBeLessThanOrEqual(9)
  },
)

test.each(Object.keys(ofAll))('%s: no more statements when there are more rows', async (name) => {
  const [endpoint, input] = ofAll[name] ?? []
  if (!endpoint || !input) throw new Error(`No call ${name}`)
  expect(await statements(endpoint, input)).toBe(before[name])
})

test('every list of the contract is counted here, or is listed as a single record or outside the database', () => {
  const counted = new Set(
    [...Object.keys(ofEach), ...Object.keys(ofAll), 'users.search', 'listingSearch.search'].map(
      (name) => name.split(',')[0],
    ),
  )
  const others = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, { method }]) => method === 'GET')
      .map(([call]) => `${group}.${call}`)
      .filter((name) => !counted.has(name)),
  )
  expect(others.toSorted()).toMatchInlineSnapshot(`
    [
      "audit.export",
      "bulk.get",
      "chargebacks.get",
      "collections.get",
      "collections.items",
      "config.get",
      "conversations.get",
      "conversations.unread",
      "desk.colleagues",
      "desk.get",
      "desk.weights",
      "disputes.assignees",
      "disputes.get",
      "emailTemplates.get",
      "emailTemplates.list",
      "emailTemplates.variables",
      "emailTemplates.version",
      "emailTemplates.versions",
      "events.list",
      "events.types",
      "exports.csv",
      "held.mine",
      "inbox.get",
      "inboxSettings.get",
      "keywords.reach",
      "moderatingMessages.get",
      "moneySettings.get",
      "notes.colleagues",
      "notes.list",
      "notes.of",
      "orderSearch.marks",
      "orderSearch.parties",
      "payouts.export",
      "questions.get",
      "refunds.export",
      "review.background",
      "staff.me",
      "staff.mySettings",
      "staff.mySignIn",
      "staff.sessions",
      "staff.signInSettings",
      "staff.work",
      "transactions.get",
      "transactions.money",
      "users.effect",
      "users.get",
      "users.overview",
      "webhookEndpoints.deliveries",
      "webhookEndpoints.delivery",
      "webhookEndpoints.list",
    ]
  `)
})
