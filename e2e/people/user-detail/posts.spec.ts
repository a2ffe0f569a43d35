import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { answered, expect, named, sent, test, toast, watchCalls, withoutLive } from '../../stack/test.ts'
import { goOn, shortUtc, toastsGone } from './person.ts'
import { cells as cellsOf, section } from './sections.ts'

const posts = (page: Page) => page.getByRole('region', { name: /^Posts/ })
const cells = (page: Page) => posts(page).getByRole('listitem')
const cell = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const ask = async (page: Page, title: string) => {
  await toastsGone(page)
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}
const confirm = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()

test('posts are read, and codes, posts and a device are tidied up @slow', async ({ page }) => {
  // A colleague's deletion must not reload the page before the button does.
  await withoutLive(page)
  const calls = watchCalls(page)
  const deletions = () => calls.filter((call) => call.method() === 'DELETE')
  await page.goto('/user-detail/sentinel-account')
  await test.step('posts are read: their sections, a full cell, and one without price, date or picture', () =>
    readPosts(page))
  await goOn(page, 'sentinel-cleanup-2')

  await test.step("[ACC-22] [ACC-23] [API-19] 'Refresh Posts' fetches the posts again", async () => {
    await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Denied Listings (1)' })).toBeVisible()
    await asAdmin('DELETE', '/v1/posts/sentinel-cleanup-2-post-1')
    await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
    calls.length = 0
    await page.getByRole('button', { name: 'Refresh Posts' }).click()
    await expect(page.getByRole('heading', { name: 'Posts (2)' })).toBeVisible()
    const fetched = calls.map(named).filter((call) => call !== 'GET /v1/admin/notes/listing')
    expect(fetched).toEqual(['GET /v1/users/sentinel-cleanup-2/posts'])
  })
  await test.step('[ACC-26] [API-21] deleting asks first, and the post leaves the list after success (D-045)', async () => {
    await goOn(page, 'sentinel-cleanup-3')
    await ask(page, 'Sentinel Cleanup 3 Post 1')
    const dialog = page.getByRole('dialog', { name: 'Delete listing' })
    await expect(dialog).toContainText('Sentinel Cleanup 3 Post 1')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await ask(page, 'Sentinel Cleanup 3 Post 1')
    await confirm(page)
    await expect(toast(page, 'Deleted Sentinel Cleanup 3 Post 1')).toHaveRole('status')
    await expect(page.getByRole('heading', { name: 'Posts (2)' })).toBeVisible()
    await expect(cell(page, 'Sentinel Cleanup 3 Post 1')).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    // The cancelled one sent nothing.
    expect(deletions().map(named)).toEqual(['DELETE /v1/posts/sentinel-cleanup-3-post-1'])
    expect(deletions().map((call) => call.postData())).toEqual([null])
    await ask(page, 'Sentinel Cleanup 3 Post 4')
    await confirm(page)
    await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
  })
  await test.step('[UDT-96] the Listings tab shows the same posts, with price and Delete (D-047)', async () => {
    await goOn(page, 'sentinel-cleanup-4', '#listings')
    const listings = page.getByRole('region', { name: 'Listings', exact: true }).last()
    await expect(listings.getByRole('heading', { name: 'Listings' })).toBeVisible()
    await expect(listings.getByRole('listitem')).toHaveCount(3)
    await expect(cell(page, 'Sentinel Cleanup 4 Post 2')).toContainText('$25.00 + $4.99 shipping')
    await ask(page, 'Sentinel Cleanup 4 Post 2')
    await confirm(page)
    await expect(toast(page, 'Deleted Sentinel Cleanup 4 Post 2')).toBeVisible()
    await expect(listings.getByRole('listitem')).toHaveCount(2)
  })
  await test.step('[ACC-05] [ACC-31] [API-27] a deleted code leaves the list, the last one the section', async () => {
    await goOn(page, 'sentinel-cleanup-1')
    const call = sent(page, 'DELETE /v1/admin/verification_codes/sentinel-cleanup-1-code-1')
    await page.getByRole('button', { name: 'Delete verification code 100001' }).click()
    expect((await call).postData()).toBeNull()
    await expect(toast(page, 'Deleted verification code')).toHaveRole('status')
    await expect(cellsOf(page, 'Verification codes')).toHaveText([/100002/])
    await page.getByRole('button', { name: 'Delete verification code 100002' }).click()
    await expect(page.getByRole('heading', { name: 'Verification codes' })).toHaveCount(0)
  })
  await test.step('[DEV-07] [API-25] retry sends a new code to a device', async () => {
    await goOn(page, 'sentinel-cleanup-5', '#devices')
    const devices = page.getByRole('list', { name: 'Devices', exact: true }).getByRole('listitem')
    await expect(devices).toContainText(['200001'])
    const call = sent(page, 'POST /v1/admin/devices/sentinel-cleanup-5-device-1/send_verification')
    await page.getByRole('button', { name: 'Resend verification' }).click()
    expect((await call).postData()).toBeNull()
    await expect(toast(page, 'Verification code sent')).toHaveRole('status')
    // The device shows the code that it was sent.
    await expect(devices).not.toContainText(['200001'])
  })
})

