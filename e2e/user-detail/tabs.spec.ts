import { answered, expect, named, quiet, sent, test, watchCalls } from '../stack/test.ts'
import { of, section, sections, tabs } from './sections.ts'

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

  test('[API-19] [API-20] [API-22] [API-26] each section fetches once, and nothing is fetched twice', async ({
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

  test('[UDT-94] nothing is fetched until the person is loaded', async ({ page }) => {
    const calls = watchCalls(page)
    await page.goto('/user-detail/sentinel-load-fails')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    const called = calls.map(named).filter((name) => name !== 'GET /v1/staff/me')
    expect(called).toEqual([`GET ${of('sentinel-load-fails')}`])
  })

  test('a slow section delays no other', async ({ page }) => {
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

  test('failed sections show the failure, each with Retry, and no empty state', async ({ page }) => {
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

test.describe('without permission', () => {
  test.use({ role: 'finance' })
  test('the reason replaces codes, messages and Delete', async ({ page }) => {
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
