import type { Page } from '@playwright/test'
import { answered, expect, named, signIn, test, toast, watchCalls, watchToasts } from '../stack/test.ts'
import { box, look, open, results, rows, search } from './search.ts'

const searches = (page: Page) => {
  const calls = watchCalls(page)
  return () =>
    calls
      .filter((call) => named(call) === search)
      .map((call) => new URL(call.url()).searchParams.get('search_term'))
}

const paste = async (page: Page, text: string) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await box(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
}

const spinner = (page: Page) => page.getByRole('search').getByLabel('Loading')

test("[USR-02] [USR-03] the search box has the placeholder 'Search Users' and the focus", async ({
  page,
}) => {
  await open(page)
  await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Search Users')
  await expect(box(page)).toBeFocused()
})

test('[USR-04] [USR-13] a query in the address fills the box and is searched', async ({ page }) => {
  const terms = searches(page)
  await open(page, '?q=Sentinel+Edit+1')
  await expect(box(page)).toHaveValue('Sentinel Edit 1')
  await expect(rows(page)).toHaveCount(11)
  expect(terms()).toEqual(['Sentinel Edit 1'])
})

test('[USR-04] a query of digits stays a text', async ({ page }) => {
  await open(page, '?q=1e5')
  await expect(box(page)).toHaveValue('1e5')
})

test.describe('signed out first', () => {
  test.use({ role: null })
  test('[USR-13] a query in the address is searched on sign-in, not before', async ({ page }) => {
    const terms = searches(page)
    await page.goto('/dashboard/users?q=sentinel-edit')
    await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible()
    expect(terms()).toEqual([])
    await signIn(page)
    await expect(rows(page)).toHaveCount(20)
    expect(terms()).toEqual(['sentinel-edit'])
  })
})

test("[USR-07] [USR-08] 'No users found.' shows for a query without result, and not while the query is empty", async ({
  page,
}) => {
  await open(page)
  const none = page.getByText('No users found.')
  await expect(none).toHaveCount(0)
  await look(page, 'nobody is called like this')
  await expect(none).toBeVisible()
  await box(page).fill('')
  await expect(none).toHaveCount(0)
})

test('[USR-09] a spinner shows while a search runs, and leaves with it', async ({ page }) => {
  await open(page)
  await expect(spinner(page)).toHaveCount(0)
  await look(page, 'sentinel-search-slow')
  await expect(spinner(page)).toBeVisible()
  await expect(page.getByText('No users found.')).toHaveCount(0)
  await expect(page.getByText('No users found.')).toBeVisible()
  await expect(spinner(page)).toHaveCount(0)
})

test('[USR-10] [USR-14] [API-07] only Enter searches, typing does not', async ({ page }) => {
  const calls = watchCalls(page)
  const terms = searches(page)
  await open(page)
  await box(page).pressSequentially('Sentinel Edit 1')
  // Long enough for a search while typing.
  await page.waitForTimeout(1000)
  expect(terms()).toEqual([])
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(11)
  expect(terms()).toEqual(['Sentinel Edit 1'])
  const call = calls.find((one) => named(one) === search)
  expect(new URL(call?.url() ?? '').search).toBe('?search_term=Sentinel+Edit+1&exclude_uid=')
  expect(call?.postData()).toBeNull()
  // The same term again fetches again.
  await page.keyboard.press('Enter')
  await expect.poll(() => terms().length).toBe(2)
})

test('[USR-11] [USR-12] pasted text replaces the query and is searched at once', async ({ page }) => {
  const terms = searches(page)
  await open(page)
  await box(page).fill('abc')
  await paste(page, 'Sentinel Edit 1')
  await expect(box(page)).toHaveValue('Sentinel Edit 1')
  await expect(rows(page)).toHaveCount(11)
  expect(terms()).toEqual(['Sentinel Edit 1'])
})

test('[USR-15] a single result opens the person; going back does not bounce forward', async ({ page }) => {
  await open(page)
  await look(page, 'sentinel-balances')
  await expect(page).toHaveURL('/user-detail/sentinel-balances')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(box(page)).toHaveValue('sentinel-balances')
  await expect(rows(page)).toHaveCount(1)
  // The same search again opens the person again.
  await box(page).press('Enter')
  await expect(page).toHaveURL('/user-detail/sentinel-balances')
})

test('[USR-15] [USR-13] a single result of the query in the address opens the person, too', async ({
  page,
}) => {
  await page.goto('/dashboard/messages')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard/users?q=sentinel-balances')
  await expect(page).toHaveURL('/user-detail/sentinel-balances')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/messages')
})

test('going back to the results restores them and the scroll position', async ({ page }) => {
  await open(page)
  await look(page, 'a')
  const row = rows(page).nth(120)
  await row.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1000)
  const uid = await row.getByRole('cell').nth(1).textContent()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`/user-detail/${uid}`)
  await expect(page.getByText('Ban Reasons')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(box(page)).toHaveValue('a')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test('[USR-20] one letter is searched, and so is an empty term (D-013)', async ({ page }) => {
  const terms = searches(page)
  await open(page)
  await look(page, 's')
  await expect.poll(terms).toEqual(['s'])
  await look(page, '')
  await expect.poll(terms).toEqual(['s', ''])
  await expect(rows(page).first()).toBeVisible()
})

test('[USR-21] [USR-22] a failed search shows a toast for 3 seconds, and a lasting error', async ({
  page,
}) => {
  await open(page)
  const lives = await watchToasts(page)
  await look(page, 'sentinel-search-fails')
  const message = toast(page, 'There was an error searching users')
  await expect(message).toBeVisible()
  await expect(message).toContainText('Request Status')
  await expect(message).toHaveRole('alert')
  await expect(message).toHaveCount(0)
  const [life = 0] = await lives()
  expect(life).toBeGreaterThan(2900)
  expect(life).toBeLessThan(4800)
  await expect(spinner(page)).toHaveCount(0)

  await expect(page.getByText('No users found.')).toHaveCount(0)
  await expect(page.getByText('Users could not be searched.')).toBeVisible()
  const again = answered(page, search)
  await results(page).getByRole('button', { name: 'Retry' }).click()
  expect((await again).status()).toBe(500)
  await look(page, 'sentinel-edit')
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('Users could not be searched.')).toHaveCount(0)
})

test('[ERR-01] toasts are at the bottom right', async ({ page }) => {
  await open(page)
  await look(page, 'sentinel-search-fails')
  const message = toast(page, 'There was an error searching users')
  await expect(message).toBeVisible()
  const box = await message.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280 - 40)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800 - 40)
})

test('a slower, older answer never replaces a newer one', async ({ page }) => {
  await open(page)
  await look(page, 'sentinel-search-slow')
  await look(page, 'sentinel-edit')
  await expect(rows(page)).toHaveCount(20)
  await page.waitForTimeout(2500)
  await expect(rows(page)).toHaveCount(20)
})
