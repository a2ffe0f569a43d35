import { goOn, open } from '../people/user-detail/person.ts'
import { checkSchemes as check } from '../stack/page-parts.ts'
import { expect, follow, quiet, test } from '../stack/test.ts'

/** The users page without its reports: they have hundreds of rows, and reports-together.spec.ts checks them. */
const search = ['aside', 'h1', 'search', '[aria-label="Search results"]', '.mantine-Notifications-root']

test.describe('axe finds nothing', () => {
  test.describe('signed out', () => {
    test.use({ role: null })
    test('on the sign-in page, also with an error and in production @slow', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible()
      await check(page, 'idle')
      await page.getByLabel('Email').fill(`axe-${Date.now()}@portreeve.test`)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('alert')).not.toBeEmpty()
      await check(page, 'error')
      await page.getByRole('button', { name: 'Switch to Production' }).click()
      await expect(page.getByRole('button', { name: 'Switch to Development' })).toBeVisible()
      await check(page, 'production')
    })
  })

  test('on the users page: fresh, with results, without, failed, and narrow with the menu open @slow', async ({
    page,
  }) => {
    await page.goto('/dashboard/users')
    const box = page.getByPlaceholder('Search Users')
    await expect(box).toBeVisible()
    await check(page, 'fresh', search)
    await box.fill('sentinel')
    await box.press('Enter')
    await expect(page.getByText('Sentinel Balances')).toBeVisible()
    await check(page, 'results', search)
    await box.fill('nobody is called like this')
    await box.press('Enter')
    await expect(page.getByText('No users found.')).toBeVisible()
    await check(page, 'none', search)
    await box.fill('sentinel-search-fails')
    await box.press('Enter')
    await expect(page.locator('[data-toast]')).toBeVisible()
    await check(page, 'failed', search)
    await page.setViewportSize({ width: 428, height: 800 })
    // The rows are those of before: some are enough.
    await box.fill('Sentinel Edit 1')
    await box.press('Enter')
    await expect(page.getByText('Sentinel Edit 10')).toBeVisible()
    await check(page, 'narrow', ['[aria-label="Menu bar"]', ...search.slice(1, -1)])
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await check(page, 'menu', ['[role=dialog]'])
  })

  test('on the user detail page: full, empty, failed @slow', async ({ page }) => {
    await open(page, 'sentinel-blocked')
    for (const uid of [
      'sentinel-blocked',
      'sentinel-nulls',
      'sentinel-long-name',
      'sentinel-ban-reasons-fail',
    ]) {
      await goOn(page, uid)
      await expect(page.getByRole('heading', { name: 'Ban Reasons', exact: true })).toBeVisible()
      await quiet(page)
      await check(page, uid)
    }
    await follow(page, '/user-detail/sentinel-load-fails')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await check(page, 'failed')
  })

  test('in every modal, with its tooltips and alerts @slow', async ({ page }) => {
    await page.goto('/user-detail/sentinel-changes-fail')
    for (const action of [
      'Block account',
      'Delete account',
      'Delete posts',
      'Delete conversations',
      'Delete community content',
    ]) {
      await page.getByRole('button', { name: action, exact: true }).click()
      await expect(page.getByRole('dialog', { name: action })).toBeVisible()
      await check(page, action, ['[role=dialog]'])
      const button = action === 'Block account' ? 'Block' : action
      const refused = page.waitForResponse((answer) => answer.status() === 500)
      await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
      // A toast may be that of the action before.
      await refused
      await expect(page.locator('[data-toast]').first()).toBeVisible()
      await check(page, `${action}, failed`, ['[role=dialog]', '.mantine-Notifications-root'])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByLabel('Gift card code').fill('x')
    await page.getByRole('button', { name: 'Redeem' }).click()
    await expect(page.getByRole('region', { name: 'Redeem A Gift Card' }).getByRole('alert')).toBeVisible()
    await check(page, 'gift card', ['aside'])
    await page.getByRole('button', { name: 'sentinel-changes-fail' }).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await check(page, 'tooltip', ['[role=tooltip]'])
  })

  test.describe('for a role without permission', () => {
    test.use({ role: 'finance' })
    test('on the user detail page @slow', async ({ page }) => {
      await page.goto('/user-detail/sentinel-blocked')
      await expect(page.getByRole('heading', { name: 'Ban Reasons', exact: true })).toBeVisible()
      await quiet(page)
      await check(page, 'finance')
    })
  })
})
