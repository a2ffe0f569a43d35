import type { Page } from '@playwright/test'
import { answered, expect, named, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'

const of = (uid: string, rest = '') => `/v1/admin/users/${uid}${rest}`
const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })
const cells = (page: Page, name: string) => section(page, name).getByRole('listitem')
const shortUtc = /^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d\d[ap]m UTC$/

const tabs = {
  account: 'Account',
  messages: 'Messages',
  devices: 'Devices',
  listings: 'Listings',
  promoted_posts: 'Promoted Posts',
}

test.describe('the tabs', () => {
  test('[UDT-88] [UDT-90] each hash has its tab, and exactly one is shown', async ({ page }) => {
    for (const [hash, label] of Object.entries(tabs)) {
      await page.goto(`/user-detail/sentinel-account#${hash}`)
      await expect(sections(page).locator('[aria-current]')).toHaveText(label)
      const shown = await page
        .locator('main > section')
        .evaluateAll((panels) => panels.map((panel) => panel.getAttribute('aria-label')))
      expect(shown).toEqual([label])
      await page.goto('about:blank')
    }
  })

  test('[UDT-102] choosing a tab sets the hash of the address', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    const bar = sections(page)
    for (const [hash, label] of Object.entries(tabs).reverse()) {
      await bar.getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/user-detail/sentinel-account#${hash}$`))
      await expect(sections(page).locator('[aria-current]')).toHaveText(label)
    }
  })

  test('[UDT-89] [UDT-90] they are links; Back goes to the tab before', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    const bar = sections(page)
    await expect(bar.getByRole('link')).toHaveText(Object.values(tabs))
    await expect(bar.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('heading', { name: 'Purchases' })).toBeVisible()
    await bar.getByRole('link', { name: 'Devices' }).click()
    await expect(page).toHaveURL(/#devices$/)
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Purchases' })).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Purchases' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Devices' })).toHaveCount(0)
  })
})

test.describe('the account tab', () => {
  test('[ACC-01] [ACC-07] [ACC-10] [ACC-11] its sections, in their order', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    await expect(page.getByRole('heading', { name: 'Denied Listings (2)' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
    await expect(page.locator('main h2')).toHaveText([
      'Verification codes',
      'Purchases',
      'Sales',
      'Associated Accounts',
      'Associated Accounts by IP Address (Not banned if associated)',
      'Posts (3)',
      'Denied Listings (2)',
    ])
  })

  test('[API-19] [API-20] [API-22] [API-26] each section asks once, and nothing is asked twice', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    await page.goto('/user-detail/sentinel-account')
    await expect(page.getByRole('heading', { name: 'Denied Listings (2)' })).toBeVisible()
    await expect(page.getByRole('figure', { name: 'Linked accounts' })).toBeVisible()
    await quiet(page)
    expect(calls.map(named).sort()).toEqual(
      [
        'GET /v1/staff/me',
        `GET ${of('sentinel-account')}`,
        `GET ${of('sentinel-account', '/ban_reasons')}`,
        'GET /v1/admin/sentinel-account/verification_codes',
        `GET ${of('sentinel-account', '/transactions')}`,
        'GET /v1/admin/user_search',
        'GET /v1/admin/user_search',
        'GET /v1/admin/user_search',
        `GET ${of('sentinel-account', '/linked_accounts')}`,
        'GET /v1/users/sentinel-account/posts',
        `GET ${of('sentinel-account', '/posts/denied')}`,
      ].sort(),
    )
  })

  test('[UDT-94] nothing is asked while the person has not come', async ({ page }) => {
    const calls = watchCalls(page)
    await page.goto('/user-detail/sentinel-load-fails')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    const asked = calls.map(named).filter((name) => name !== 'GET /v1/staff/me')
    expect(asked).toEqual([`GET ${of('sentinel-load-fails')}`])
  })

  test('a slow section holds up no other', async ({ page }) => {
    const late = answered(page, `GET ${of('sentinel-tabs-slow', '/transactions')}`)
    await page.goto('/user-detail/sentinel-tabs-slow')
    await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
    await expect(section(page, 'Associated Accounts').getByText('No items.')).toBeVisible()
    // Loading is not empty.
    await expect(section(page, 'Purchases').getByText('No purchases.')).toHaveCount(0)
    await late
    await expect(section(page, 'Purchases').getByText('No purchases.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Posts (1)' })).toBeVisible()
  })

  test('sections that fail say so, each with Retry, and are not taken for empty', async ({ page }) => {
    await page.goto('/user-detail/sentinel-tabs-fail')
    const names = [
      'Verification codes',
      'Purchases',
      'Sales',
      'Associated Accounts',
      'Associated Accounts by IP Address (Not banned if associated)',
      'Posts',
      'Denied Listings',
    ]
    for (const name of names)
      await expect(section(page, name).getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText(/^No /)).toHaveCount(0)
    const again = sent(page, 'GET /v1/users/sentinel-tabs-fail/posts')
    await section(page, 'Posts').getByRole('button', { name: 'Retry' }).click()
    await again
  })

  test('a person with nothing', async ({ page }) => {
    const calls = watchCalls(page)
    await page.goto('/user-detail/sentinel-nulls')
    await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
    for (const words of ['No purchases.', 'No sales.', 'No posts.', 'No denied listings.'])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText('No items.')).toHaveCount(2)
    // D-044: an empty term would list everybody.
    expect(calls.map(named)).not.toContain('GET /v1/admin/user_search')
    await expect(page.getByRole('figure', { name: 'Linked accounts' })).toHaveCount(0)
  })
})

