import { MantineProvider } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { rightsOf } from '@portreeve/contract/base/rights'
import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import type { UserEffect, UserOverview, UserReportWithRecord } from '@portreeve/contract/people/user-overview'
import type { User } from '@portreeve/contract/people/users'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { CallFailure } from '../../data/failure.ts'
import { createQueries } from '../../data/queries.ts'
import { BlockModal } from './BlockModal.tsx'
import { BlockRing } from './BlockRing.tsx'
import { effectWords } from './Effect.tsx'
import { Reports } from './Reports.tsx'
import { StatusBand } from './StatusBand.tsx'

const nothing: UserOverview = {
  blocked: null,
  reports: { open: 0, reporters: 0 },
  disputes: 0,
  refunds: { pending: 0, waiting: 0 },
  linked: { accounts: 0, blocked: 0, more: false },
  notes: { count: 0, newest: null },
  chargebacks: 0,
  differs: [],
  held: { sales: 0, cents: 0, by_hand: 0 },
  restrictions: [],
  strikes: [],
}
const noEffect: UserEffect = {
  sales: { count: 0, cents: 0 },
  purchases: { count: 0, cents: 0 },
  payouts: { count: 0, cents: 0 },
  disputes: 0,
  promotions: { count: 0, cents: 0 },
  conversations: 0,
  listings: 0,
  linked: { accounts: 0, blocked: 0, why: [] },
  digest: '0',
}

let answers: Map<Endpoint, unknown>
let sent: { endpoint: Endpoint; params: { uid?: string; id?: string }; query: unknown; body: unknown }[]
const call = async (endpoint: Endpoint, input: { params: object; query?: unknown; body?: unknown }) => {
  if (endpoint.method !== 'GET') sent.push({ endpoint, query: undefined, body: undefined, ...input })
  const answer = answers.get(endpoint) ?? null
  const data = typeof answer === 'function' ? answer(input) : answer
  if (data instanceof CallFailure) throw data
  return { data, more: false, cursor: null, total: null }
}
const signedIn = { is: 'signed_in', uid: 'me' }
const session = { subscribe: () => () => {}, state: () => signedIn }

async function show(content: ReactNode) {
  const root = createRootRoute({ staticData: { tab: null }, component: () => content })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await act(async () => {
    render(
      <MantineProvider env="test">
        <BackendProvider backend={{ call, session, environment: { links: {} } } as never}>
          <QueryClientProvider client={createQueries()}>
            <RouterProvider router={router as never} />
          </QueryClientProvider>
        </BackendProvider>
      </MantineProvider>,
    )
  })
  return router
}
const riley = { uid: 'riley', displayName: 'Riley', isBanned: false } as User

