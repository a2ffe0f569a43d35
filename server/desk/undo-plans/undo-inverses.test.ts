import { api } from '@portreeve/contract'
import { ShipTo } from '@portreeve/contract/money/orders'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'
import { addListing } from '../../testing/reviewing.ts'
import { teamInbox } from '../../testing/team-inbox.ts'
import { undoing, worldOf } from '../../testing/undoing.ts'
import { changingCalls } from './undo-changes.ts'
import { inverses } from './undo-inverses.ts'

const s = useServer()
const { undo } = undoing(s)
const { talk } = teamInbox(s)
let worker: Signed
const id = (one: string) => ({ params: { id: one } })
const uid = { params: { uid: 'sam' } }

test('each call that changes something has an inverse, or a sentence why it is final or needs none', () => {
  expect([...changingCalls.keys()].filter((name) => !Object.hasOwn(inverses, name))).toEqual([])
  expect(Object.keys(inverses).filter((name) => !changingCalls.has(name))).toEqual([])
})

/** The id of what a call has made. */
const made = (answer: { body: { data: unknown } }) => (answer.body.data as { id: string }).id

/** The actions of each test: the worker's calls, and what they need before. */
type Act = () => Promise<unknown>
const act = ((...args) => s.call(worker, ...args)) as typeof s.call extends (
  as: never,
  ...rest: infer R
) => infer A
  ? (...rest: R) => A
  : never
const prepare: typeof act = ((...args) => s.call('admin', ...args)) as typeof act
let macro = ''
let keyword = ''
let collection = ''

