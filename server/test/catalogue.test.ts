import { api } from '@portreeve/contract'
import type { Endpoint, Input, RefusalCode } from '@portreeve/contract/endpoint'
import { may, permissions, roles } from '@portreeve/contract/rights'
import { generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { pathOf, send, useServer } from './harness.ts'

// Every call of the API × {no token, expired, tampered, another environment, not staff, wrong role, malformed, unknown id, stale
// version}. No refused call leaves anything behind. A new call without a row here does not compile.

type Groups = typeof api
type Name = { [G in keyof Groups]: `${G}.${Extract<keyof Groups[G], string>}` }[keyof Groups]

interface Row {
  query?: Record<string, string>
  body?: unknown
  /** Path values, if 'unknown' is not a valid one. */
  params?: Record<string, string>
  /**
   * The refusal of an admin's well-formed call about a missing record; 'empty': the answer is an empty list; 'done': there is
   * nothing to do, or the call has no id that could be unknown.
   */
  unknown: RefusalCode | 'empty' | 'done'
  /** The same about an existing record, with a stale version. */
  stale?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
}

const s = useServer({ mail: { send: async () => 'sent' } })
const text = { SubjectPart: 's', TextPart: 't', HtmlPart: null }
const withReason = { reason: 'a reason' }
const message = {
  message_data: {
    text: 'x',
    type: 0,
    senderID: 'staff-admin',
    senderDisplayName: null,
    date: '2026-01-01T00:00:00.000Z',
  },
  conversation_id: 'unknown',
  recipient_uid: 'unknown',
}
const question = {
  title: 't',
  created_at: '2026-01-01T00:00:00.000Z',
  creator_uid: null,
  body: null,
  order_id: null,
  purchaser_uid: null,
  seller_uid: null,
  product_id: null,
  tracking_number: null,
}
/** A whole record to send back, as the server returned it. */
const transaction: { whole?: object } = {}
const person = { params: { uid: 'person' } }
const looked = { kind: 'listing', id: 'unknown' }

const rows: Record<Name, Row> = {
  'users.search': { query: { search_term: 'unknown' }, unknown: 'empty' },
  'users.get': { unknown: 'not_found' },
  'users.reveal': { body: { fields: ['email'], ...withReason }, unknown: 'not_found' },
  'users.export': { body: withReason, unknown: 'not_found' },
  'users.erase': { body: withReason, unknown: 'not_found' },
  'users.update': {
    body: { post_ability: 2 },
    unknown: 'not_found',
    stale: { ...person, body: { post_ability: 2 } },
  },
  'users.remove': { unknown: 'not_found' },
  'users.ban': { body: { ban_reason: 'x' }, unknown: 'not_found' },
  'users.unban': { unknown: 'not_found' },
  'users.banReasons': { unknown: 'not_found' },
  'users.redeemGiftCard': { body: { code: 'unknown' }, unknown: 'not_found' },
  'userContent.deletePosts': { unknown: 'not_found' },
  'userContent.deleteConversations': { unknown: 'not_found' },
  'userContent.deleteCommunityContent': { unknown: 'not_found' },
  'linkedAccounts.get': { unknown: 'not_found' },
  'verification.list': { unknown: 'not_found' },
  'verification.remove': { unknown: 'not_found' },
  'verification.sendSupportCode': { query: { uid: 'unknown' }, unknown: 'not_found' },
  'devices.list': { unknown: 'not_found' },
  'devices.sendVerification': { unknown: 'not_found' },
  'userReports.list': { unknown: 'empty' },
  'userReports.resolve': { body: { status: 'resolved' }, unknown: 'not_found' },
  'listingReports.list': { unknown: 'empty' },
  'listingReports.ignore': { body: { status: 'ignored' }, unknown: 'not_found' },
  'posts.pending': { unknown: 'done' },
  'posts.approve': { unknown: 'not_found', stale: { params: { id: 'listing' } } },
  'posts.deny': {
    body: { message: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'listing' }, body: { message: 'x' } },
  },
  'posts.takeBack': { unknown: 'not_found' },
  'posts.ofUser': { unknown: 'not_found' },
  'posts.deniedOfUser': { unknown: 'not_found' },
  'posts.remove': { unknown: 'not_found' },
  'listingSearch.search': { query: { searchTerm: 'unknown' }, unknown: 'empty' },
  'collections.list': { unknown: 'done' },
  'collections.create': { body: { title: 'x' }, unknown: 'done' },
  'collections.get': { unknown: 'not_found' },
  'collections.update': {
    body: { title: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'collection' }, body: { title: 'x' } },
  },
  'collections.remove': { unknown: 'not_found', stale: { params: { id: 'collection' } } },
  'collections.items': { unknown: 'not_found' },
  'collections.addItem': { body: { item_id: 'unknown', collection: 'unknown' }, unknown: 'not_found' },
  'collections.removeItem': { unknown: 'not_found' },
  'questions.list': { unknown: 'done' },
  'questions.get': { unknown: 'not_found' },
  'questions.update': {
    body: { id: 'unknown', ...question },
    unknown: 'not_found',
    stale: { params: { id: 'question' }, body: { id: 'question', ...question } },
  },
  'questions.remove': { unknown: 'not_found', stale: { params: { id: 'question' } } },
  'keywords.list': { unknown: 'done' },
  'keywords.create': { body: { terms: 'a,b', preferred_term: 'c' }, unknown: 'done' },
  'keywords.update': {
    body: { terms: 'x,y' },
    unknown: 'not_found',
    stale: { params: { id: 'keyword' }, body: { terms: 'x,y' } },
  },
  'keywords.remove': { unknown: 'not_found', stale: { params: { id: 'keyword' } } },
  'keywords.reach': { query: { terms: 'a', preferred_term: 'b' }, unknown: 'done' },
  'moderatingMessages.get': { unknown: 'done' },
  'moderatingMessages.update': { body: { admin_messages: { key: 'text' } }, unknown: 'done' },
  'promotedPosts.list': { unknown: 'done' },
  'promotedPosts.approve': {
    body: { data: 'unknown' },
    unknown: 'not_found',
    stale: { params: { id: 'request' }, body: { data: 'person' } },
  },
  'promotedPosts.deny': {
    body: { data: 'unknown', message: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'request' }, body: { data: 'person', message: 'x' } },
  },
  'promotedPosts.takeBack': { unknown: 'not_found' },
  'promotedPosts.ofUser': { unknown: 'not_found' },
  'review.background': { params: { kind: 'listing', id: 'unknown' }, unknown: 'not_found' },
  'review.look': { body: { page: 'page', case: looked }, unknown: 'done' },
  'held.mine': { unknown: 'empty' },
  'held.undo': { unknown: 'not_found' },
  'held.explain': { body: withReason, unknown: 'not_found' },
  'transactions.list': { unknown: 'done' },
  'transactions.get': { unknown: 'not_found' },
  'transactions.money': { unknown: 'not_found' },
  'transactions.save': {
    get body() {
      return { ...transaction.whole, id: 'unknown' }
    },
    unknown: 'not_found',
    stale: {
      params: { id: 'txn' },
      get body() {
        return { ...transaction.whole, price: 200 }
      },
    },
  },
  'transactions.delivered': { unknown: 'not_found' },
  'transactions.notShipped': { unknown: 'not_found' },
  'transactions.cancel': {
    query: { charge_seller: '0', show_cancellation_in_seller_reviews: '0' },
    unknown: 'not_found',
  },
  'transactions.refund': { body: { amount: 1 }, unknown: 'not_found' },
  'transactions.tracking': { body: { tracking_number: 'x', carrier: 'x' }, unknown: 'not_found' },
  'transactions.ofUser': { unknown: 'not_found' },
  'transactions.between': { query: { party1: 'unknown', party2: 'unknown' }, unknown: 'empty' },
  'approvals.list': { unknown: 'empty' },
  'approvals.approve': { unknown: 'not_found' },
  'approvals.decline': { body: withReason, unknown: 'not_found' },
  'approvals.withdraw': { unknown: 'not_found' },
  'orders.get': { unknown: 'not_found' },
  'orders.reveal': { body: withReason, unknown: 'not_found' },
  'disputes.open': {
    body: { dispute_type: 1, creator_uid: 'person', purchase_transaction: 'unknown' },
    unknown: 'not_found',
  },
  'disputes.resolve': { unknown: 'not_found' },
  'shipping.cancelLabel': { unknown: 'not_found' },
  'conversations.ofUser': { unknown: 'empty' },
  'conversations.between': { query: { from: 'unknown', to: 'unknown' }, unknown: 'empty' },
  'conversations.messages': { unknown: 'not_found' },
  'conversations.search': { query: { q: 'unknown' }, unknown: 'empty' },
  'conversations.get': { unknown: 'not_found' },
  'conversations.unread': { unknown: 'done' },
  'conversations.setRead': { body: { read_status: 1 }, unknown: 'not_found' },
  'conversations.send': { body: { data: message }, unknown: 'not_found' },
  'conversations.typing': { unknown: 'not_found' },
  'conversations.handled': { params: { uid: 'staff-admin', key: 'unknown' }, unknown: 'done' },
  'macros.list': { unknown: 'done' },
  'macros.create': { body: { text: 'x', title: 'x' }, unknown: 'done' },
  'macros.update': {
    body: { text: 'x', title: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'macro' }, body: { text: 'x', title: 'x' } },
  },
  'macros.remove': { unknown: 'not_found', stale: { params: { id: 'macro' } } },
  'macros.use': { unknown: 'not_found' },
  'emailTemplates.list': { unknown: 'done' },
  'emailTemplates.get': { unknown: 'not_found' },
  'emailTemplates.create': { body: { TemplateName: 'fresh', ...text }, unknown: 'done' },
  'emailTemplates.update': {
    body: { TemplateName: 'unknown', ...text },
    unknown: 'not_found',
    stale: { params: { id: 'template' }, body: { TemplateName: 'template', ...text } },
  },
  'emailTemplates.remove': { unknown: 'not_found', stale: { params: { id: 'template' } } },
  'emailTemplates.versions': { unknown: 'not_found' },
  'emailTemplates.version': { params: { id: 'unknown', version: '1' }, unknown: 'not_found' },
  'emailTemplates.sendTest': {
    body: { TemplateName: 'unknown', ...text, values: {} },
    unknown: 'done',
  },
  'emailTemplates.variables': { unknown: 'done' },
  'emailTemplates.saveVariable': {
    params: { name: 'fresh' },
    body: { sample: 'x' },
    unknown: 'done',
    stale: { params: { name: 'variable' }, body: { sample: 'x' } },
  },
  'emailTemplates.removeVariable': { unknown: 'not_found', stale: { params: { name: 'variable' } } },
  'config.get': { unknown: 'done' },
  'staff.me': { unknown: 'done' },
  'staff.mySignIn': { unknown: 'done' },
  'staff.endMySession': { unknown: 'not_found' },
  'staff.endMyOtherSessions': { unknown: 'done' },
  'staff.list': { unknown: 'done' },
  'staff.invite': {
    body: { email: 'new@portreeve.test', displayName: 'New', role: 'support' },
    unknown: 'done',
  },
  'staff.sendPasswordLink': { unknown: 'not_found' },
  'staff.changeRole': { body: { role: 'support' }, unknown: 'not_found' },
  'staff.disable': { unknown: 'not_found' },
  'staff.enable': { unknown: 'not_found' },
  'staff.resetSecondFactor': { unknown: 'not_found' },
  'staff.sessions': { unknown: 'not_found' },
  'staff.endSession': { unknown: 'not_found' },
  'staff.endSessions': { unknown: 'not_found' },
  'timeline.of': { params: { kind: 'user', id: 'unknown' }, unknown: 'empty' },
  'notes.create': { body: { kind: 'user', id: 'unknown', text: 'x' }, unknown: 'not_found' },
  'audit.list': { query: { actor: 'unknown' }, unknown: 'empty' },
  'audit.export': { query: { actor: 'unknown' }, unknown: 'done' },
}

