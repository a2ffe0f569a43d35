import type { Page } from '@playwright/test'
import { checkAxe } from '../stack/page-parts.ts'
import {
  answered,
  expect,
  named,
  quiet,
  sent,
  slowNetwork,
  test,
  toast,
  watchCalls,
  withoutLive,
} from '../stack/test.ts'
import { cellOf, paste } from './collections.ts'

const idOf = (name: string) => `sentinel-${name}-collection`
const box = (page: Page) => page.getByPlaceholder('Search listings')
const found = (page: Page) => page.getByRole('list', { name: 'Listings found' }).getByRole('listitem')
const items = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('listitem')
const search = 'GET /v1/search'

async function open(page: Page, name: string, rest = '') {
  const loaded = answered(page, `GET /v1/admin/collections/${idOf(name)}/items`)
  await page.goto(`/dashboard/collections/${idOf(name)}${rest}`)
  await loaded
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
}

async function look(page: Page, term: string) {
  const answer = answered(page, search)
  await box(page).fill(term)
  await box(page).press('Enter')
  await answer
}

test('[COL-22] [API-63] the Items tab lists the items, each with Remove', async ({ page }) => {
  await open(page, 'edit-1', '#items')
  await expect(items(page)).toHaveCount(3)
  await expect(items(page).first()).toContainText('Sentinel Curated 1')
  await expect(items(page).getByRole('button', { name: 'Remove', exact: true })).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Items', exact: true })).toHaveAttribute('aria-current', 'true')
  await checkAxe(page, 'items')
})

