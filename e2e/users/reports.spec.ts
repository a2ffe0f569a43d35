import { press } from '../stack/page-parts.ts'
import { answered, expect, productionAddress, sent, signIn, slowNetwork, test } from '../stack/test.ts'
import {
  cell,
  group,
  known,
  listCall,
  listingReports,
  openReports,
  openReportsOf,
  reports,
  toggle,
  userReports,
} from './reports.ts'

test('[USR-01] [USR-16] [URP-01] [LRP-01] the search, then User Reports, then Listing Reports', async ({
  page,
}) => {
  await openReports(page)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['User Reports', 'Listing Reports'])
  const tops = await Promise.all(
    [page.getByRole('searchbox'), userReports(page), listingReports(page)].map(
      async (part) => (await part.boundingBox())?.y,
    ),
  )
  expect(tops).toEqual([...tops].sort((a, b) => Number(a) - Number(b)))
  const order = await page
    .locator('main')
    .locator('input[type=search], h2')
    .evaluateAll((parts) => parts.map((part) => part.textContent || part.getAttribute('placeholder')))
  expect(order).toEqual(['Search Users', 'User Reports', 'Listing Reports'])
})

test('[URP-02] [LRP-02] both sections are loading until their answers come', async ({ page }) => {
  await openReports(page)
  const usual = await slowNetwork(page, 3000)
  await page.reload({ waitUntil: 'commit' })
  // Checked together: neither waits for the other.
  await Promise.all(
    [userReports(page), listingReports(page)].map(async (section) => {
      await expect(section.getByRole('status', { name: 'Loading' })).toBeVisible({ timeout: 30_000 })
      await expect(section.getByText('No reports.')).toHaveCount(0)
    }),
  )
  await usual()
  for (const section of [userReports(page), listingReports(page)]) {
    await expect(section.getByRole('listitem').first()).toBeVisible({ timeout: 15_000 })
    await expect(section.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  }
})

test.describe('in production, where nothing is reported', () => {
  test.use({ role: null, baseURL: productionAddress })
  test("[URP-03] [LRP-03] both sections say 'No reports.'", async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('isProdEnv', 'true'))
    await page.reload()
    await signIn(page)
    await expect(userReports(page).getByText('No reports.')).toBeVisible()
    await expect(listingReports(page).getByText('No reports.')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })
})

test('[URP-27] [LRP-04] failed lists: an error title, and an empty section without a toast; Retry loads them', async ({
  page,
  context,
}) => {
  // The page's code is cached, its data is not.
  await openReports(page)
  await page.goto('/dashboard/messages')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Ada Admin/ })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(userReports(page).getByRole('heading', { level: 3 })).toHaveText(
    'The server could not be reached',
  )
  await expect(listingReports(page).getByText('Listing reports could not be loaded.')).toBeVisible()
  await expect(listingReports(page).getByRole('listitem')).toHaveCount(0)
  await expect(page.getByText('No reports.')).toHaveCount(0)
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['User Reports', 'Listing Reports'])

  await context.setOffline(false)
  await userReports(page).getByRole('button', { name: 'Retry' }).click()
  await expect(toggle(page, known)).toBeVisible()
  await expect(userReports(page).getByRole('heading', { level: 3 })).toHaveCount(0)
  await listingReports(page).getByRole('button', { name: 'Retry' }).click()
  await expect(cell(page, 'Sentinel Listing 1')).toBeVisible()
})

test('[URP-04] [URP-05] [URP-06] [URP-07] [URP-08] [URP-09] [API-29] one row for each reported person', async ({
  page,
}) => {
  const call = sent(page, listCall)
  const answer = answered(page, listCall)
  await openReports(page)
  expect((await call).postData()).toBeNull()
  expect(new URL((await call).url()).search).toBe('')
  const { data } = (await (await answer).json()) as { data: { reporting_uid: string; reports: unknown[] }[] }
  expect(data.find((one) => one.reporting_uid === 'sentinel-reported-1')?.reports).toHaveLength(3)
  await expect(userReports(page).getByText(known, { exact: true })).toHaveCount(1)

  const row = group(page, known)
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByText('3 reports', { exact: true })).toBeVisible()
  await expect(row.locator('img')).toHaveAttribute('src', /\/images\/ProfileImages\/sentinel-reported-1$/)
  expect(await row.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const link = row.getByRole('link')
  await expect(link).toHaveAttribute('href', '/user-detail/sentinel-reported-1')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(row.getByRole('button', { name: 'Resolve All', exact: true })).toBeEnabled()
  // D-018
  await expect(group(page, 'Sentinel Reported 2').getByText('1 reports', { exact: true })).toBeVisible()
})

