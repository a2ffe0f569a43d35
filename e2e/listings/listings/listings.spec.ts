import { countedJob } from '../../stack/counted.ts'
import { byKeys } from '../../stack/keys.ts'
import { layoutShift, mostShift } from '../../stack/layout-shift.ts'
import { checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { answered, expect, test, toast } from '../../stack/test.ts'
import { importListings, listing } from '../review/review.ts'
import { decidedInMay } from './listings.ts'

test.use({ role: 'moderator', viewport: { width: 1440, height: 900 } })

test('what was decided about a listing in May is found, and taken back; a colleague’s page shows it @slow', async ({
  page,
  pageOf,
}) => {
  const key = 'may-lamp'
  await importListings([
    listing(key, '2026-05-10', {
      title: 'May lamp',
      review_state: 'denied',
      review_message: 'Blurred photos.',
    }),
  ])
  await decidedInMay(key, 'Blurred photos.')
  const colleague = await pageOf('support')
  await colleague.goto(`/dashboard/listings/${key}`)
  await page.goto('/dashboard/desk')
  const keys = byKeys(page)
  const job = countedJob()
  const decisions = page.getByRole('list', { name: 'Decisions, newest first' })

  await test.step('its key leads to its page, with the decision, its reason, who and when', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible()
    await keys.press('Control+k')
    await page.getByPlaceholder('Search or jump to anything').fill(key)
    await keys.press('Enter')
    await expect(page).toHaveURL(`/dashboard/listings/${key}`)
    await expect(page.getByRole('heading', { level: 1, name: 'May lamp' })).toBeVisible()
    await expect(decisions.getByRole('listitem')).toHaveText(
      /Denied.*by Milo Moderator.*Blurred photos\..*was told/s,
    )
    await expect(page.getByText('Changed since the last decision')).toBeVisible()
    keys.expectAtMost(2)
    await checkSchemes(page, 'the page of a listing')
  })
  await test.step('it is taken back with a reason', async () => {
    await job.click(page.getByRole('button', { name: 'Take back' }))
    await dialog(page).getByLabel('Reason').fill('The photos are fine.')
    await checkSchemes(page, 'taking back', ['[role=dialog]'])
    await job.click(dialog(page).getByRole('button', { name: 'Take back' }))
    await expect(toast(page, 'Taken back: May lamp')).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Listing', exact: true }).getByText('Pending review'),
    ).toBeVisible()
    await expect(decisions.getByRole('listitem')).toContainText('Taken back')
    job.expectAtMost(2)
  })
  await test.step('a colleague who may not decide sees it at once, and why', async () => {
    await expect(colleague.getByRole('list', { name: 'Decisions, newest first' })).toContainText('Taken back')
    await expect(colleague.getByRole('button', { name: 'Approve' })).toHaveAttribute(
      'aria-description',
      'Your role (support) may not approve or deny listings.',
    )
  })
  await test.step('a decision that a colleague made meanwhile is not overwritten', async () => {
    const admin = await pageOf('admin')
    await admin.goto(`/dashboard/listings/${key}`)
    // The moderator's page does not hear of it.
    await page.route(/\/v1\/admin\/listings\//, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    // The page shows the decision before the server has it.
    const decided = answered(admin, `POST /v1/admin/posts/${key}/approve`)
    await press(admin.locator('body'), 'Approve')
    await decided
    await press(page.locator('body'), 'Approve')
    await expect(
      page.locator('[data-toast]').filter({ hasText: 'Failed to approve: May lamp' }),
    ).toContainText(/Ada Admin approved it on/)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(
      page.getByRole('region', { name: 'Listing', exact: true }).getByText('Approved'),
    ).toBeVisible()
  })
})