const cases: Record<string, Act> = {
  'users.ban': () => act(api.users.ban, { ...uid, body: { ban_reason: 'x' }, query: {} }),
  'users.unban': () => act(api.users.unban, { params: { uid: 'bob' } }),
  'users.update': () => act(api.users.update, { ...uid, body: { email: 'other@example.test' } }),
  'userReports.resolve': () => act(api.userReports.resolve, { ...uid, body: { status: 'resolved' } }),
  'listingReports.ignore': () => act(api.listingReports.ignore, { ...id('a'), body: { status: 'ignored' } }),
  'posts.approve': () => act(api.posts.approve, id('a')),
  'posts.deny': () => act(api.posts.deny, { ...id('b'), body: { message: 'No photo' } }),
  'posts.remove': () => act(api.posts.remove, id('c')),
  'questions.update': () => act(api.questions.update, { ...id('q'), body: { title: 'Other' } as never }),
  'questions.remove': () => act(api.questions.remove, id('q')),
  'userContent.deletePosts': () => act(api.userContent.deletePosts, { params: { uid: 'bob' } }),
  'userContent.deleteConversations': () =>
    act(api.userContent.deleteConversations, { params: { uid: 'ana' } }),
  'userContent.deleteCommunityContent': () =>
    act(api.userContent.deleteCommunityContent, { params: { uid: 'bob' } }),
  'macros.create': () => act(api.macros.create, { body: { title: 'New', text: 'Hi' } }),
  'macros.update': () =>
    act(api.macros.update, {
      ...id(macro),
      body: { title: 'Hello', text: 'Changed', actions: { close: true } },
    }),
  'macros.remove': () => act(api.macros.remove, id(macro)),
  'keywords.create': () => act(api.keywords.create, { body: { terms: 'cup', preferred_term: 'mug' } }),
  'keywords.update': () => act(api.keywords.update, { ...id(keyword), body: { preferred_term: 'settee' } }),
  'keywords.remove': () => act(api.keywords.remove, id(keyword)),
  'collections.create': () => act(api.collections.create, { body: { title: 'New' } }),
  'collections.update': () =>
    act(api.collections.update, { ...id(collection), body: { title: 'Changed', visible: 0 } }),
  'collections.addItem': () => act(api.collections.addItem, { body: { item_id: 'c', collection } }),
  'collections.removeItem': () =>
    act(api.collections.removeItem, { params: { cid: collection, itemId: 'd' } }),
  'collections.remove': () => act(api.collections.remove, id(collection)),
  'moderatingMessages.update': () =>
    act(api.moderatingMessages.update, {
      body: { admin_messages: { one: 'Changed', two: 'New', three: null } },
    }),
  'inbox.assign': () => act(api.inbox.assign, { ...id('c1'), body: { uid: 'staff-support' } }),
  'inbox.mark': () => act(api.inbox.mark, { ...id('c1'), body: { tags: ['parcel'], priority: 'high' } }),
  'inbox.close': () => act(api.inbox.close, { ...id('c1'), body: {} }),
  'inbox.snooze': () =>
    act(api.inbox.snooze, { ...id('c1'), body: { until: new Date(Date.now() + 9e6).toISOString() } }),
  'inbox.reopen': () => act(api.inbox.reopen, id('c2')),
  'inbox.act': () =>
    act(api.inbox.act, {
      ...id('c1'),
      body: { actions: { add_tags: ['lost'], assign: 'me', priority: 'urgent', close: true } },
    }),
  'inboxSettings.save': () =>
    act(api.inboxSettings.save, { body: { first_answer_minutes: 7, weekdays: [1, 2] } }),
  'moneySettings.save': () => act(api.moneySettings.save, { body: { days_to_ship: 4 } }),
  'moneySettings.saveReason': () =>
    act(api.moneySettings.saveReason, { ...id('made-reason'), body: { words: 'Other words' } }),
  'moneySettings.retireReason': () => act(api.moneySettings.retireReason, id('made-reason')),
  'desk.saveWeights': () => act(api.desk.saveWeights, { body: { deadline: 41 } }),
  'emailTemplates.create': () =>
    act(api.emailTemplates.create, {
      body: { TemplateName: 'new-one', SubjectPart: 'S', TextPart: 'T', HtmlPart: null },
    }),
  'emailTemplates.update': () =>
    act(api.emailTemplates.update, {
      ...id('welcome'),
      body: { TemplateName: 'welcome', SubjectPart: 'Changed', TextPart: 'T', HtmlPart: null },
    }),
  'emailTemplates.remove': () => act(api.emailTemplates.remove, id('welcome')),
  'emailTemplates.saveVariable': () =>
    act(api.emailTemplates.saveVariable, { params: { name: 'name' }, body: { sample: 'Bo' } }),
  'emailTemplates.removeVariable': () => act(api.emailTemplates.removeVariable, { params: { name: 'name' } }),
  'transactions.save': async () => {
    const txn = (await prepare(api.transactions.get, id('t'))).body.data as Transaction
    return act(api.transactions.save, {
      ...id('t'),
      body: { ...txn, product_title: 'Other', tracking_number: '1Z' },
    })
  },
  'payouts.hold': () => act(api.payouts.hold, { ...id('t'), body: { reason: 'x' } }),
  'orders.correctAddress': () => {
    const none = {
      ...Object.fromEntries(Object.keys(ShipTo.shape).map((field) => [field, null])),
      ...{ ship_to_name: 'Ann', ship_to_line1: 'Street 1', ship_to_country: 'SE' },
    }
    return act(api.orders.correctAddress, {
      ...id('o-t'),
      body: {
        address: { ...none, ship_to_city: 'Malmö' },
        seen: { ...none, ship_to_city: 'Lund' },
        void_labels: false,
        reason: 'x',
      } as never,
    })
  },
  'disputes.record': () =>
    act(api.disputes.record, { params: { disputeId: 'd' }, body: { buyer_statement: 'It is broken' } }),
  'disputes.assign': () =>
    act(api.disputes.assign, { params: { disputeId: 'd' }, body: { uid: 'staff-support' } }),
  'machineKeys.create': () =>
    act(api.machineKeys.create, { body: { name: 'Key', scopes: ['events.read'] } as never }),
  'staff.saveSignInSettings': () =>
    act(api.staff.saveSignInSettings, { body: { second_factor_roles: ['finance'] } }),
}

