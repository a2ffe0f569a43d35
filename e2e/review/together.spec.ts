import type { Page } from '@playwright/test'
import { checkSchemes, press } from '../stack/page-parts.ts'
import { expect, test, toast } from '../stack/test.ts'
import {
  card,
  importListings,
  importRequests,
  listing,
  listings,
  openCase,
  openReview,
  request,
  reviewer,
  row,
  titleOf,
} from './review.ts'

test('others see who is viewing a case, until that person leaves', async ({ page, browser }) => {
  await importListings(listings('look', '2001-04-01', 2))
  await openReview(page)
  const other = await reviewer(browser, 'moderator')
  const approve = row(page, titleOf('look-2')).getByRole('button', { name: 'Approve', exact: true })
  const before = [await approve.boundingBox(), await row(page, titleOf('look-2')).boundingBox()]
  await openCase(other, titleOf('look-2'))
  const words = 'Milo Moderator is looking at this'
  await expect(row(page, titleOf('look-2')).getByText(words)).toBeVisible()
  // Neither the row nor its buttons have moved.
  expect([await approve.boundingBox(), await row(page, titleOf('look-2')).boundingBox()]).toEqual(before)
  await openCase(page, titleOf('look-2'))
  await expect(card(page).getByText(words)).toBeVisible()
  await expect(card(other).getByText('Ada Admin is looking at this')).toBeVisible()
  await openCase(other, titleOf('look-1'))
  await expect(row(page, titleOf('look-2')).getByText(words)).toHaveCount(0)
  await expect(row(page, titleOf('look-1')).getByText(words)).toBeVisible()
  // Closing the page ends the mark at once.
  await other.close()
  await expect(row(page, titleOf('look-1')).getByText(words)).toHaveCount(0)
  await other.context().close()
})

test('a new page sees the present viewers, and drops one whose browser died', async ({ page, browser }) => {
  await importListings(listings('die', '2001-04-02', 2))
  const other = await reviewer(browser, 'moderator')
  await openCase(other, titleOf('die-1'))
  await openReview(page)
  const words = row(page, titleOf('die-1')).getByText('Milo Moderator is looking at this')
  await expect(words).toBeVisible()
  await other.context().setOffline(true)
  await other.close()
  await expect(words).toHaveCount(0, { timeout: 30_000 })
  await other.context().close()
})

test("a colleague's decision is marked in its row, so that no row moves, and the keys skip it", async ({
  page,
  browser,
}) => {
  await importListings(listings('mark', '2001-04-03', 3))
  await openReview(page)
  await openCase(page, titleOf('mark-1'))
  const other = await reviewer(browser, 'moderator')
  const before = await row(page, titleOf('mark-3')).boundingBox()
  await press(row(other, titleOf('mark-2')), 'Approve')
  await expect(row(page, titleOf('mark-2')).getByText('Approved by Milo Moderator')).toBeVisible()
  await expect(row(page, titleOf('mark-2')).getByRole('button')).toHaveCount(0)
  expect((await row(page, titleOf('mark-3')).boundingBox())?.y).toBe(before?.y)
  await page.keyboard.press('j')
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(titleOf('mark-3'))
  // And when the open case itself is decided elsewhere.
  await press(row(other, titleOf('mark-3')), 'Approve')
  await expect(card(page).getByText('Approved by Milo Moderator meanwhile.')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  // After the undo it waits again here, too.
  await other.keyboard.press('u')
  await expect(card(page).getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  await other.context().close()
})

test('a decision on a decided or changed case is refused with author and time', async ({ page, browser }) => {
  const [slow, changed] = ['sentinel-slow-clash', 'clash-2']
  await importListings([listing(slow, '2001-04-04'), listing(changed, '2001-04-04')])
  await openReview(page)
  const other = await reviewer(browser, 'moderator')
  // The server takes two seconds for this one: both decide before either receives the other's event.
  await press(row(page, titleOf(slow)), 'Approve')
  await press(row(other, titleOf(slow)), 'Deny')
  await other.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  const failure = (title: string) => other.getByRole('alert').filter({ hasText: title })
  await expect(failure(`Failed to deny: ${titleOf(slow)}`)).toContainText(
    /Ada Admin approved it on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Nothing was changed\./,
  )
  await expect(toast(page, `Approved ${titleOf(slow)}`)).toBeVisible()
  // The list is fetched again: the decided case is gone.
  await expect(row(other, titleOf(slow))).toHaveCount(0)
  await importListings([listing(changed, '2001-04-04', { price: 1, price_as_smallest_currency_unit: 100 })])
  await press(row(other, titleOf(changed)), 'Approve')
  await expect(failure(`Failed to approve: ${titleOf(changed)}`)).toContainText(
    /Its seller changed it on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Look at it again\./,
  )
  // The changed case is shown in its present version and can be decided.
  await expect(row(other, titleOf(changed))).toContainText('$1.00')
  await press(row(other, titleOf(changed)), 'Approve')
  await expect(toast(other, `Approved ${titleOf(changed)}`)).toBeVisible()
  await other.context().close()
})

test.describe('axe finds nothing', () => {
  test('on the page, wide and narrow, and in its dialogs', async ({ page }) => {
    const check = (what: string, ...parts: string[]) => checkSchemes(page, what, parts)
    const key = `axe`
    await importListings(listings(key, '2001-04-05', 2))
    await importRequests([request(`${key}-r`, '2001-04-05', { post_id: `${key}-1` })])
    await openReview(page)
    await openCase(page, titleOf(`${key}-1`))
    await expect(card(page).getByText('The seller')).toBeVisible()
    await page.keyboard.press('a')
    await expect(toast(page, `Approved ${titleOf(`${key}-1`)}`)).toBeVisible()
    await expect(card(page).getByText('The seller')).toBeVisible()
    // The queue has hundreds of rows: one of each kind is enough.
    const parts = [
      'h1',
      'article',
      'main [aria-live]',
      '[aria-label=Cases] > :first-child',
      '[aria-label=Cases] > [aria-current]',
    ]
    await check('page', ...parts)
    const dialog = async (name: RegExp | string, open: () => Promise<void>) => {
      await open()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await check(String(name), '[role=dialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await dialog(/^Deny /, () => page.keyboard.press('d'))
    await dialog('Keys', () => page.keyboard.press('?'))
    await openCase(page, titleOf(`${key}-2`))
    // Not by the space bar: it would press the button that has the focus.
    await dialog(titleOf(`${key}-2`), () =>
      card(page).getByRole('list', { name: 'Photos' }).getByRole('button').first().click(),
    )
    await page.setViewportSize({ width: 428, height: 800 })
    await check('narrow', ...parts)
  })
})

test('on a narrow window the open case is above the queue, and nothing is wider than the window', async ({
  page,
}) => {
  await importListings(listings('narrow', '2001-04-06', 2))
  await page.setViewportSize({ width: 428, height: 800 })
  await openReview(page)
  await press(row(page, titleOf('narrow-2')), 'Open')
  const heading = card(page).getByRole('heading', { level: 2, name: titleOf('narrow-2') })
  await expect(heading).toBeInViewport()
  expect(await overflow(page)).toBe(0)
})

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
