import { expect, sent, test, toast } from '../stack/test.ts'
import { cells } from './sections.ts'

const shortUtc = /^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d\d[ap]m UTC$/

test.describe('verification codes', () => {
  test('[ACC-02] [ACC-03] [ACC-04] code, date and a delete icon; no section without codes', async ({
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
