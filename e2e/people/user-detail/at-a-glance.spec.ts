import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { expect, test } from '../../stack/test.ts'
import { open } from './person.ts'

test('reports about a person: who made them, and how many of theirs were upheld', async ({ page }) => {
  const job = countedJob()
  await page.goto('/user-detail/sentinel-reported-1#messages')
  const band = page.getByRole('region', { name: 'At a glance' })
  await job.click(band.getByRole('link', { name: /^3 open reports · \d (person|people)$/ }))
  await expect(page).toHaveURL(/#reports$/)
  const rows = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toBeInViewport()
  await expect(rows.filter({ hasText: 'Scam' })).toContainText(/by Sentinel Reporter.*(report|upheld)/)
  await expect(rows.filter({ hasText: 'No show' })).toContainText('by an unknown reporter')
  job.expectAtMost(1)
})

test('a note shows on the record of an open colleague’s page, with a link to its entry @slow', async ({
  page,
  pageOf,
}) => {
  const uid = `glance-noted-${Date.now()}`
  await importRows('users', [{ uid, displayName: 'Noted Person', post_ability: 1 }])
  const colleague = await pageOf('admin')
  await open(colleague, uid)
  await expect(colleague.getByRole('region', { name: 'At a glance' })).toHaveCount(0)

  const job = countedJob()
  await open(page, uid)
  await job.click(page.getByRole('button', { name: 'Timeline of Noted Person' }))
  await page.getByLabel('Note for other staff').fill('Wait for the buyer of the bike')
  await job.click(page.getByRole('button', { name: 'Add note' }))
  await expect(colleague.getByRole('complementary', { name: 'Newest note' })).toContainText(
    /Ada Admin, now:\s*Wait for the buyer of the bike/,
  )
  await expect(colleague.getByRole('button', { name: 'Timeline of Noted Person' })).toHaveText(
    'Timeline · 1 note',
  )
  job.expectAtMost(2)

  await test.step('the link of an entry opens the timeline at it, and closing it leaves the address as it was', async () => {
    const entry = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    const address = await entry.getByRole('link').getAttribute('href')
    await colleague.goto(address ?? '')
    const marked = colleague.getByRole('list', { name: 'Timeline' }).locator('li[aria-current]')
    await expect(marked).toContainText('Wait for the buyer of the bike')
    await colleague.keyboard.press('Escape')
    await expect(colleague).toHaveURL(new RegExp(`/user-detail/${uid}$`))
    await expect(colleague.getByRole('dialog')).toHaveCount(0)
  })
})

test('a ring of five is blocked with one reason on one page, and unblocked again @slow', async ({ page }) => {
  const stamp = Date.now()
  const uids = [1, 2, 3, 4, 5].map((n) => `glance-ring-${n}-${stamp}`)
  await importRows(
    'users',
    uids.map((uid, at) => ({
      uid,
      displayName: `Ring ${at + 1}`,
      post_ability: 1,
      oneSignalId: `ring-push-${stamp}`,
    })),
  )
  const job = countedJob()
  await open(page, uids[0] ?? '')
  // Behind the drawer the table has no role.
  const rows = page.locator('table[aria-label="Accounts of the ring"] tbody tr')
  await expect(rows).toHaveCount(5)
  await job.click(page.getByRole('checkbox', { name: 'Choose all' }))
  await page.getByLabel('Reason for all').fill('One device, five accounts')
  await job.click(page.getByRole('button', { name: 'Block 5 accounts' }))
  const results = page.getByRole('dialog', { name: 'Bulk action' })
  await expect(results).toContainText('Finished: 5 of 5 done')
  await test.step('the results are there after a reload', async () => {
    await expect(page).toHaveURL(/bulk=/)
    await page.reload()
    await expect(
      results.getByRole('list', { name: 'Results of the rows' }).getByRole('listitem'),
    ).toHaveCount(5)
  })
  for (const row of await rows.all()) await expect(row).toContainText('Already blocked')
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(
    /Blocked by Ada Admin.*One device, five accounts/,
  )
  job.expectAtMost(2)
  await results.getByRole('button', { name: /^Undo \(\d+ s\)$/ }).click()
  await expect(results).toContainText('Undone: 0 of 5 done, 5 undone')
  for (const row of await rows.all()) await expect(row).not.toContainText('Already blocked')
  await expect(page.getByRole('region', { name: 'At a glance' })).not.toContainText('Blocked by')
})