test('an empty collection shows a message; a large one has more pages', async ({ page }) => {
  await open(page, 'edit-10', '#items')
  await expect(page.getByText('No items.')).toBeVisible()
  await open(page, 'many', '#items')
  await expect(items(page)).toHaveCount(200)
  await expect(page.getByText('Showing 200 of 205.')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(items(page)).toHaveCount(205)
})

test('[COL-25] a failed load of items shows an error, not an empty list', async ({ page }) => {
  await open(page, 'items-fail', '#items')
  await expect(toast(page, 'Error downloading collection listings.')).toHaveRole('alert')
  await expect(page.getByText("The collection's listings could not be loaded.")).toBeVisible()
  await expect(page.getByText('No items.')).toHaveCount(0)
  await checkAxe(page, 'failed')
})

test('[COL-39] [COL-40] [API-65] a removed item leaves at once, before the server answers', async ({
  page,
}) => {
  await open(page, 'slow', '#items')
  await expect(items(page)).toHaveCount(3)
  const name = `DELETE /v1/admin/collections/${idOf('slow')}/items/sentinel-curated-2`
  const [request, answer] = [sent(page, name), answered(page, name)]
  let isAnswered = false
  void answer.then(() => {
    isAnswered = true
  })
  await cellOf(page, 'Sentinel Curated 2').getByRole('button', { name: 'Remove' }).click()
  await request
  await expect(items(page)).toHaveCount(2)
  expect(isAnswered).toBe(false)
  expect((await answer).status()).toBe(200)
  await expect(toast(page, 'Removed item from collection')).toHaveRole('status')
  await page.reload()
  await expect(items(page)).toHaveCount(2)
  await expect(cellOf(page, 'Sentinel Curated 2')).toHaveCount(0)
})

for (const word of ['fail', '200', 'drop'] as const)
  test(`[COL-41] an item that could not be removed is back in its place (${word})`, async ({ page }) => {
    await open(page, `changes-${word}`, '#items')
    await expect(items(page)).toHaveCount(3)
    await items(page).nth(1).getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Failed to remove item')).toHaveRole('alert')
    await expect(items(page)).toHaveCount(3)
    await expect(items(page).nth(1)).toContainText('Sentinel Curated 2')
  })

test('[COL-23] [COL-42] [COL-43] [COL-53] the search has the focus at first, and typing alone sends nothing', async ({
  page,
}) => {
  await withoutLive(page)
  await open(page, 'edit-1')
  await expect(box(page)).toBeFocused()
  const calls = watchCalls(page)
  await page.keyboard.type('sentinel curated')
  await quiet(page)
  expect(calls).toEqual([])
  await expect(found(page)).toHaveCount(0)
  await checkAxe(page, 'typed')
})

test('[COL-44] [COL-47] [COL-48] [API-55] Enter finds listings, without present items', async ({ page }) => {
  await open(page, 'edit-3')
  const request = sent(page, search)
  await look(page, 'sentinel curated')
  const { searchParams } = new URL((await request).url())
  expect(Object.fromEntries(searchParams)).toEqual({ searchTerm: 'sentinel curated', postType: '0' })
  // Twelve, of which three are items.
  await expect(found(page)).toHaveCount(9)
  await expect(cellOf(page, 'Sentinel Curated 1')).toHaveCount(0)
  const cell = cellOf(page, 'Sentinel Curated 4')
  await expect(cell.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
  await expect(cell.getByRole('link')).toHaveAttribute('href', /sentinel-curated-4$/)
  await expect(cell).toContainText('$25.00')
  await checkAxe(page, 'found')
})

test('[COL-45] pasting replaces the query and searches at once', async ({ page }) => {
  await open(page, 'edit-1')
  await box(page).fill('abc')
  const request = sent(page, search)
  await paste(box(page), 'Sentinel Curated 7')
  expect(new URL((await request).url()).searchParams.get('searchTerm')).toBe('Sentinel Curated 7')
  await expect(box(page)).toHaveValue('Sentinel Curated 7')
  await expect(found(page)).toHaveCount(1)
})

test('no hits, only present items, more hits than shown', async ({ page }) => {
  await open(page, 'edit-1')
  await look(page, 'no listing is called like this')
  await expect(page.getByText('No listings found.')).toBeVisible()
  await look(page, 'sentinel curated 1')
  await expect(page.getByText('Every listing found is here already.')).toBeVisible()
  await look(page, 'sentinel many')
  await expect(found(page)).toHaveCount(200)
  await expect(page.getByText('Showing the first 200. Refine the search to see others.')).toBeVisible()
})

test('[COL-49] a failed search shows an error, with Retry', async ({ page }) => {
  await open(page, 'edit-1')
  await look(page, 'sentinel-search-fails')
  await expect(toast(page, 'There was an error searching listings')).toHaveRole('alert')
  await expect(page.getByText('No listings found.')).toHaveCount(0)
  const again = sent(page, search)
  await page.getByRole('button', { name: 'Retry' }).click()
  await again
})

test('a slow search shows that it loads, and never replaces a newer one', async ({ page }) => {
  await open(page, 'edit-1')
  await box(page).fill('sentinel-search-slow')
  await box(page).press('Enter')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await look(page, 'sentinel curated 8')
  await expect(found(page)).toHaveCount(1)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
})

test('[COL-37] [COL-52] [API-64] an added item leaves the results at once and is among the items', async ({
  page,
}) => {
  await open(page, 'edit-4')
  await look(page, 'sentinel curated')
  await expect(found(page)).toHaveCount(9)
  const faster = await slowNetwork(page, 10_000)
  const name = 'POST /v1/admin/collections/items'
  const [request, answer] = [sent(page, name), answered(page, name)]
  await cellOf(page, 'Sentinel Curated 9').getByRole('button', { name: 'Add' }).click()
  expect((await request).postDataJSON()).toEqual({ data: 'sentinel-curated-9', collection: idOf('edit-4') })
  await expect(found(page)).toHaveCount(8)
  await faster()
  expect((await answer).status()).toBe(200)
  await expect(toast(page, 'Added item to collection')).toHaveRole('status')
  await expect(found(page)).toHaveCount(8)
  await page.getByRole('link', { name: 'Items', exact: true }).click()
  await expect(items(page)).toHaveCount(4)
  await expect(items(page).first()).toContainText('Sentinel Curated 9')
  // Back to the search: it is unchanged.
  await page.goBack()
  await expect(found(page)).toHaveCount(8)
  await expect(box(page)).toHaveValue('sentinel curated')
})

test('[COL-38] an item that a colleague has just added cannot be added again and leaves the results', async ({
  page,
  context,
}) => {
  await withoutLive(page)
  await open(page, 'edit-11')
  await look(page, 'sentinel curated 5')
  const other = await context.newPage()
  await open(other, 'edit-11')
  await look(other, 'sentinel curated 5')
  await cellOf(other, 'Sentinel Curated 5').getByRole('button', { name: 'Add' }).click()
  await expect(toast(other, 'Added item to collection')).toBeVisible()
  await cellOf(page, 'Sentinel Curated 5').getByRole('button', { name: 'Add' }).click()
  await expect(toast(page, 'Failed to add item')).toHaveRole('alert')
  await expect(toast(page, 'Failed to add item')).toContainText('is in the collection already')
  await expect(page.getByText('Every listing found is here already.')).toBeVisible()
})

test.describe('for a role without permission', () => {
  test.use({ role: 'finance' })
  test('the buttons to add and remove are disabled, with the reason', async ({ page }) => {
    await open(page, 'edit-1', '?q=sentinel+curated+6')
    const add = cellOf(page, 'Sentinel Curated 6').getByRole('button', { name: 'Add' })
    await expect(add).toHaveAttribute('aria-description', /may not change collections/)
    const calls = watchCalls(page)
    await add.click({ force: true })
    await page.getByRole('link', { name: 'Items', exact: true }).click()
    await items(page).first().getByRole('button', { name: 'Remove' }).click({ force: true })
    await quiet(page)
    expect(calls.map(named)).toEqual([])
  })
})
