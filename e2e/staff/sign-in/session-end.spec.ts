import type { Page } from '@playwright/test'
import { dialog } from '../../stack/page-parts.ts'
import { heading } from '../../stack/session-end.ts'
import { expect, follow, signIn, test } from '../../stack/test.ts'

test.use({ role: null })

const phone = (page: Page) => page.getByLabel('Phone Number', { exact: true })

test('a session ends on the page: the same person finds it as it was, another sees nothing of it', async ({
  page,
}) => {
  let expired = 0
  /** Ends the session at the provider, and lets the token expire. */
  const expire = async () => {
    await page.context().clearCookies()
    // Later, but without timers: the page's background calls must not notice first.
    await page.clock.setSystemTime(Date.now() + ++expired * 12 * 3_600_000)
  }
  await page.clock.install()
  await page.goto('/user-detail/sentinel-edit-12')
  await signIn(page)

  await test.step('the page stays beneath the sign-in, with all typed text, for the same person', async () => {
    await phone(page).fill('typed and not saved')
    await page.getByRole('button', { name: 'Block account' }).click()
    await dialog(page).getByLabel('Reason').fill('half a reason')
    await expire()
    await dialog(page).getByRole('button', { name: 'Block' }).click()

    await expect(heading(page)).toBeVisible()
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    // Neither the keyboard nor Escape reaches the page beneath.
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/user-detail/sentinel-edit-12')

    await signIn(page)
    await expect(heading(page)).toHaveCount(0)
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('half a reason')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(phone(page)).toHaveValue('typed and not saved')
  })
  await test.step('another person sees nothing of the page', async () => {
    await expire()
    await page.getByRole('button', { name: 'Send verification code' }).click()
    await expect(heading(page)).toBeVisible()
    await signIn(page, 'moderator')
    await expect(phone(page)).not.toHaveValue('typed and not saved')
  })
  await test.step('a refused search is repeated after signing in', async () => {
    await follow(page, '/dashboard/users')
    await page.getByPlaceholder('Search Users').fill('sentinel-edit')
    await expire()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toBeVisible()
    await signIn(page, 'moderator')
    const results = page.getByRole('region', { name: 'Search results' })
    await expect(results.getByRole('row')).toHaveCount(21)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })
})
