import type { Page } from '@playwright/test'
import { checkAxe, press } from '../../stack/page-parts.ts'
import { answered, expect, sent, test, withoutLive } from '../../stack/test.ts'
import {
  axeOf,
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

const listings = 'GET /v1/content_reports'

test('both lists of reports load, or fail and are loaded again @slow', async ({ page }) => {
  // An event of another test would load the failed list before Retry does.
  await withoutLive(page)
  let answer: () => void = () => {}
  const answers = new Promise<void>((done) => {
    answer = done
  })
  const calls = /\/v1\/(admin\/user_reports|content_reports)$/
  await page.route(calls, async (route) => {
    await answers
    await route.abort()
  })
  await page.goto('/dashboard/users')
  const sections = [userReports(page), listingReports(page)]

  await test.step('[URP-02] [LRP-02] both sections are loading until their answers come', async () => {
    for (const section of sections) {
      await expect(section.getByRole('status', { name: 'Loading' })).toBeVisible()
      await expect(section.getByText('No reports.')).toHaveCount(0)
    }
  })

  await test.step('[URP-27] [LRP-04] failed lists: an error title, and an empty section without a toast', async () => {
    answer()
    await expect(userReports(page).getByRole('heading', { level: 3 })).toHaveText(
      'The server could not be reached',
    )
    await expect(listingReports(page).getByText('Listing reports could not be loaded.')).toBeVisible()
    await expect(listingReports(page).getByRole('listitem')).toHaveCount(0)
    await expect(page.getByText('No reports.')).toHaveCount(0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['User Reports', 'Listing Reports'])
    await checkAxe(page, 'failed lists')
  })

  await test.step('[URP-02] [LRP-02] [URP-27] Retry loads them', async () => {
    await page.unroute(calls)
    await press(userReports(page), 'Retry')
    await expect(toggle(page, known)).toBeVisible()
    await expect(userReports(page).getByRole('heading', { level: 3 })).toHaveCount(0)
    await press(listingReports(page), 'Retry')
    await expect(cell(page, 'Sentinel Listing 1')).toBeVisible()
  })

  await test.step('links with counts lead to both sections, which stay below each other; both can be ordered', async () => {
    const links = page.getByRole('region', { name: 'Kinds of reports' }).getByRole('link')
    await expect(links).toHaveText([/^Reported people \d+\+?$/, /^Reported listings \d+\+?$/])
    await links.last().click()
    await expect(page).toHaveURL('/dashboard/users#listing-reports')
    await expect(listingReports(page).getByRole('heading', { level: 2 })).toBeInViewport()
    await page.getByRole('link', { name: 'Most reports' }).click()
    await expect(page).toHaveURL('/dashboard/users?reports=count')
    const counted = userReports(page).getByText(/^\d+ reports$/)
    const counts = async () => (await counted.allTextContents()).map((words) => Number.parseInt(words, 10))
    await expect
      .poll(async () => {
        const shown = await counts()
        return shown.length > 3 && shown.every((one, at) => at === 0 || one <= (shown[at - 1] ?? 0))
      })
      .toBe(true)
    await page.reload()
    await expect(
      page.getByRole('region', { name: 'Order of the reports' }).locator('[aria-current=true]'),
    ).toHaveText('Most reports')
    // The navigation marks the page, and nothing else does.
    await expect(page.locator('[aria-current=page]')).toHaveText('Users')
    await page.getByRole('link', { name: 'Newest report' }).click()
    await expect(page).toHaveURL('/dashboard/users')
    for (const section of sections)
      await expect(section.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })
})

test('the page of reports: the order of its parts, its people and its listings', async ({ page }) => {
  const [call, answer] = [sent(page, listCall), answered(page, listCall)]
  const [listingsCall, listingsAnswer] = [sent(page, listings), answered(page, listings)]
  await openReports(page)

  await test.step('[USR-01] [USR-16] [URP-01] [LRP-01] the search, then User Reports, then Listing Reports', async () => {
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

  await test.step('[URP-04] [URP-05] [URP-06] [URP-07] [URP-08] [URP-09] [API-29] one row for each reported person', async () => {
    expect((await call).postData()).toBeNull()
    expect(new URL((await call).url()).search).toBe('')
    type Person = { reporting_uid: string; reports: unknown[] }
    const { data } = (await (await answer).json()) as { data: Person[] }
    expect(data.find((one) => one.reporting_uid === 'sentinel-reported-1')?.reports).toHaveLength(3)
    await expect(userReports(page).getByText(known, { exact: true })).toHaveCount(1)
    const row = group(page, known)
    await row.scrollIntoViewIfNeeded()
    await expect(row.getByText('3 reports', { exact: true })).toBeVisible()
    const picture = row.locator('img')
    await expect(picture).toHaveAttribute('src', /\/images\/ProfileImages\/sentinel-reported-1$/)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const link = row.getByRole('link')
    await expect(link).toHaveAttribute('href', '/user-detail/sentinel-reported-1')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(row.getByRole('button', { name: 'Resolve All', exact: true })).toBeEnabled()
    // D-018
    await expect(group(page, 'Sentinel Reported 2').getByText('1 reports', { exact: true })).toBeVisible()
  })

  await test.step('[LRP-05] [LRP-06] [LRP-07] [LRP-08] [LRP-09] [API-31] the content and links of a cell', async () => {
    expect((await listingsCall).postData()).toBeNull()
    expect(new URL((await listingsCall).url()).search).toBe('')
    type Listing = { key: string; total_reports: number }
    const { data } = (await (await listingsAnswer).json()) as { data: Listing[] }
    expect(data.find(({ key }) => key === 'sentinel-listing-1')?.total_reports).toBe(3)
    // Every reported listing of the server is shown.
    await expect(listingReports(page).getByRole('listitem')).toHaveCount(data.length)
    await expect(listingReports(page).getByText(`${data.length} listings`)).toBeVisible()

    const first = cell(page, 'Sentinel Listing 1')
    await first.scrollIntoViewIfNeeded()
    await expect(first.getByText('Described as sentinel-listing-1.')).toBeVisible()
    await expect(first.getByText('Reports: 3', { exact: true })).toBeVisible()
    const picture = first.locator('img')
    await expect(picture).toHaveAttribute('src', /\/images\/listings\/bike-sentinel0002\/thumb\.svg$/)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const box = await picture.boundingBox()
    expect([box?.width, box?.height]).toEqual([130, 130])
    for (const name of ['Ignore', 'Delete Listing'])
      await expect(first.getByRole('button', { name, exact: true })).toBeVisible()
    const link = first.getByRole('link', { name: 'Sentinel Listing 1', exact: true })
    await expect(link).toHaveAttribute('href', 'https://marketplace.example/posts/sentinel-listing-1')
    await expect(link).toHaveAttribute('target', '_blank')
    // A listing without picture and description has a cell, too.
    await expect(cell(page, 'Sentinel Listing 2').getByText('Reports: 3')).toBeVisible()
  })

  await test.step("a person's reports are opened and read", () => readReports(page))
})

async function readReports(page: Page) {
  await test.step('[URP-07] [URP-10] links never toggle a row (D-115); the keyboard does', async () => {
    const tab = page.context().waitForEvent('page')
    await group(page, known).getByRole('link').click()
    await expect(await tab).toHaveURL('/user-detail/sentinel-reported-1')
    await (await tab).close()
    await expect(toggle(page, known)).toHaveAttribute('aria-expanded', 'false')
    await toggle(page, known).focus()
    await page.keyboard.press('Enter')
    await expect(reports(page)).toHaveCount(3)
    await page.keyboard.press('Space')
    await expect(reports(page)).toHaveCount(0)
  })

  await test.step('[URP-10] [URP-11] [URP-12] a click anywhere in a row shows its reports, one row at a time', async () => {
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

  await test.step('[URP-13] [URP-14] [URP-15] [URP-16] [URP-17] [URP-18] the content of a report', async () => {
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

  await test.step('[URP-18] a long description is clamped, and can be expanded', async () => {
    const report = reports(page).nth(1)
    const height = async () => (await report.boundingBox())?.height ?? 0
    const clamped = await height()
    await press(report, 'Show all')
    await expect.poll(height).toBeGreaterThan(clamped + 50)
    await axeOf(page, 'li:has([aria-expanded=true])')
    await press(report, 'Show less')
    await expect.poll(height).toBe(clamped)
  })
}