test.describe('verification codes', () => {
  test('[ACC-02] [ACC-03] [ACC-04] code, date and a delete icon; no section where there are none', async ({
    page,
  }) => {
    await page.goto('/user-detail/sentinel-account')
    const codes = cells(page, 'Verification codes')
    await expect(codes).toHaveCount(2)
    const first = codes.filter({ hasText: '100001' })
    await expect(first.locator('time')).toHaveText(shortUtc)
    await expect(first.getByRole('button', { name: 'Delete verification code 100001' })).toBeVisible()
    await expect(codes.filter({ hasText: '100002' })).toContainText('not a date')

    await page.goto('/user-detail/sentinel-nulls')
    await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Verification codes' })).toHaveCount(0)
  })

  test('[ACC-05] [ACC-31] [API-27] a deleted code leaves the list, the last one the section', async ({
    page,
  }) => {
    await page.goto('/user-detail/sentinel-cleanup-1')
    const call = sent(page, 'DELETE /v1/admin/verification_codes/sentinel-cleanup-1-code-1')
    await page.getByRole('button', { name: 'Delete verification code 100001' }).click()
    expect((await call).postData()).toBeNull()
    await expect(toast(page, 'Deleted verification code')).toHaveRole('status')
    await expect(cells(page, 'Verification codes')).toHaveText([/100002/])
    await page.getByRole('button', { name: 'Delete verification code 100002' }).click()
    await expect(page.getByRole('heading', { name: 'Verification codes' })).toHaveCount(0)
  })

  for (const [uid, words] of [
    ['sentinel-changes-fail', 'Error deleting code 0'],
    ['sentinel-changes-200', 'Error deleting code 0'],
    ['sentinel-changes-drop', 'Error deleting code The server could not be reached'],
  ] as const)
    test(`[ACC-06] a code that could not be deleted stays (${uid})`, async ({ page }) => {
      await page.goto(`/user-detail/${uid}`)
      await page.getByRole('button', { name: 'Delete verification code 100001' }).click()
      await expect(toast(page, words)).toHaveRole('alert')
      await expect(cells(page, 'Verification codes')).toHaveText([/100001/])
    })
})

test.describe('purchases and sales', () => {
  test('[ACC-07] [ACC-08] [API-22] one call, split by the side that the person was on', async ({ page }) => {
    const calls = watchCalls(page)
    await page.goto('/user-detail/sentinel-account')
    const titles = (name: string) => section(page, name).locator('a[href^="/dashboard/txns/"]')
    await expect(titles('Purchases')).toHaveText(['Account Sale 2', 'Account Sale 1'])
    await expect(titles('Sales')).toHaveText(['Account Sale 5', 'null', 'Account Sale 3'])
    const path = `GET ${of('sentinel-account', '/transactions')}`
    expect(calls.map(named).filter((name) => name === path)).toHaveLength(1)
  })

  test('what a cell shows: picture, title, price, date, status; all of it is the link (D-042)', async ({
    page,
  }) => {
    await page.goto('/user-detail/sentinel-account')
    const sale = cells(page, 'Sales').filter({ hasText: 'Account Sale 3' })
    await expect(sale).toContainText('Complete')
    await expect(sale).toContainText('Delivered')
    await expect(sale).toContainText('$10.03')
    await expect(sale.locator('time')).toHaveText(/^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/)
    await expect(sale.locator('img')).toHaveAttribute(
      'src',
      /\/images\/listings\/bike-sentinel0003\/thumb\.svg$/,
    )
    await expect(sale.getByRole('link', { name: 'Sentinel Account Twin' })).toHaveAttribute(
      'href',
      '/user-detail/sentinel-account-twin',
    )
    // Values of which nobody knows a word (D-054), and no picture.
    const odd = cells(page, 'Sales').nth(1)
    await expect(odd).toHaveText(/^nullnullnullTo null\$10\.04/)
    await expect(odd.locator('[data-missing-picture]')).toBeVisible()
    await sale.click({ position: { x: 20, y: 20 } })
    await expect(page).toHaveURL('/dashboard/txns/sentinel-account-txn-3')
  })

  test("[ACC-09] a failed load says 'There was an error loading this txn's details', once", async ({
    page,
  }) => {
    await page.goto('/user-detail/sentinel-tabs-fail')
    await expect(toast(page, "There was an error loading this txn's details")).toHaveRole('alert')
    await expect(page.locator('[data-toast]')).toHaveCount(1)
  })

  test('the list goes on where there are more than 200', async ({ page }) => {
    await page.goto('/user-detail/sentinel-many')
    await expect(cells(page, 'Sales')).toHaveCount(200, { timeout: 15_000 })
    // All sections have their size then: a click meets the button where it stays.
    await expect(page.getByRole('heading', { name: /^Denied Listings \(/ })).toBeVisible()
    await quiet(page)
    await section(page, 'Sales').getByRole('button', { name: 'Load more' }).click()
    await expect(cells(page, 'Sales')).toHaveCount(205)
    await expect(section(page, 'Sales').getByRole('button', { name: 'Load more' })).toHaveCount(0)
  })
})

test.describe('what a role may not see', () => {
  test.use({ role: 'finance' })
  test('is said, in place of codes, messages and Delete', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    await expect(
      section(page, 'Verification codes').getByText('Your role (finance) may not see verification codes.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Sentinel Account 1' }).click()
    const remove = page.getByRole('menuitem', { name: 'Delete' })
    await expect(remove).toHaveAttribute('aria-disabled', 'true')
    await remove.click({ force: true })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/user-detail/sentinel-account#messages')
    await expect(page.getByText('Your role (finance) may not read private messages.')).toBeVisible()
  })
})
