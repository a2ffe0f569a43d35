import { importRows } from '../../stack/import-rows.ts'
import { byKeys } from '../../stack/keys.ts'
import { expect, test } from '../../stack/test.ts'
import { open, person } from './person.ts'

// The jobs about a person by keyboard alone; docs/jobs.md has their keys.

test('by keys: who reported a person @slow', async ({ page }) => {
  await open(page, 'sentinel-reported-1')
  const job = byKeys(page)
  const band = page.getByRole('region', { name: 'At a glance' })
  await job.to(band.getByRole('link', { name: /^3 open reports · \d (person|people)$/ }))
  await job.press('Enter')
  await expect(page).toHaveURL(/#reports$/)
  const rows = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Scam' })).toContainText(/by Sentinel Reporter/)
  job.expectAtMost(32)
})

test('by keys: the reports of a person are resolved on their page', async ({ page }) => {
  const uid = `keys-reported-${Date.now()}`
  await importRows('users', [{ uid, displayName: 'Keys Reported', post_ability: 1 }])
  await importRows(
    'user_reports',
    ['one', 'two'].map((id) => ({
      ...{ id: `${uid}-${id}`, reporting_uid: uid, reporter_uid: null, input: null },
      ...{ report_reason_id: 'Spam', created_at: new Date().toISOString(), status: 'open' },
    })),
  )
  await page.goto(`/user-detail/${uid}#reports`)
  await expect(person(page).getByRole('heading', { level: 1 })).toBeVisible()
  const job = byKeys(page)
  await job.to(page.getByRole('button', { name: 'Resolve 2 reports about the person' }), 'Tab', 120)
  await job.press('Enter')
  await expect(page.getByRole('list', { name: 'Reports' })).not.toContainText('Open')
  job.expectAtMost(35)
})

test('by keys: a ring of five is blocked with one reason @slow', async ({ page }) => {
  const stamp = Date.now()
  const uids = [1, 2, 3, 4, 5].map((n) => `keys-ring-${n}-${stamp}`)
  const oneSignalId = `keys-push-${stamp}`
  await importRows(
    'users',
    uids.map((uid, at) => ({ uid, displayName: `Keys ${at + 1}`, post_ability: 1, oneSignalId })),
  )
  await open(page, uids[0] ?? '')
  const rows = page.getByRole('table', { name: 'Accounts of the ring' }).locator('tbody tr')
  await expect(rows).toHaveCount(5)
  const job = byKeys(page)
  await job.to(page.getByRole('checkbox', { name: 'Choose all' }), 'Tab', 120)
  await job.press('Space')
  await job.to(page.getByLabel('Reason for all'))
  await job.type('One device, five accounts')
  await job.to(page.getByRole('button', { name: 'Block 5 accounts' }))
  await job.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Bulk action' })).toContainText('Finished: 5 of 5 done')
  job.expectAtMost(60)
})

test('by keys: “brown riley” leads to the person', async ({ page }) => {
  const uid = `keys-riley-${Date.now()}`
  await importRows('users', [{ uid, displayName: 'Riley Brown', post_ability: 1 }])
  await page.goto('/dashboard/users')
  await expect(page.getByPlaceholder('Search Users')).toBeFocused()
  const job = byKeys(page)
  await job.type('brown riley')
  await job.press('Enter')
  const results = page.getByRole('region', { name: 'Search results' })
  const hit = results.getByRole('row').filter({ hasText: uid }).getByRole('link').first()
  await job.to(hit)
  await job.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/user-detail/${uid}`))
  job.expectAtMost(8)
})