beforeEach(() => {
  sent = []
  answers = new Map<Endpoint, unknown>([
    [api.staff.me, { uid: 'me', ...rightsOf('moderator') }],
    [api.users.effect, noEffect],
  ])
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('the status band', () => {
  const chips = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

  it('has a chip in words for each open matter, and each is a link', async () => {
    answers.set(api.users.overview, {
      ...nothing,
      reports: { open: 11, reporters: 9 },
      disputes: 1,
      refunds: { pending: 2, waiting: 1 },
      linked: { accounts: 4, blocked: 3, more: false },
      notes: {
        count: 2,
        newest: {
          id: 7,
          text: 'Same device as in May',
          by: { uid: 'm', name: 'Milo' },
          at: new Date(Date.now() - 30 * 86_400_000).toISOString(),
        },
      },
      chargebacks: 1,
      differs: ['isBanned'],
      held: { sales: 3, cents: 61_000, by_hand: 2 },
    } satisfies UserOverview)
    await show(<StatusBand uid="riley" />)
    expect(await chips()).toEqual([
      '11 open reports · 9 people',
      '1 open dispute',
      '1 open chargeback',
      '2 payouts held by staff',
      '$610.00 held',
      '1 request waits for approval',
      '2 refunds on the way',
      'The marketplace differs: is banned',
      '4 linked accounts, 3 blocked',
      '2 notes',
    ])
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs[0]).toBe('/user-detail/riley#reports')
    expect(hrefs[1]).toMatch(/^\/dashboard\/txns\/overview\?person=.*dispute=/)
    expect(hrefs[2]).toMatch(/state=charged_back/)
    expect(hrefs[3]).toMatch(/state=held/)
    expect(hrefs[8]).toBe('/user-detail/riley#linked')
    expect(screen.getByRole('complementary', { name: 'Newest note' })).toHaveTextContent(
      /^Milo, .* ago:Same device as in May$/,
    )
  })

  it('shows no chip for what is zero, and nothing at all for a person without anything open', async () => {
    answers.set(api.users.overview, { ...nothing, linked: { accounts: 200, blocked: 0, more: true } })
    await show(<StatusBand uid="riley" />)
    expect(await chips()).toEqual(['200+ linked accounts'])
    answers.set(api.users.overview, nothing)
    await show(<StatusBand uid="quiet" />)
    expect(screen.getAllByRole('region', { name: 'At a glance' })).toHaveLength(1)
  })

  it('says who blocked the account, when and why', async () => {
    answers.set(api.users.overview, {
      ...nothing,
      blocked: { reason: 'A ring', by: 'Ada', at: '2026-01-05T15:04:00.000Z' },
    })
    await show(<StatusBand uid="riley" />)
    expect(await screen.findByRole('region', { name: 'At a glance' })).toHaveTextContent(
      /^Blocked by Ada on January 5, 2026 - .*: A ring$/,
    )
  })

  it('stays silent on a server without the call, and says when the load failed', async () => {
    answers.set(api.users.overview, new CallFailure(404, null))
    await show(<StatusBand uid="riley" />)
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
    answers.set(api.users.overview, new CallFailure(500, null))
    await show(<StatusBand uid="other" />)
    expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument()
  })
})

describe('the reports', () => {
  const report = (change: Partial<UserReportWithRecord>): UserReportWithRecord => ({
    id: 'r1',
    listing: null,
    reporter_uid: 'cyd',
    reporter: { displayName: 'Cyd', made: 10, handled: 9, upheld: 8 },
    report_reason_id: 'Scam',
    input: 'Vanished',
    status: 'open',
    created_at: '2026-01-01T00:00:00Z',
    ...change,
  })

  it('about the person are resolved here, those about a listing ignored: only the ones that are shown', async () => {
    answers.set(api.userReports.ofUser, [
      report({}),
      report({ id: 'l1', listing: { key: 'bike', title: 'Bike' }, input: null }),
      report({ id: 'r2', status: 'resolved', reporter_uid: null, reporter: null }),
    ])
    await show(<Reports user={riley} />)
    const rows = within(await screen.findByRole('list', { name: 'Reports' })).getAllByRole('listitem')
    expect(rows[0]).toHaveTextContent('ScamOpen')
    expect(rows[0]).toHaveTextContent('by Cyd8 of 9 reports upheldVanished')
    expect(rows[1]).toHaveTextContent('about the listing Bike')
    expect(rows[2]).toHaveTextContent('Resolved')
    await userEvent.click(screen.getByRole('button', { name: 'Resolve 1 report about the person' }))
    await userEvent.click(screen.getByRole('button', { name: 'Ignore the reports about Bike' }))
    expect(sent.map(({ params, body }) => [params, body])).toEqual([
      [{ uid: 'riley' }, { status: 'resolved', seen: ['r1'] }],
      [{ id: 'bike' }, { status: 'ignored', seen: ['l1'] }],
    ])
  })
})

describe('a block', () => {
  it('shows its effect first, and sends the digest of what was shown', async () => {
    answers.set(api.users.effect, {
      ...noEffect,
      sales: { count: 3, cents: 61_000 },
      payouts: { count: 1, cents: 42_000 },
      listings: 17,
      linked: { accounts: 4, blocked: 3, why: ['ip', 'push_id'] },
      digest: '3,61000',
    } satisfies UserEffect)
    await show(<BlockModal user={riley} opened onClose={() => {}} />)
    expect(await screen.findByRole('region', { name: 'What it affects' })).toHaveTextContent(
      '3 open sales, $610.001 of them with a held payout, $420.0017 listings4 linked accounts, 3 blocked: same IP, push id',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Block' }))
    expect(sent[0]).toMatchObject({ query: { seen: '3,61000' }, body: { ban_reason: '' } })
  })

  it('leaves out what is zero', () => expect(effectWords(noEffect)).toEqual([]))
})

describe('a ring', () => {
  const account = (uid: string, isBanned = false) => ({
    uid,
    displayName: uid,
    isBanned,
    created_at: null,
  })
  const linked: LinkedAccounts = {
    accounts: ['riley', 'me', 'b', 'c'].map((uid) => account(uid)).concat(account('gone', true)),
    links: [{ kind: 'ip', value: '::1', uids: ['riley', 'b', 'c'], shared_by: 3, weak: false }],
    more: false,
  }

  it('is blocked with one reason as one job, which the address names', async () => {
    answers.set(api.bulk.start, { id: 'job' })
    const router = await show(<BlockRing linked={linked} uid="riley" />)
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(`Choose ${name}`) })
    expect(row('me')).toHaveTextContent('This is you')
    expect(row('gone')).toHaveTextContent('Already blocked')
    expect(screen.getByRole('columnheader', { name: 'IP ::1' })).toBeVisible()
    const shares = (name: string) => within(row(name)).queryByRole('cell', { name: 'the same' })
    expect(['riley', 'me', 'b'].map((name) => shares(name) !== null)).toEqual([true, false, true])
    expect(screen.getByRole('checkbox', { name: 'Choose me' })).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason for all' }), 'A ring')
    await userEvent.click(screen.getByRole('button', { name: 'Block 3 accounts' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ bulk: 'job' }))
    expect(sent.map(({ body }) => body)).toEqual([
      {
        action: 'users.ban',
        input: { ban_reason: 'A ring' },
        rows: { ids: [{ id: 'riley' }, { id: 'b' }, { id: 'c' }] },
      },
    ])
    expect(screen.getByRole('button', { name: 'Block accounts' })).toBeVisible()
  })

  it('of more than ten shows the first ten at first, and is chosen whole', async () => {
    const accounts = Array.from({ length: 120 }, (_, at) => account(`u${at}`))
    await show(<BlockRing linked={{ ...linked, accounts }} uid="u0" />)
    expect(screen.getAllByRole('row')).toHaveLength(11)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
    expect(screen.getByRole('button', { name: 'Block 120 accounts' })).toBeEnabled()
    await userEvent.click(screen.getByRole('button', { name: 'Show 110 more' }))
    expect(screen.getByRole('checkbox', { name: 'Choose u119' })).toBeChecked()
  })
})
