import { api } from '@portreeve/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showPart } from '../../parts/desk/desk-harness.tsx'
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
    <UserReports />,
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
  ['Resolve All', <UserReports key="u" />, api.userReports.resolve],
  ['Ignore', <ListingReports key="i" />, api.listingReports.ignore],
  ['Delete Listing', <ListingReports key="d" />, api.posts.remove],
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