test('[URP-10] [URP-11] [URP-12] a click anywhere in a row shows its reports, one row at a time', async ({
  page,
}) => {
  await openReports(page)
  await expect(reports(page)).toHaveCount(0)
  await group(page, known).getByText('3 reports', { exact: true }).click({ force: true })
  await expect(reports(page)).toHaveCount(3)
  await expect(toggle(page, known)).toHaveAttribute('aria-expanded', 'true')

  await toggle(page, 'Sentinel Reported 2').click()
  await expect(reports(page, 'Sentinel Reported 2')).toHaveCount(1)
  await expect(reports(page)).toHaveCount(0)
  await expect(userReports(page).locator('[aria-expanded=true]')).toHaveCount(1)

  await toggle(page, 'Sentinel Reported 2').click()
  await expect(reports(page, 'Sentinel Reported 2')).toHaveCount(0)
})

test('[URP-07] [URP-10] links never toggle a row (D-115); the keyboard does', async ({ page, context }) => {
  await openReports(page)
  const tab = context.waitForEvent('page')
  await group(page, known).getByRole('link').click()
  await expect(await tab).toHaveURL('/user-detail/sentinel-reported-1')
  await expect(toggle(page, known)).toHaveAttribute('aria-expanded', 'false')
  await toggle(page, known).focus()
  await page.keyboard.press('Enter')
  await expect(reports(page)).toHaveCount(3)
  await page.keyboard.press('Space')
  await expect(reports(page)).toHaveCount(0)
})

test('[URP-13] [URP-14] [URP-15] [URP-16] [URP-17] [URP-18] the content of a report', async ({ page }) => {
  await openReportsOf(page)
  const [first, second, third] = [0, 1, 2].map((at) => reports(page).nth(at))
  if (!first || !second || !third) throw new Error('three reports')
  await expect(first.getByText('Reported today', { exact: true })).toBeVisible()
  await expect(second.getByText('Reported yesterday', { exact: true })).toBeVisible()
  await expect(third.getByText('Reported 5 days ago', { exact: true })).toBeVisible()
  await expect(first.getByText('Scam', { exact: true })).toBeVisible()
  await expect(third.getByText('No show', { exact: true })).toBeVisible()

  await expect(first.getByText('Reported by Sentinel Reporter')).toBeVisible()
  const reporter = first.getByRole('link', { name: 'Sentinel Reporter' })
  await expect(reporter).toHaveAttribute('href', '/user-detail/sentinel-reporter')
  await expect(reporter).toHaveAttribute('target', '_blank')
  await expect(third.getByText('Reported by null')).toBeVisible()
  await expect(third.getByRole('link')).toHaveCount(0)
  await expect(reports(page).getByRole('button', { name: 'Txns' })).toHaveCount(3)

  const text = first.getByText('Asked me to pay by bank transfer.')
  await expect(text).toHaveAttribute('dir', 'auto')
  // The line break is kept: 'Then wrote no more.' is on its own line.
  expect((await text.boundingBox())?.height).toBeGreaterThan(34)
})

test('[URP-18] a long description is clamped, and can be expanded', async ({ page }) => {
  await openReportsOf(page)
  const report = reports(page).nth(1)
  const height = async () => (await report.boundingBox())?.height ?? 0
  const clamped = await height()
  await press(report, 'Show all')
  await expect.poll(height).toBeGreaterThan(clamped + 50)
  await press(report, 'Show less')
  await expect.poll(height).toBe(clamped)
})
