import type { Locator, Page } from '@playwright/test'
import { lookingSeconds } from '@portreeve/contract/listings/review'
import { checkSchemes, press } from '../../stack/page-parts.ts'
import { expect, goOffline, setLimit, test, toast } from '../../stack/test.ts'
import {
  card,
  importListings,
  importRequests,
  listing,
  listings,
  openCase,
  openReview,
  request,
  row,
  titleOf,
} from './review.ts'

// The server takes two seconds for the first one.
const [slow, changed] = ['sentinel-slow-clash', 'clash-2']

test('two reviewers see what the other looks at and decides @slow', async ({ page, pageOf }) => {
  // The mark of a browser that died ends after its lease.
  setLimit(90_000)
  await importListings([
    ...listings('look', '2001-04-01', 2),
    ...listings('mark', '2001-04-03', 3),
    listing(slow, '2001-04-04'),
    listing(changed, '2001-04-04'),
  ])
  const other = await pageOf('moderator')
  await openReview(other)
  await openCase(other, titleOf('look-2'))
  await openReview(page)
  const words = 'Milo Moderator is looking at this'

  await test.step('a new page shows the present viewers', async () => {
    await expect(row(page, titleOf('look-2')).getByText(words)).toBeVisible()
    await openCase(other, titleOf('look-1'))
    await expect(row(page, titleOf('look-2')).getByText(words)).toHaveCount(0)
  })
  await test.step('others see who is viewing a case, and no row moves', async () => {
    // In the window: the browser keeps the last height of a row outside it.
    const looked = row(page, titleOf('look-2'))
    await looked.scrollIntoViewIfNeeded()
    const before = await settledPlaces(looked)
    await openCase(other, titleOf('look-2'))
    await expect(looked.getByText(words)).toBeVisible()
    expect(await settledPlaces(looked)).toEqual(before)
    await openCase(page, titleOf('look-2'))
    await expect(card(page).getByText(words)).toBeVisible()
    await expect(card(other).getByText('Ada Admin is looking at this')).toBeVisible()
    await openCase(other, titleOf('look-1'))
    await expect(row(page, titleOf('look-2')).getByText(words)).toHaveCount(0)
    await expect(row(page, titleOf('look-1')).getByText(words)).toBeVisible()
  })
  await test.step("a colleague's decision is marked in its row, so that no row moves, and the keys skip it", () =>
    skipDecided(page, other))
  await test.step('a decision on a decided or changed case is refused with author and time', () =>
    clash(page, other))
  await test.step('a closed page ends the mark at once; a browser that died, later', async () => {
    await openCase(other, titleOf('look-1'))
    const mark = row(page, titleOf('look-1')).getByText(words)
    await expect(mark).toBeVisible()
    const dying = await other.context().newPage()
    await other.close()
    await expect(mark).toHaveCount(0)
    await openReview(dying)
    await openCase(dying, titleOf('look-1'))
    await expect(mark).toBeVisible()
    await goOffline(dying)
    await dying.close()
    await expect(mark).toHaveCount(0, { timeout: 2000 * lookingSeconds })
  })
})

/** The height of a row, and where its button is in it, read at once and in a frame that has drawn it. Rows above belong to other journeys. */
const placesIn = (looked: Locator) =>
  looked.evaluate(async (row) => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    const approve = [...row.querySelectorAll('button')].find(({ textContent }) => textContent === 'Approve')
    if (!approve) throw new Error('The row has no button')
    const whole = row.getBoundingClientRect()
    return { height: whole.height, button: approve.getBoundingClientRect().y - whole.y }
  })

/** The same, once it no longer changes: a row in a busy browser gets its texts and marks one after the other. */
async function settledPlaces(looked: Locator) {
  let places = await placesIn(looked)
  await expect(async () => {
    const last = places
    await looked.page().waitForTimeout(100)
    places = await placesIn(looked)
    expect(places).toEqual(last)
  }).toPass()
  return places
}

async function skipDecided(page: Page, other: Page) {
  await openCase(page, titleOf('mark-1'))
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
}

async function clash(page: Page, other: Page) {
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
  // The other's list is not fetched between the change and their decision.
  let decide = () => {}
  const decided = new Promise<void>((done) => {
    decide = done
  })
  await other.route('**/posts/pending*', async (route) => {
    await decided
    await route.fallback()
  })
  await importListings([listing(changed, '2001-04-04', { price: 1, price_as_smallest_currency_unit: 100 })])
  await press(row(other, titleOf(changed)), 'Approve')
  decide()
  await expect(failure(`Failed to approve: ${titleOf(changed)}`)).toContainText(
    /Its seller changed it on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Look at it again\./,
  )
  // The changed case is shown in its present version and can be decided.
  await expect(row(other, titleOf(changed))).toContainText('$1.00')
  await press(row(other, titleOf(changed)), 'Approve')
  await expect(toast(other, `Approved ${titleOf(changed)}`)).toBeVisible()
}

test.describe('axe finds nothing', () => {
  test('on the page, wide and narrow, and in its dialogs; a narrow window shows the open case first, and nothing is wider @slow', async ({
    page,
  }) => {
    const check = (what: string, ...parts: string[]) => checkSchemes(page, what, parts)
    const key = 'axe'
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
    await press(row(page, titleOf(`${key}-r`)), 'Open')
    await expect(card(page).getByRole('heading', { level: 2, name: titleOf(`${key}-r`) })).toBeInViewport()
    expect(await overflow(page)).toBe(0)
  })
})

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
