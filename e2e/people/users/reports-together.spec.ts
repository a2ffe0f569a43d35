import type { Locator, Page } from '@playwright/test'
import { press } from '../../stack/page-parts.ts'
import { expect, goOffline, test, toast } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import {
  axeOf,
  cell,
  comeBack,
  group,
  importReports,
  listingReports,
  newReports,
  openReports,
  openReportsOf,
  toggle,
  userReports,
} from './reports.ts'

const uid = (at: number) => `sentinel-reported-${at}`
const name = (at: number) => `Sentinel Reported ${at}`
const place = async (page: Page, at: number) => (await toggle(page, name(at)).boundingBox())?.y
const hint = (page: Page) => userReports(page).getByRole('button', { name: /^\d+ new reports?$/ })
const reportOf = (post: string) => ({
  id: `new-report-of-${post}`,
  post_key: post,
  reporter_uid: 'sentinel-reporter',
  report_reason_id: 'Scam',
  status: 'open',
  created_at: new Date().toISOString(),
})

test('reports that arrive meanwhile stay open, and new ones wait until a person wants them @slow', async ({
  page,
}) => {
  await page.clock.install()
  await openReports(page)

  await test.step('reports that arrive before Resolve All stay open, with a message', async () => {
    await importReports('user_reports', newReports(uid(7), 'one', 'two'))
    await press(group(page, name(7)), 'Resolve All')
    const message = toast(page, `Resolved all reports for ${name(7)}`)
    await expect(message).toContainText('2 new reports arrived meanwhile and stay open.')
    // The seen reports are resolved, the unseen ones are there.
    await expect(group(page, name(7)).getByText('2 reports')).toBeVisible()
    await toggle(page, name(7)).click()
    await expect(group(page, name(7)).getByText('Just now: one')).toBeVisible()
    await expect(group(page, name(7)).getByText('Just now: two')).toBeVisible()
    await expect(group(page, name(7)).getByText('Sends the same message every day.')).toHaveCount(0)
    await toggle(page, name(7)).click()
    await closeToasts(page)
  })

  await test.step('a report about a listing that arrives before the action stays open, with a message', async () => {
    const listing = cell(page, 'Sentinel Listing 12')
    await importReports('content_reports', [reportOf('sentinel-listing-12')])
    await press(listing, 'Ignore')
    await expect(toast(page, 'Ignored listing report')).toContainText(
      '1 new report arrived meanwhile and stays open.',
    )
    await expect(listing.getByText('Reports: 1')).toBeVisible()
    await closeToasts(page)
  })

  await test.step('newly reported listings wait behind a button', async () => {
    await importReports('content_reports', [reportOf('sentinel-unreported')])
    await comeBack(page)
    const button = listingReports(page).getByRole('button', { name: /^\d+ newly reported listings?$/ })
    await expect(button).toBeVisible()
    await expect(cell(page, 'Sentinel Unreported')).toHaveCount(0)
    await button.click()
    await expect(cell(page, 'Sentinel Unreported').getByText('Reports: 1')).toBeVisible()
  })

  await test.step('new reports wait behind a button, so that no row moves; pressing it shows them', async () => {
    await toggle(page, name(1)).scrollIntoViewIfNeeded()
    const before = await place(page, 1)
    await importReports('user_reports', newReports(uid(6), 'one', 'two', 'three'))
    // The list is polled half a minute later.
    await page.clock.fastForward(31_000)
    await expect(hint(page)).toBeVisible()
    expect(await place(page, 1)).toBe(before)
    await expect(group(page, name(6)).getByText('2 reports')).toBeVisible()
    await hint(page).click()
    await expect(group(page, name(6)).getByText('5 reports')).toBeVisible()
    await expect(hint(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'User Reports' })).toBeFocused()
  })
})

/** Both press a button at the same moment, and both see a toast. */
const bothPress = (both: Page[], part: (one: Page) => Locator, button: string, words: RegExp) =>
  Promise.all(
    both.map(async (one) => {
      // Wait for the toast now: it closes after some seconds, and the other page may take longer.
      const shown = one.locator('[data-toast]').filter({ hasText: words }).first().waitFor()
      await press(part(one), button)
      await shown
    }),
  )
