import { api } from '@portreeve/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showPart } from '../../shell/lists/desk-harness.tsx'
import { ListingReports } from './ListingReports.tsx'
import { UserReports } from './UserReports.tsx'

const reported = (uid: string, displayName: string) => ({
  reporting_uid: uid,
  reporting: { uid, displayName },
  reports: [
    {
      id: `report-${uid}`,
      reporting_uid: uid,
      reporter_uid: 'r',
      reporter: { displayName: 'Rita' },
      report_reason_id: 'Spam',
      input: null,
      status: 'open' as const,
      created_at: '2026-01-05T12:00:00.000Z',
    },
  ],
})

it('after Resolve All by keyboard the next person has the focus, however quick the answer is', async () => {
  const people = [reported('a', 'Anna Ash'), reported('b', 'Ben Birch')]
  const { user } = showPart(
    <UserReports order="newest" />,
    [
      [api.userReports.list, people],
      [api.userReports.resolve, { resolved_count: 1, left_open: 0 }],
    ],
    'admin',
  )
  const [button] = await screen.findAllByRole('button', { name: 'Resolve All' })
  button?.focus()
  // jsdom leaves the focus on a disabled button, as a browser does until its next frame.
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Anna Ash' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Ben Birch' })).toHaveFocus()
})

const listing = { key: 'l', title: 'Bike', total_reports: 2, report_ids: ['1'], photosURL: [] }
it.each([
  ['Resolve All', <UserReports key="u" order="newest" />, api.userReports.resolve],
  ['Ignore', <ListingReports key="i" order="newest" first={null} />, api.listingReports.ignore],
  ['Delete Listing', <ListingReports key="d" order="newest" first={null} />, api.posts.remove],
])('two clicks on %s before the answer send one call', async (name, list, endpoint) => {
  const { sent } = showPart(
    list,
    [
      [api.userReports.list, [reported('a', 'Anna Ash')]],
      [api.listingReports.list, [listing]],
      [endpoint, {}],
    ],
    'admin',
  )
  const button = await screen.findByRole('button', { name })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(sent.filter((one) => one.endpoint === endpoint)).toHaveLength(1)
})

it('the listing that the desk opened comes first, marked and with the focus, in any order of the list', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ ...listing, key: `l${at}`, title: `Bike ${at}` }))
  const { sent } = showPart(
    <ListingReports order="count" first="l33" />,
    [[api.listingReports.list, many]],
    'admin',
    '/?desk=listing_reports:l33',
  )
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveFocus())
  expect(document.activeElement).toHaveTextContent('Bike 33')
  expect(document.activeElement).toHaveAttribute('data-marked')
  expect(document.querySelectorAll('[data-marked]')).toHaveLength(1)
  // However old its reports are: the server lists 200.
  expect(sent.find(({ endpoint }) => endpoint === api.listingReports.list)?.query).toEqual({ first: 'l33' })
})

it('the mark takes no focus from a field in which a person types', async () => {
  showPart(
    <>
      {/* biome-ignore lint/a11y/noAutofocus: the person types already */}
      <input aria-label="Search" autoFocus />
      <ListingReports order="newest" first="l" />
    </>,
    [[api.listingReports.list, [listing]]],
    'admin',
    '/?desk=listing_reports:l',
  )
  await waitFor(() => expect(document.querySelectorAll('[data-marked]')).toHaveLength(1))
  await new Promise(requestAnimationFrame)
  expect(screen.getByLabelText('Search')).toHaveFocus()
})

it('a row shows reasons, reporters and times; opened, each report has the record of its reporter', async () => {
  const [first] = reported('a', 'Anna Ash').reports
  if (!first) throw new Error('no report')
  const second = { ...first, id: 'second', reporter_uid: 's', created_at: '2026-01-01T12:00:00.000Z' }
  const group = {
    ...reported('a', 'Anna Ash'),
    reporting: { uid: 'a', displayName: 'Anna Ash', isBanned: true },
    reports: [first, second],
  }
  const record = { displayName: 'Rita', made: 10, handled: 9, upheld: 8 }
  const { user } = showPart(
    <UserReports order="newest" />,
    [
      [api.userReports.list, [group]],
      [api.userReports.ofUser, [{ ...first, listing: null, reporter: record }]],
    ],
    'admin',
  )
  const row = (await screen.findByRole('button', { name: 'Anna Ash' })).closest('li')
  expect(row).toHaveTextContent(/Spam \(2\)2 reporters · newest \d+ days ago, first \d+ days agoBlocked/)
  await user.click(screen.getByRole('button', { name: 'Anna Ash' }))
  expect(await screen.findByText('8 of 9 reports upheld')).toBeVisible()
})

it.each([
  ['age', ['Olga Old', 'Mara Many']],
  ['count', ['Mara Many', 'Olga Old']],
] as const)('ordered by %s', async (order, names) => {
  const [old, many] = [reported('old', 'Olga Old'), reported('many', 'Mara Many')]
  const people = [
    { ...many, reports: [...many.reports, ...reported('many-2', '').reports] },
    {
      ...old,
      reports: old.reports.map((report) => ({ ...report, created_at: '2025-01-05T12:00:00.000Z' })),
    },
  ]
  if (order === 'count') people.reverse()
  showPart(<UserReports order={order} />, [[api.userReports.list, people]], 'admin')
  const buttons = await screen.findAllByRole('button', { name: /^(Olga|Mara)/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
})
