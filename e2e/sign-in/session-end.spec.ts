import { heading } from '../stack/session-end.ts'
import { expect, signIn, test } from '../stack/test.ts'

test.use({ role: null })

test.describe('a session that ends', () => {
  /** Ends the session at the provider, and lets the token expire. */
  const expire = async (page: import('@playwright/test').Page) => {
    await page.context().clearCookies()
    // Later, but without timers: the page's background calls must not notice first.
    await page.clock.setSystemTime(Date.now() + 12 * 3_600_000)
  }

  test('the page stays beneath the sign-in, with all typed text, for the same person', async ({ page }) => {
    await page.clock.install()
    await page.goto('/user-detail/sentinel-edit-12')
    await signIn(page)
    await page.getByLabel('Phone Number', { exact: true }).fill('typed and not saved')
    await page.getByRole('button', { name: 'Block account' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('half a reason')
    await expire(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()

    await expect(heading(page)).toBeVisible()
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    // Neither the keyboard nor Escape reaches the page beneath.
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/user-detail/sentinel-edit-12')

    await signIn(page)
    await expect(heading(page)).toHaveCount(0)
    await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('half a reason')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Phone Number', { exact: true })).toHaveValue('typed and not saved')
  })

  test('a refused search is repeated after signing in', async ({ page }) => {
    await page.clock.install()
    await page.goto('/dashboard/users')
    await signIn(page)
    await page.getByPlaceholder('Search Users').fill('sentinel-edit')
    await expire(page)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toBeVisible()
    await signIn(page)
    const results = page.getByRole('region', { name: 'Search results' })
    await expect(results.getByRole('row')).toHaveCount(21)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })

  test('another person sees nothing of the page', async ({ page }) => {
    await page.clock.install()
    await page.goto('/user-detail/sentinel-edit-12')
    await signIn(page)
    await page.getByLabel('Phone Number', { exact: true }).fill('typed and not saved')
    await expire(page)
    await page.getByRole('button', { name: 'Send verification code' }).click()
    await expect(heading(page)).toBeVisible()
    await signIn(page, 'moderator')
    await expect(page.getByLabel('Phone Number', { exact: true })).not.toHaveValue('typed and not saved')
  })
})