/** What an undo adds, and is no change of a record that was there. */
const added = ['machineKeys.create', 'moneySettings.addReason']

beforeAll(async () => {
  for (const role of ['moderator', 'support', 'finance', 'admin'] as const) await s.token(role)
  worker = await hirerOf(s)('admin')
  for (const one of ['sam', 'bob', 'ana', 'seller', 'buyer'])
    await s.addUser({ uid: one, displayName: one, email: `${one}@example.test` })
  await s.query("update users set is_banned = true where uid = 'bob'")
  for (const key of ['a', 'b', 'c', 'd']) await addListing(s, key)
  await addListing(s, 'e', { creatorUID: 'bob' })
  await s.make.userReport(
    { id: 'r1', reporting_uid: 'sam', reporter_uid: 'bob' },
    { id: 'r2', reporting_uid: 'sam', reporter_uid: 'bob' },
  )
  await s.make.listingReport({ id: 'lr', post_key: 'a', reporter_uid: 'bob' })
  await s.make.question(
    { id: 'q', title: 'Title', creator_uid: 'sam' },
    { id: 'q2', title: 'Two', creator_uid: 'bob' },
  )
  await s.make.sale('t', { product_title: 'Chair' })
  await s.query(
    "update orders set ship_to_name = 'Ann', ship_to_line1 = 'Street 1', ship_to_country = 'SE', ship_to_city = 'Lund' where id = 'o-t'",
  )
  await s.make.dispute({ id: 'd', transaction_id: 't', creator_uid: 'buyer' })
  await s.query("update transactions set dispute_id = 'd', dispute_status = 2 where id = 't'")
  macro = made(
    await prepare(api.macros.create, {
      body: { title: 'Hello', text: 'Hello', actions: { priority: 'high' } },
    }),
  )
  keyword = made(await prepare(api.keywords.create, { body: { terms: 'sofa', preferred_term: 'couch' } }))
  collection = made(await prepare(api.collections.create, { body: { title: 'Autumn', description: 'x' } }))
  await prepare(api.collections.update, { ...id(collection), body: { visible: 1 } })
  await prepare(api.collections.addItem, { body: { item_id: 'd', collection } })
  await prepare(api.moderatingMessages.update, { body: { admin_messages: { one: 'One', three: 'Three' } } })
  await prepare(api.emailTemplates.create, {
    body: { TemplateName: 'welcome', SubjectPart: 'S', TextPart: 'T', HtmlPart: null },
  })
  await prepare(api.emailTemplates.saveVariable, { params: { name: 'name' }, body: { sample: 'Ann' } })
  await s.query("insert into refund_reasons (id, words) values ('made-reason', 'Some words')")
  for (const one of ['c1', 'c2']) await talk('staff-admin', ['Where?'], one)
  await prepare(api.inbox.close, { ...id('c2'), body: {} })
})

test.each(Object.entries(cases))('%s is undone: the records are as before', async (name, run) => {
  await s.query("update operations set state = 'done' where kind in ('held.apply', 'review.announce')")
  const before = await worldOf(s.query)
  const answer = (await run()) as { status: number; body: object }
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ status_code: 1 })])
  expect(await worldOf(s.query)).not.toEqual(before)
  const from = (
    await s.query<{ at: Date }>(`select at from audit where actor_uid = $1 order by id desc limit 1`, [
      worker.uid,
    ])
  )[0]?.at
  const rows = await undo({ kind: 'staff', id: worker.uid }, { from: (from as Date).toISOString() })
  expect(rows.map(({ action, standing, result }) => [action, standing, result])).toEqual([
    [name, 'can', { state: 'done', words: null }],
  ])
  const after = await worldOf(s.query)
  if (added.includes(name)) expect(after.machine_keys?.length).toBe(1)
  else expect(after).toEqual(before)
  const [told] = await s.query<{ reason: string }>(
    'select reason from audit where request_id is not null order by id desc limit 1',
  )
  expect(told?.reason).toMatch(/^Undo plan up_.*: They have left$/)
})