const endpoints = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([key, endpoint]) => [`${group}.${key}` as Name, endpoint as Endpoint] as const),
)

const inputOf = (endpoint: Endpoint, { params, query, body }: Omit<Row, 'unknown'>): Input<Endpoint> =>
  ({
    params: Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, params?.[name] ?? 'unknown']),
    ),
    query: query ?? {},
    ...(body === undefined ? {} : { body }),
  }) as Input<Endpoint>

/** Sends a call of the catalogue with other headers. */
const sendAs = (
  endpoint: Endpoint,
  input: Input<Endpoint>,
  authorization: string | undefined,
  more: Record<string, string> = {},
) =>
  send(s.server, endpoint.method, pathOf(endpoint, input as object), input.body, {
    ...(authorization === undefined ? {} : { authorization }),
    ...more,
  })

/** The contents of all tables, except when staff were last seen. */
async function state(): Promise<Record<string, string>> {
  const tables = await s.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'identity%'",
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await s.query<{ digest: string }>(
      `select coalesce(md5(string_agg(row, ',' order by row)), '') as digest from (select (to_jsonb(t) - 'last_seen_at')::text as row from "${name}" t) rows`,
    )
    digests[name] = row?.digest ?? ''
  }
  return digests
}

let admin = ''
beforeAll(async () => {
  for (const role of roles) await s.token(role)
  admin = `Bearer ${await s.token('admin')}`
  await s.addUser({ uid: 'person' })
  for (const statement of [
    "insert into listings (key, title, creator_uid, post_type, review_state) values ('listing', 'Listing', 'person', 0, 'pending')",
    "insert into promoted_posts (id, owner_uid, created_at, approval_status) values ('request', 'person', now(), 1)",
    "insert into collections (id, title, created_at) values ('collection', 'Collection', now())",
    "insert into questions (id, title, created_at) values ('question', 'Question', now())",
    "insert into similar_content_keywords (id, terms, preferred_term, created_at) values ('keyword', 'a,b', 'c', now())",
    "insert into transactions (id, seller_uid, purchaser_uid, price, status, purchase_date) values ('txn', 'person', 'person', 100, 1, now())",
    "insert into macros (id, title, text, created_at) values ('macro', 'Macro', 'Text', now())",
    "insert into email_templates (template_name, created_timestamp) values ('template', '2026-01-01')",
    "insert into email_variables (name, sample) values ('variable', 'Sample')",
  ])
    await s.query(statement)
  const { data } = (await s.call('admin', api.transactions.get, { params: { id: 'txn' } })).body
  transaction.whole = data
})

