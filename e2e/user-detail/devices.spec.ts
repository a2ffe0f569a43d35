import type { Page } from '@playwright/test'
import { expect, named, sent, test, toast, watchCalls } from '../stack/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).last()
const cells = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem')
const shortUtc = /^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d\d[ap]m UTC$/

test.describe('devices', () => {
  test('[DEV-01] [DEV-02] [DEV-03] [DEV-04] [DEV-05] [DEV-06] [API-24] code, date, verification status, and retry if unverified', async ({
    page,
  }) => {
    const call = sent(page, 'GET /v1/admin/devices/sentinel-account')
    await page.goto('/user-detail/sentinel-account#devices')
    expect((await call).postData()).toBeNull()
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    const verified = cells(page, 'Devices').filter({ hasText: '200001' })
    await expect(verified.getByText('VERIFIED', { exact: true })).toBeVisible()
    await expect(verified.locator('time')).toHaveText(shortUtc)
    await expect(verified.getByRole('button')).toHaveCount(0)
    const other = cells(page, 'Devices').filter({ hasText: '200002' })
    await expect(other.getByText('NOT VERIFIED', { exact: true })).toBeVisible()
    await expect(other).toContainText('null')
    await expect(other.getByRole('button', { name: 'Resend verification' })).toBeVisible()
  })

  test('[DEV-07] [API-25] retry sends a new code', async ({ page }) => {
    await page.goto('/user-detail/sentinel-cleanup-5#devices')
    await expect(cells(page, 'Devices')).toContainText(['200001'])
    const call = sent(page, 'POST /v1/admin/devices/sentinel-cleanup-5-device-1/send_verification')
    await page.getByRole('button', { name: 'Resend verification' }).click()
    expect((await call).postData()).toBeNull()
    await expect(toast(page, 'Verification code sent')).toHaveRole('status')
    // The device shows the code that it was sent.
    await expect(cells(page, 'Devices')).not.toContainText(['200001'])
  })

  for (const [uid, words] of [
    ['sentinel-changes-fail', 'This person of the demo always fails.'],
    ['sentinel-changes-200', 'This person of the demo always fails.'],
    ['sentinel-changes-drop', 'The server could not be reached'],
  ] as const)
    test(`[DEV-08] a failed retry shows the raw error (${uid})`, async ({ page }) => {
      await page.goto(`/user-detail/${uid}#devices`)
      await page.getByRole('button', { name: 'Resend verification' }).click()
      await expect(toast(page, words)).toHaveRole('alert')
      await expect(page.getByText('NOT VERIFIED', { exact: true })).toBeVisible()
    })

  test('[DEV-09] an empty state', async ({ page }) => {
    await page.goto('/user-detail/sentinel-nulls#devices')
    await expect(page.getByText('No devices.')).toBeVisible()
  })

  test("[DEV-10] a failed load says 'There was an error loading devices', and is not empty", async ({
    page,
  }) => {
    await page.goto('/user-detail/sentinel-tabs-fail#devices')
    await expect(toast(page, 'There was an error loading devices')).toHaveRole('alert')
    await expect(page.getByText('No devices.')).toHaveCount(0)
    const again = sent(page, 'GET /v1/admin/devices/sentinel-tabs-fail')
    await page.getByRole('button', { name: 'Retry' }).click()
    await again
  })

  test.describe('for a role without permission', () => {
    test.use({ role: 'finance' })
    test('retry is disabled, with the reason', async ({ page }) => {
      const calls = watchCalls(page)
      await page.goto('/user-detail/sentinel-account#devices')
      const retry = page.getByRole('button', { name: 'Resend verification' })
      await expect(retry).toHaveAccessibleDescription('Your role (finance) may not verify a device.')
      await retry.click({ force: true })
      expect(calls.filter((call) => call.method() !== 'GET').map(named)).toEqual([])
    })
  })
})

test.describe('promoted posts', () => {
  const cell = (page: Page, title: string) => cells(page, 'Promoted Posts').filter({ hasText: title })

  test('[PRM-01] [PRM-04] [PRM-05] [PRM-06] [PRM-07] [PRM-08] [PRM-09] [PRM-10] [PRM-13] [API-23] the content of a cell', async ({
    page,
  }) => {
    const call = sent(page, 'GET /v1/admin/users/sentinel-account/promoted_post_requests')
    await page.goto('/user-detail/sentinel-account#promoted_posts')
    expect((await call).postData()).toBeNull()
    await expect(page.getByRole('heading', { name: 'Promoted Posts' })).toBeVisible()
    const one = cell(page, 'Sentinel Account 1')
    const picture = one.locator('a:has(img)')
    const address = 'https://marketplace.example/posts/sentinel-account-1'
    await expect(picture).toHaveAttribute('href', address)
    await expect(one.getByRole('link', { name: 'Sentinel Account 1' })).toHaveAttribute('href', address)
    await expect(picture.locator('img')).toHaveAttribute(
      'src',
      /^http:\/\/[^/]+\/images\/listings\/bike-sentinel0003\/thumb\.svg$/,
    )
    await expect(one.locator('time')).toHaveText([shortUtc, shortUtc, shortUtc])
    await expect(one).toContainText(/Promotion\d.* UTC to \d.* UTCSubmitted for approval\d.* UTC\$25\.00/)
    const refund = one.getByRole('link', { name: 'Refund' })
    await expect(refund).toHaveAttribute('href', /\/payments\/ch_sentinel1$/)
    await expect(refund).toHaveAttribute('target', '_blank')
  })

  test('[PRM-11] no Refund without a charge; missing values are named', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account#promoted_posts')
    const two = cell(page, 'Sentinel Account 2')
    await expect(two).toContainText('null to null')
    await expect(two).toContainText('NA')
    await expect(two.getByRole('link', { name: 'Refund' })).toHaveCount(0)
    await expect(two.locator('[data-missing-picture]')).toBeVisible()
  })

  test('[PRM-02] loading is shown, and differs from empty', async ({ page }) => {
    await page.goto('/user-detail/sentinel-slow#promoted_posts')
    await expect(section(page, 'Promoted Posts').getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByText('No promoted posts.')).toHaveCount(0)
    await expect(page.getByText('No promoted posts.')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })

  test('[PRM-03] an empty state', async ({ page }) => {
    await page.goto('/user-detail/sentinel-nulls#promoted_posts')
    await expect(page.getByText('No promoted posts.')).toBeVisible()
  })

  test('[PRM-12] a failed load is only logged: no toast, and no empty state', async ({ page }) => {
    await page.goto('/user-detail/sentinel-tabs-fail#promoted_posts')
    await expect(page.getByText('The promoted posts could not be loaded.')).toBeVisible()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await expect(page.getByText('No promoted posts.')).toHaveCount(0)
  })
})
