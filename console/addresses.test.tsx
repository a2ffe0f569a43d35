import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { parseQuery } from '@portreeve/contract/base/query'
import {
  allListingFields,
  inboxFields,
  listingFields,
  orderFields,
  userFields,
} from '@portreeve/contract/base/query-fields'
import { type Rights, rightsOf } from '@portreeve/contract/base/rights'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { type DeskKind, deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import { pathOf } from '@portreeve/contract/staff/notices'
import type { NotificationKind } from '@portreeve/contract/staff/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BackendProvider } from './data/backend.tsx'
import { createQueries } from './data/queries.ts'
import { stringifySearch } from './data/url-search.ts'
import { linkOf } from './desk/desk/case-link.ts'
import { findRecords } from './desk/palette/find.ts'
import { setTimeZone } from './format/time-zone.ts'
import { createConsoleRouter } from './router.tsx'

interface Sent {
  readonly endpoint: Endpoint
  readonly query?: unknown
}

/** Opens an address of the console on a server that answers who is signed in and nothing else. */
async function open(address: string, rights: Rights = rightsOf('admin')) {
  cleanup()
  notifications.clean()
  const sent: Sent[] = []
  const me = { uid: 'me', email: 'me@example.com', displayName: 'Me', ...rights }
  const call = (endpoint: Endpoint, input: object) => {
    sent.push({ endpoint, ...input })
    const answer = { data: me, more: false, cursor: null, total: null }
    return endpoint === api.staff.me ? Promise.resolve(answer) : new Promise(() => {})
  }
  const signedIn = { is: 'signed_in', uid: 'me' }
  const session = { subscribe: () => () => {}, state: () => signedIn }
  const live = { subscribe: () => () => {}, state: () => 'live', onState: () => () => {} }
  const environment = { name: 'development', identity: { kind: 'builtin' }, links: {} }
  const backend = { call, session, live, environment }
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [address] }))
  const shown = new Promise((done) => router.subscribe('onResolved', done))
  render(
    <MantineProvider env="test">
      <Notifications withinPortal={false} />
      <BackendProvider backend={backend as never}>
        <QueryClientProvider client={createQueries()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </BackendProvider>
      <div id="layers" />
    </MantineProvider>,
  )
  await act(async () => {
    await shown
    // The code of a part that is loaded when it is first shown
    await new Promise((done) => setTimeout(done))
  })
  return { search: router.state.location.search, sent }
}

const withParents = (route: AnyRoute): AnyRoute[] =>
  route.parentRoute ? [...withParents(route.parentRoute), route] : [route]

type Reader = (search: object) => Record<string, string>

/** Every page of the console: its address, and what its routes read of an address. */
const pages = Object.values<AnyRoute>(createConsoleRouter(createMemoryHistory()).routesById)
  // The others redirect.
  .filter(({ options, to }) => 'path' in options && !['/', '/dashboard', '/$'].includes(to))
  .map((route) => {
    const readers = withParents(route).flatMap(({ options }) => (options.validateSearch ?? []) as Reader[])
    const read: Reader = (search) => Object.assign({}, ...readers.map((reader) => reader(search)))
    const pattern = new RegExp(`^${route.to.replace(/\$\w+/, '[^/]+')}$`)
    return { path: route.to.replace(/\$\w+/, 'overview') as string, pattern, read, names: namesOf(read) }
  })