async function readPosts(page: Page) {
  await test.step('[ACC-21] [ACC-25] [ACC-30] the sections with their counts; each post can be deleted', async () => {
    await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
    await expect(cells(page)).toHaveCount(3)
    const denied = page.getByRole('region', { name: 'Denied Listings (2)' })
    await expect(denied.getByRole('listitem')).toHaveCount(2)
    await expect(denied.getByText('Denied: Please add a photo of the whole item.')).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(5)
  })
  await test.step('[REV-33] [REV-34] [REV-35] [REV-37] [FMT-10] [FMT-11] [FMT-14] the small post cell', async () => {
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
    await expect(one.locator('time')).toHaveText(shortUtc)
    const link = one.getByRole('link', { name: 'Sentinel Account 1', exact: true })
    await expect(link).toHaveAttribute('href', 'https://marketplace.example/posts/sentinel-account-1')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await one.getByRole('button', { name: 'Actions for Sentinel Account 1' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
    await page.keyboard.press('Escape')
  })
  await test.step('[FMT-09] [FMT-12] [REV-33] a cell without price, date or picture', async () => {
    const free = cell(page, 'Sentinel Account 2')
    await expect(free).toContainText(/NA\d/)
    await expect(free).not.toContainText('shipping')
    const missing = free.locator('[data-missing-picture]').locator('../..')
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
}

test('hundreds of posts, sales and conversations come page by page @slow', async ({ page }) => {
  await page.goto('/user-detail/sentinel-many')

  await test.step('450 posts: counted by the server, 200 at a time (D-113)', async () => {
    await expect(page.getByRole('heading', { name: 'Posts (450)' })).toBeVisible()
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
      .locator('a[target=_blank]')
      .evaluateAll((links) => new Set(links.map((link) => (link as HTMLAnchorElement).href)).size)
    expect(keys).toBe(450)
  })
  await test.step('a list of more than 200 sales has more pages', async () => {
    const more = section(page, 'Sales').getByRole('button', { name: 'Load more' })
    await expect(cellsOf(page, 'Sales')).toHaveCount(200)
    await more.click()
    await expect(cellsOf(page, 'Sales')).toHaveCount(205)
    await expect(more).toHaveCount(0)
  })
  await test.step('more than 200 conversations', async () => {
    await goOn(page, 'sentinel-many', '#messages')
    const inbox = page.getByRole('region', { name: 'Inbox' })
    const rows = inbox.getByRole('listitem').getByRole('button')
    await expect(rows.first()).toBeVisible()
    // Only rows in sight are drawn; more are loaded near the end.
    expect(await rows.count()).toBeLessThan(60)
    const last = inbox.locator('[aria-posinset="205"]')
    await expect(async () => {
      await inbox.getByRole('listitem').last().scrollIntoViewIfNeeded()
      await expect(last).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(last).toHaveAttribute('aria-setsize', '205')
  })
})