test('all listings with a word of the last 14 days are denied in one job, whatever their state', async ({
  page,
}) => {
  const today = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await importListings([
    listing('vape-1', today, { title: 'Zorbvape pen', review_state: 'approved' }),
    listing('vape-2', today, { title: 'Lighter', description: 'For your zorbvape.', postType: 1 }),
    listing('vape-3', '2025-01-01', { title: 'Old zorbvape', review_state: 'approved' }),
  ])
  const keys = byKeys(page)
  const job = countedJob()
  await page.goto('/dashboard/listings')
  const table = page.getByRole('table', { name: 'Listings' })
  const rows = table.getByRole('row').filter({ has: page.getByRole('link') })

  await test.step('the query finds them, in the address too', async () => {
    await page.getByRole('searchbox', { name: 'Search listings' }).fill('zorbvape created:<14d')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/listings\?q=zorbvape/)
    await expect(rows).toHaveCount(2)
    keys.expectAtMost(1)
    await checkSchemes(page, 'the list of listings')
  })
  await test.step('all are chosen and denied', async () => {
    await job.click(page.getByRole('button', { name: 'Select', exact: true }))
    await job.click(page.getByRole('checkbox', { name: 'Choose all 2 in sight' }))
    await job.click(page.getByRole('button', { name: 'Deny' }))
    await job.click(dialog(page).getByRole('list', { name: 'Messages' }).getByRole('button').first())
    await expect(page.getByText(/Finished: 2 of 2 done/)).toBeVisible()
    job.expectAtMost(4)
  })
  await test.step('the rows say who denied them, and why', async () => {
    await page.goto('/dashboard/listings?q=zorbvape%20status%3Adenied')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Denied by Milo Moderator')
  })
  await test.step('a mistake is explained, and searches nothing', async () => {
    await page.getByRole('searchbox', { name: 'Search listings' }).fill('status:sold')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText("There is no value 'sold'.")
  })
})

test('a desk case of reports leads to the listing, and to its public page', async ({ page }) => {
  const job = countedJob()
  await page.goto('/dashboard/desk?kind=listing_reports')
  const link = page.getByRole('table', { name: 'Desk' }).getByRole('row').getByRole('link').first()
  const title = await link.textContent()
  expect(title).not.toBeNull()
  await job.click(link)
  await expect(page).toHaveURL(/\/dashboard\/listings\/[\w-]+\?desk=listing_reports/)
  await expect(page.getByRole('region', { name: 'Reports' })).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Reports' }).getByRole('listitem').first()).toBeVisible()
  const [, key = ''] = /listings\/([\w-]+)/.exec(page.url()) ?? []
  const outside = page.getByRole('link', { name: 'Public page' })
  await expect(outside).toHaveAttribute('href', `https://marketplace.example/posts/${key}`)
  await expect(outside).toHaveAttribute('target', '_blank')
  job.expectAtMost(1)
})

test('a page without a listing, a page that fails, and nothing that moves @slow', async ({ page }) => {
  await page.goto('/dashboard/listings/never-was')
  await expect(page.getByText('There is no such listing.')).toBeVisible()
  await page.route('**/v1/admin/listings/sentinel-listing-2', (route) => route.abort())
  await page.goto('/dashboard/listings/sentinel-listing-2')
  await expect(page.getByText('The listing could not be loaded.')).toBeVisible()
  await page.unroute('**/v1/admin/listings/sentinel-listing-2')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sentinel Listing 2' })).toBeVisible()
  const shift = await layoutShift(page, async () => {
    await page.goto('/dashboard/listings/sentinel-listing-2')
    await expect(page.getByRole('list', { name: 'Reports' })).toBeVisible()
  })
  expect(shift.sum, shift.moved.join('\n')).toBeLessThanOrEqual(mostShift)
})

test.describe('for finance', () => {
  test.use({ role: 'finance' })
  test('the page is there without what the role may not see @slow', async ({ page }) => {
    await page.goto('/dashboard/listings/sentinel-listing-3')
    await expect(page.getByRole('region', { name: 'Conversations' })).toContainText(
      'Your role (finance) may not read private messages.',
    )
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveAttribute(
      'aria-description',
      'Your role (finance) may not delete a listing.',
    )
    await expect(page.getByRole('region', { name: 'Orders' })).toContainText('Complete')
  })
})