/** The names that a page reads. */
function namesOf(read: Reader): string[] {
  const names = new Set<string>()
  read(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  return [...names]
}

const long = 'x'.repeat(5000)
/** Values that some page may take for one of its own, and such that none does. */
const values = [
  ...['bogus', '', ' ', '1', '2', '7', '30', 'true', 'all', 'open', 'mine', 'failed', 'done', 'late', 'age'],
  ...['2026-02-03', '2999-12-31', '0001-01-01', '2026-02-30', '-1', '1e5', '$5', 'null', 'recent', 'a,b'],
  ...[
    'user:u1',
    'dispute:d1',
    'listing_reports:l1',
    'user:',
    ':u1',
    '-Price:80,%E0%A4%A',
    'state:bogus',
    'status:bogus',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%00', '\0', '\uFFFD', 'ä'.repeat(200), long],
]
const hostile = ['constructor', long]

/** The searches whose text is a query. */
const searches = [
  [api.users.search, userFields],
  [api.orderSearch.search, orderFields],
  [api.inbox.list, inboxFields],
  [api.listingSearch.search, listingFields],
  [api.listings.search, allListingFields],
] as const

const isMistaken = ({ endpoint, query = {} }: Sent) =>
  searches.some(
    ([search, fields]) =>
      search === endpoint &&
      Object.values(query as object).some((text) =>
        parseQuery(fields, String(text)).problems.some(({ stops }) => stops),
      ),
  )

/** The calls that the server would refuse with 400. */
const malformed = (sent: readonly Sent[]) =>
  sent
    .filter((one) => !one.endpoint.query.safeParse(one.query ?? {}).success || isMistaken(one))
    .map(({ endpoint, query }) => `${endpoint.path} ${JSON.stringify(query).slice(0, 200)}`)

it('every page is tried', () => {
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter(({ names }) => names.length > 5).length).toBeGreaterThan(10)
})

it.each(pages)('$path reads nothing but the names and values that it knows', ({ read, names }) => {
  for (const value of values) {
    const given = JSON.parse(
      JSON.stringify(Object.fromEntries([...names, '__proto__'].map((name) => [name, value]))),
    )
    const known = read(given)
    expect(Object.entries(known).filter(([name, one]) => !names.includes(name) || one !== value)).toEqual([])
    // What is read once is read again: the address that is left is the page's own.
    expect(read(known)).toEqual(known)
  }
  for (const odd of [['a', 'b'], { a: 'b' }, null, 5, true])
    expect(read(Object.fromEntries(names.map((name) => [name, odd])))).toEqual({})
})

it.each(pages)('$path is shown for an address with unknown names and values, and says so', async (page) => {
  const given = Object.fromEntries(
    [...page.names, 'toString', '__proto__'].map((name, at) => [name, hostile[at % 2]]),
  )
  const { search, sent } = await open(`${page.path}${stringifySearch(given)}&view=mine&view=all`)
  expect(search).toEqual(page.read(given))
  expect(malformed(sent)).toEqual([])
  expect(screen.queryByText('This page could not be shown.')).toBeNull()
  expect(screen.getByText(/^This address had parts that this page does not know: /)).toBeVisible()
})

it.each(pages)('$path sends no malformed call for what it knows', async ({ path, read, names }) => {
  const known = names.map(
    (name) => [name, values.filter((value) => name in read({ [name]: value }))] as const,
  )
  // A usual value of each name, and an odd one.
  for (const at of [0, -2]) {
    const given = Object.fromEntries(
      known.flatMap(([name, some]) => (some.length > 0 ? [[name, some.at(at) ?? some[0]]] : [])),
    )
    const { search, sent } = await open(`${path}${stringifySearch(given)}`)
    expect(search).toEqual(given)
    expect(malformed(sent)).toEqual([])
    expect(screen.queryByText('This page could not be shown.')).toBeNull()
    expect(screen.queryByText(/^This address had /)).toBeNull()
  }
})

it('a day in a query is one of the zone of the personal settings, on every page and in the palette', async () => {
  setTimeZone('Asia/Tokyo')
  // Conversations have the time of their last message.
  const day = 'active:2026-01-05 created:2026-01-05'
  const sent: Sent[] = []
  const isSearch = ({ endpoint }: Sent) => searches.some(([search]) => search === endpoint)
  for (const { path, names, read } of pages) {
    // The search of a collection shows with the collection only.
    if (!names.includes('q') || path.startsWith('/dashboard/collections/')) continue
    const one = await open(`${path}${stringifySearch(read({ q: day, view: 'all' }))}`)
    await waitFor(() => expect(one.sent.some(isSearch), path).toBe(true))
    sent.push(...one.sent)
  }
  const call = (endpoint: Endpoint, input: object) => {
    sent.push({ endpoint, ...input })
    return Promise.resolve({ data: null })
  }
  await findRecords(day, {
    call: call as never,
    queries: createQueries(),
    me: rightsOf('admin'),
    listing: undefined,
  })
  setTimeZone(null)
  const asked = sent.filter(isSearch)
  expect(new Set(asked.map(({ endpoint }) => endpoint.path))).toEqual(
    new Set(searches.map(([search]) => search.path)),
  )
  for (const { query } of asked)
    expect(JSON.stringify(query)).toContain('2026-01-05[2026-01-04T15:00Z/2026-01-05T15:00Z]')
})

const caseOf = (kind: DeskKind): DeskCase => ({
  ...{
    kind,
    id: 'c1',
    score: 0,
    level: 0,
    class: 'other',
    backlog: false,
    other: null,
    picture: null,
    reports: 0,
    reporters: 0,
    handled: 0,
    upheld: 0,
    version: 0,
    barred: false,
  },
  points: { deadline: 0, money: 0, reporters: 0, reports: 0, priority: 0, waiting: 0 },
  ...{ title: null, listing: 'l1', transaction: 't1', cents: null, opened_at: '', deadline_at: null },
  ...{
    priority: 'normal',
    about: null,
    assignee: null,
    absent: null,
    away: null,
    claimed_until: null,
    snoozed_until: null,
  },
  person: { uid: 'p1', name: null },
})

const kinds: NotificationKind[] = [
  'user',
  'listing',
  'transaction',
  'conversation',
  'webhook_endpoint',
  'chargeback',
]

/** The addresses to which the console itself leads: cases of the desk, and notifications. */
const links = [
  ...deskKindNames.map(
    (kind) => createConsoleRouter(createMemoryHistory()).buildLocation(linkOf(caseOf(kind)) as never).href,
  ),
  ...kinds.flatMap((kind) =>
    (['mentioned', 'assigned'] as const).map((what) => pathOf({ what, kind, record: 'r1', by: 'Milo' })),
  ),
]

it.each(links)('%s is an address that its page knows', (link) => {
  const { pathname, search } = createConsoleRouter(
    createMemoryHistory({ initialEntries: [link] }),
  ).latestLocation
  const page = pages.find(({ pattern }) => pattern.test(pathname))
  expect(page?.read(search)).toEqual(search)
})

it.each(['webhooks.manage', 'machineKeys.read', 'ingest.read', 'extensions.manage'] as const)(
  'Developers opens on what a role with %s alone may see',
  async (permission) => {
    await open('/dashboard/developers', { role: 'one', permissions: [permission] })
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.queryByRole('note')).toBeNull()
  },
)