const alreadyResolved = 'A colleague has already resolved the reports for '

test('two staff act on the same reports, one after the other and at once @slow', async ({ page, pageOf }) => {
  await openReports(page)
  const other = await pageOf('moderator')
  await openReports(other)
  const both = [page, other]

  await test.step('a row that a colleague has resolved stays until the next load; acting on it shows the reason', async () => {
    await press(group(other, name(8)), 'Resolve All')
    await expect(group(other, name(8))).toHaveCount(0)
    const reloaded = page.waitForResponse((answer) => answer.url().endsWith('/v1/admin/user_reports'))
    await comeBack(page)
    await reloaded
    await expect(group(page, name(8))).toBeVisible()
    await press(group(page, name(8)), 'Resolve All')
    await expect(toast(page, `${alreadyResolved}${name(8)}`)).toBeVisible()
    await expect(group(page, name(8))).toHaveCount(0)
  })

  for (const [at, button, first] of [
    [7, 'Ignore', 'Ignore'],
    [8, 'Ignore', 'Delete Listing'],
    [9, 'Delete Listing', 'Delete Listing'],
  ] as const)
    await test.step(`so does ${button} of a listing after the colleague's ${first}`, async () => {
      const title = `Sentinel Listing ${at}`
      const isIgnored = first === 'Ignore'
      await press(cell(other, title), first)
      await expect(toast(other, isIgnored ? 'Ignored listing report' : 'Deleted listing')).toBeVisible()
      await press(cell(page, title), button)
      const words = isIgnored
        ? 'A colleague has already ignored this listing report'
        : 'A colleague has already deleted this listing'
      await expect(toast(page, words)).toBeVisible()
      await expect(cell(page, title)).toHaveCount(0)
      for (const one of both) await closeToasts(one)
    })

  await test.step('at the same moment: no unseen report is resolved, and every failure has a message', async () => {
    const resolved = `(Resolved all reports for |${alreadyResolved})`
    await importReports('user_reports', newReports(uid(9), 'unseen'))
    await bothPress(
      both,
      (one) => group(one, name(9)),
      'Resolve All',
      new RegExp(`${resolved}.*1 new report arrived meanwhile and stays open`, 's'),
    )
    for (const one of both) await expect(group(one, name(9)).getByText('1 reports')).toBeVisible()
    await bothPress(both, (one) => group(one, name(10)), 'Resolve All', new RegExp(`${resolved}${name(10)}`))
    await bothPress(
      both,
      (one) => cell(one, 'Sentinel Listing 10'),
      'Ignore',
      /^(Ignored|A colleague has already ignored this) listing report/,
    )
    await bothPress(
      both,
      (one) => cell(one, 'Sentinel Listing 11'),
      'Delete Listing',
      /^(Deleted|A colleague has already deleted this) listing/,
    )
    for (const one of both) {
      await expect(one.locator('[data-toast]').filter({ hasText: /^Error/ })).toHaveCount(0)
      await expect(group(one, name(10))).toHaveCount(0)
      for (const at of [10, 11]) await expect(cell(one, `Sentinel Listing ${at}`)).toHaveCount(0)
    }
  })

  await test.step('both lists end the same', async () => {
    await Promise.all(both.map((one) => openReports(one)))
    for (const one of both) {
      await toggle(one, name(9)).click()
      await expect(group(one, name(9)).getByText('Just now: unseen')).toBeVisible()
      await expect(group(one, name(10))).toHaveCount(0)
    }
  })
})

test.describe('axe finds nothing', () => {
  test('in the reports, expanded, and in the dialog of transactions @slow', async ({ page }) => {
    // The page is long, and axe reads all of it.
    test.slow()
    await openReports(page)
    await openReportsOf(page, name(1))
    const group1 = group(page, name(1))
    await press(group1.getByRole('listitem').nth(1), 'Show all')
    await axeOf(page, 'main')
    await press(group1.getByRole('listitem').first(), 'Txns')
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
    await axeOf(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await goOffline(page)
    await comeBack(page)
    await expect(page.getByText('Could not be refreshed.')).toHaveCount(2)
    await axeOf(page, 'main')
  })
})
