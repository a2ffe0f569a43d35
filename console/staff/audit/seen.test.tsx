import { api } from '@portreeve/contract'
import type { AuditRow } from '@portreeve/contract/staff/audit'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useMe } from '../../data/rights.ts'
import { showPart } from '../../shell/lists/desk-harness.tsx'
import { AsOf } from '../../shell/past/AsOf.tsx'
import { EntryPeek } from './AuditTable.tsx'
import { seenIn } from './seen.ts'

const at = '2026-11-20T10:00:00.000Z'
const row = (more: Partial<AuditRow> = {}): AuditRow => ({
  ...{ id: 7, at, by: { uid: 'milo', name: 'Milo', role: 'support' }, action: 'conversations.ofUser' },
  ...{ reason: null, before: null, after: null, left_out: null },
  ...{ subject: { kind: 'user', id: 'ann' }, address: null, request_id: null },
  ...more,
})

it('a look has its moment and the role of its author then', () => {
  expect(seenIn(row())).toEqual({ at, as: 'support', by: 'milo' })
  const then = { as_of: '2026-11-01T00:00:00.000Z', as_role: 'finance' }
  expect(seenIn(row({ after: then }))).toEqual({ at: then.as_of, as: 'finance', by: 'milo' })
  for (const action of ['users.ban', 'note', 'constructor.toString', 'users.constructor'])
    expect(seenIn(row({ action }))).toBeNull()
  for (const role of ['operator', 'machine', 'rule:Fraud'])
    expect(seenIn(row({ by: { uid: 'operator', name: null, role } }))).toBeNull()
  const lead = { uid: 'lea', name: 'Lea', role: 'Refund lead' }
  expect(seenIn(row({ by: lead }))).toEqual({ at, as: 'Refund lead', by: 'lea' })
})

it('the details of a look lead to the page as they saw it; those of a decision do not', async () => {
  const { unmount } = showPart(<EntryPeek row={row()} onChecked={() => {}} />, [], 'admin')
  const link = await screen.findByRole('link', { name: 'What they saw' })
  expect(link.getAttribute('href')).toBe(`/user-detail/ann?at=${encodeURIComponent(at)}&as=support&by=milo`)
  unmount()
  showPart(<EntryPeek row={row({ action: 'users.ban' })} onChecked={() => {}} />, [], 'admin')
  expect(await screen.findByRole('link', { name: 'As it was then' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'What they saw' })).toBeNull()
})

it.each([
  ['milo', 'As Milo (support) saw it on '],
  ['gone', 'As the role support saw it on '],
])('the bar says whose sight the page has: %s', async (by, words) => {
  const part = (
    <AsOf kind="user" id="ann">
      The page
    </AsOf>
  )
  const staff = [{ uid: 'milo', email: 'milo@example.com', displayName: 'Milo', role: 'finance' }]
  showPart(part, [[api.staff.list, staff]], 'admin', `/?at=${at}&as=support&by=${by}`)
  const bar = await screen.findByRole('region', { name: 'Moment that the page shows' })
  await expect.poll(() => bar.textContent).toMatch(words)
})

it.each([
  ['Refund lead', 'The page of Refund lead'],
  ['Gone', 'There is no role Gone that you may look up.'],
])('a role that the marketplace has made has its own sight: %s', async (role, words) => {
  const Name = () => <p>The page of {useMe()?.role}</p>
  const part = (
    <AsOf kind="user" id="ann">
      <Name />
    </AsOf>
  )
  const made = [{ name: 'Refund lead', permissions: ['users.read'], kinds: [], classes: [] }]
  showPart(part, [[api.roles.list, made]], 'admin', `/?at=${at}&as=${encodeURIComponent(role)}`)
  expect(await screen.findByText(words)).toBeVisible()
})