const refused = (answer: Awaited<ReturnType<typeof send>>) => [
  answer.status,
  answer.body.status_code,
  answer.body.code,
  answer.body.data,
]

describe.each(endpoints)('%s', (name, endpoint) => {
  const row = rows[name]

  test('is refused without the permission or when malformed, and leaves nothing behind', async () => {
    const input = inputOf(endpoint, row)
    const before = await state()
    const [head = '', claims = '', signature = ''] = admin.slice('Bearer '.length).split('.')
    const { privateKey } = await generateKeyPair('EdDSA')
    const foreign = await new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('http://localhost:4500')
      .setAudience('http://localhost:4500')
      .setSubject('staff-admin')
      .setExpirationTime('1h')
      .sign(privateKey)
    const signedOut = {
      'no token': undefined,
      tampered: `Bearer ${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'another environment': `Bearer ${foreign}`,
    }
    for (const [what, authorization] of Object.entries(signedOut))
      expect([what, ...refused(await sendAs(endpoint, input, authorization))]).toEqual([
        what,
        401,
        0,
        'signed_out',
        null,
      ])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    const expired = await sendAs(endpoint, input, admin)
    vi.useRealTimers()
    expect([...refused(expired), expired.body.error_message]).toEqual([
      401,
      0,
      'signed_out',
      null,
      'Your session has ended. Please sign in again.',
    ])

    for (const role of roles.filter((one) => !may(one, endpoint.may))) {
      const answer = await sendAs(endpoint, input, `Bearer ${await s.token(role)}`)
      const words = permissions[endpoint.may as keyof typeof permissions].words
      expect([...refused(answer), answer.body.error_message]).toEqual([
        403,
        0,
        'forbidden',
        null,
        `Your role, ${role}, may not ${words}.`,
      ])
    }

    const odd = inputOf(endpoint, { ...row, query: { ...row.query, unexpected: '1' } })
    const queried = await sendAs(endpoint, odd, admin)
    expect([...refused(queried), queried.body.error_message]).toEqual([
      400,
      0,
      'malformed',
      null,
      expect.stringContaining("The query has an unknown field 'unexpected'"),
    ])
    for (const body of ['{', '[]', { ...(row.body as object), unexpected: 1 }]) {
      if (endpoint.method === 'GET') continue
      const malformed = await send(s.server, endpoint.method, pathOf(endpoint, input as object), body, {
        authorization: admin,
      })
      expect([JSON.stringify(body), ...refused(malformed)]).toEqual([
        JSON.stringify(body),
        400,
        0,
        'malformed',
        null,
      ])
    }
    expect(await state()).toEqual(before)
  })

  test(`about a missing record: ${row.unknown}`, async () => {
    const before = await state()
    const answer = await sendAs(endpoint, inputOf(endpoint, row), admin)
    if (row.unknown === 'done') return expect(answer.body.status_code, JSON.stringify(answer.body)).toBe(1)
    if (row.unknown === 'empty') {
      expect(answer.body.status_code, JSON.stringify(answer.body)).toBe(1)
      const lists = [answer.body.data, ...Object.values((answer.body.data ?? {}) as object)].filter(
        Array.isArray,
      )
      return expect(lists.flat()).toEqual([])
    }
    expect([answer.body.code, answer.body.data]).toEqual([row.unknown, null])
    expect(answer.body.error_title).toMatch(/^[A-Z].{3,}/)
    expect(answer.body.error_message?.length).toBeGreaterThan(4)
    expect(await state()).toEqual(before)
  })

  test.runIf(row.stale)('is refused on another version', async () => {
    const before = await state()
    const answer = await sendAs(endpoint, inputOf(endpoint, row.stale ?? {}), admin, { 'if-match': '"99"' })
    expect(refused(answer)).toEqual([409, 0, 'conflict', null])
    expect(await state()).toEqual(before)
  })
})
