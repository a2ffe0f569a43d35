import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from './testing/harness.ts'
import { fillLists, type ListCall, ofAll, ofEach } from './testing/list-calls.ts'
import { statementsOf } from './testing/statements.ts'

// No list sends a query per row: fifty rows take as many statements as one row.
const s = useServer()
const [few, many] = ['few', 'many']

/** The number of statements of a single call. */
const statements = async (...call: ListCall) => (await statementsOf(s, ...call)).length

const before: Record<string, number> = {}

beforeAll(async () => {
  await s.addUser({ uid: 'other' })
  await fillLists(s, few, 1)
  // The caller's first call in a minute updates last_seen_at: exclude it from the count.
  await s.token('admin')
  await s.call('admin', api.staff.me, {})
  for (const [name, [endpoint, input]] of Object.entries(ofAll))
    before[name] = await statements(endpoint, input)
  await fillLists(s, many, 50)
})

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
      "away.get",
      "bulk.get",
      "chargebacks.get",
      "collections.get",
      "collections.items",
      "config.get",
      "conversations.get",
      "conversations.ofListing",
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
      "events.file",
      "events.list",
      "events.types",
      "exports.csv",
      "extensionFields.values",
      "extensions.offered",
      "extensions.panel",
      "files.bytes",
      "files.upload",
      "held.mine",
      "held.of",
      "inbox.get",
      "inboxSettings.get",
      "keywords.reach",
      "listings.get",
      "listings.reports",
      "listings.shown",
      "machineKeys.own",
      "measures.choose",
      "moderatingMessages.get",
      "moneySettings.get",
      "notes.colleagues",
      "notes.list",
      "notes.of",
      "orderSearch.marks",
      "orderSearch.parties",
      "outbound.destination",
      "payouts.export",
      "proposals.get",
      "questions.get",
      "refunds.export",
      "review.background",
      "roles.list",
      "ruleReplays.events",
      "ruleReplays.get",
      "rules.get",
      "rules.match",
      "rules.matches",
      "staff.me",
      "staff.mySettings",
      "staff.mySignIn",
      "staff.sessions",
      "staff.signInSettings",
      "staff.work",
      "transactions.get",
      "transactions.money",
      "transparency.csv",
      "undoPlans.get",
      "users.effect",
      "users.get",
      "users.overview",
      "valueLists.items",
      "webhookEndpoints.deliveries",
      "webhookEndpoints.delivery",
      "webhookEndpoints.list",
    ]
  `)
})
