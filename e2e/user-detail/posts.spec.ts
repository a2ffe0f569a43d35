import type { Page } from '@playwright/test'
import { answered, expect, named, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'

const posts = (page: Page) => page.getByRole('region', { name: /^Posts/ })
const cells = (page: Page) => posts(page).getByRole('listitem')
const cell = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const ask = async (page: Page, title: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}
const confirm = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()

test('[ACC-21] [ACC-25] [ACC-30] the sections with their counts; each post can be deleted', async ({
  page,
}) => {
  await page.goto('/user-detail/sentinel-account')
  await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
  await expect(cells(page)).toHaveCount(3)
  const denied = page.getByRole('region', { name: 'Denied Listings (2)' })
  await expect(denied.getByRole('listitem')).toHaveCount(2)
  await expect(denied.getByText('Denied: Please add a photo of the whole item.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(5)
})

test("[ACC-22] [ACC-23] [API-19] 'Refresh Posts' fetches the posts again", async ({ page, context }) => {
  await page.goto('/user-detail/sentinel-cleanup-2')
  await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/user-detail/sentinel-cleanup-2')
  await ask(other, 'Sentinel Cleanup 2 Post 1')
  await confirm(other)
  await expect(other.getByRole('heading', { name: 'Posts (2)' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Refresh Posts' }).click()
  await expect(page.getByRole('heading', { name: 'Posts (2)' })).toBeVisible()
  expect(calls.map(named)).toEqual(['GET /v1/users/sentinel-cleanup-2/posts'])
})

test('[ACC-24] a spinner while the posts load', async ({ page }) => {
  await page.goto('/user-detail/sentinel-tabs-slow')
  const spinner = posts(page).getByRole('status', { name: 'Loading' })
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Posts (1)' })).toBeVisible()
  await expect(spinner).toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh Posts' }).click()
  await expect(spinner).toBeVisible()
  // The old posts stay until then.
  await expect(cells(page)).toHaveCount(1)
  await expect(spinner).toHaveCount(0)
})

test('[REV-33] [REV-34] [REV-35] [REV-37] [FMT-10] [FMT-11] [FMT-14] the small post cell', async ({
  page,
}) => {
  await page.goto('/user-detail/sentinel-account')
  const one = cell(page, 'Sentinel Account 1')
  const picture = one.locator('img')
  await expect(picture).toHaveAttribute(
    'src',
    /^http:\/\/[^/]+\/images\/listings\/bike-sentinel0003\/thumb\.svg$/,
  )
  await expect(picture).toHaveAttribute('loading', 'lazy')
  const box = await picture.boundingBox()
  expect([box?.width, box?.height]).toEqual([130, 130])
  await expect(one).toContainText('Described as sentinel-account-1.')
  await expect(one).toContainText('$25.00 + $4.99 shipping')
  await expect(one.locator('time')).toHaveText(/^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d\d[ap]m UTC$/)
  const link = one.getByRole('link', { name: 'Sentinel Account 1' })
  await expect(link).toHaveAttribute('href', 'https://marketplace.example/posts/sentinel-account-1')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await one.getByRole('button', { name: 'Actions for Sentinel Account 1' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
})

test('[FMT-09] [FMT-12] [REV-33] a cell without price, date or picture', async ({ page }) => {
  await page.goto('/user-detail/sentinel-account')
  const free = cell(page, 'Sentinel Account 2')
  await expect(free).toContainText(/NA\d/)
  await expect(free).not.toContainText('shipping')
  const missing = free.locator('[data-missing-picture]').locator('..')
  await expect(missing).toBeVisible()
  const box = await missing.boundingBox()
  expect([box?.width, box?.height]).toEqual([130, 130])
  const plain = cell(page, 'Account 3, not shipped')
  await expect(plain).toContainText('$25.00')
  await expect(plain).not.toContainText('shipping')
  await expect(plain).toContainText('sometime last spring')
  // Its picture does not load.
  await plain.scrollIntoViewIfNeeded()
  await expect(plain.locator('[data-missing-picture]')).toBeVisible()
  expect((await plain.boundingBox())?.height).toBeLessThan(180)
})

test('[ACC-26] [API-21] deleting asks first, and the post leaves the list after success (D-045)', async ({
  page,
}) => {
  await page.goto('/user-detail/sentinel-cleanup-3')
  const calls = watchCalls(page)
  await ask(page, 'Sentinel Cleanup 3 Post 1')
  const dialog = page.getByRole('dialog', { name: 'Delete listing' })
  await expect(dialog).toContainText('Sentinel Cleanup 3 Post 1')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await quiet(page)
  expect(calls.filter((call) => call.method() === 'DELETE')).toEqual([])

  const call = sent(page, 'DELETE /v1/posts/sentinel-cleanup-3-post-1')
  await ask(page, 'Sentinel Cleanup 3 Post 1')
  await confirm(page)
  expect((await call).postData()).toBeNull()
  await expect(toast(page, 'Deleted Sentinel Cleanup 3 Post 1')).toHaveRole('status')
  await expect(page.getByRole('heading', { name: 'Posts (2)' })).toBeVisible()
  await expect(cell(page, 'Sentinel Cleanup 3 Post 1')).toHaveCount(0)
  await expect(dialog).toHaveCount(0)

  await ask(page, 'Sentinel Cleanup 3 Post 4')
  await confirm(page)
  await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
})

for (const [word, words] of [
  ['Fail', 'Error deleting post 0'],
  ['200', 'Error deleting post 0'],
  ['Drop', 'Error deleting post'],
] as const)
  test(`[ACC-27, ACC-28] a post that could not be deleted stays, with the reason (${word})`, async ({
    page,
  }) => {
    const title = `Sentinel Changes ${word} Listing`
    await page.goto('/user-detail/sentinel-reporter')
    await ask(page, title)
    await confirm(page)
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(cell(page, title)).toHaveCount(1)
  })

test('[UDT-11] Escape closes the menu, then the modal, and only then leaves', async ({ page }) => {
  await page.goto('/user-detail/sentinel-account')
  await page.getByRole('button', { name: 'Actions for Sentinel Account 1' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await ask(page, 'Sentinel Account 1')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/user-detail/sentinel-account')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard/users')
})

test('450 posts: counted by the server, 200 at a time (D-113)', async ({ page }) => {
  await page.goto('/user-detail/sentinel-many')
  await expect(page.getByRole('heading', { name: 'Posts (450)' })).toBeVisible({ timeout: 15_000 })
  await expect(cells(page)).toHaveCount(200)
  const more = posts(page).getByRole('button', { name: 'Load more' })
  const second = answered(page, 'GET /v1/users/sentinel-many/posts')
  await more.click()
  expect(new URL((await second).url()).searchParams.get('cursor')).toBeTruthy()
  await expect(cells(page)).toHaveCount(400)
  await more.click()
  await expect(cells(page)).toHaveCount(450)
  await expect(more).toHaveCount(0)
  const keys = await cells(page)
    .locator('a')
    .evaluateAll((links) => new Set(links.map((link) => (link as HTMLAnchorElement).href)).size)
  expect(keys).toBe(450)
})

test('[UDT-96] the Listings tab shows the same posts, with price and Delete (D-047)', async ({ page }) => {
  await page.goto('/user-detail/sentinel-cleanup-4#listings')
  const listings = page.getByRole('region', { name: 'Listings', exact: true }).last()
  await expect(listings.getByRole('heading', { name: 'Listings' })).toBeVisible()
  await expect(listings.getByRole('listitem')).toHaveCount(3)
  await expect(cell(page, 'Sentinel Cleanup 4 Post 2')).toContainText('$25.00 + $4.99 shipping')
  await ask(page, 'Sentinel Cleanup 4 Post 2')
  await confirm(page)
  await expect(toast(page, 'Deleted Sentinel Cleanup 4 Post 2')).toBeVisible()
  await expect(listings.getByRole('listitem')).toHaveCount(2)
})

test('the Listings tab without listings, and with a failed load', async ({ page }) => {
  await page.goto('/user-detail/sentinel-nulls#listings')
  await expect(page.getByText('No listings.')).toBeVisible()
  await page.goto('/user-detail/sentinel-tabs-fail#listings')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByText('No listings.')).toHaveCount(0)
})
