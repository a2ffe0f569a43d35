import type { Page } from '@playwright/test'
import { press } from '../stack/page-parts.ts'
import { expect, named, quiet, sent, test, watchCalls } from '../stack/test.ts'
import { known, openReportsOf, reports } from './reports.ts'

test.describe('transactions between two accounts', () => {
  const dialog = (page: Page) => page.getByRole('dialog')
  const txns = (page: Page, at: number, name = known) => press(reports(page, name).nth(at), 'Txns')
  const between = 'GET /v1/admin/purchase_transactions'

  test('[URP-19] [DLG-10] [DLG-11] [DLG-12] [API-33] Txns shows them in a large dialog', async ({ page }) => {
    await openReportsOf(page)
    const call = sent(page, between)
    await txns(page, 0)
    const query = new URL((await call).url()).searchParams
    expect([query.get('party1'), query.get('party2'), query.size]).toEqual([
      'sentinel-reported-1',
      'sentinel-reporter',
      2,
    ])
    expect((await call).postData()).toBeNull()
    // D-021
    await expect(
      page.getByRole('dialog', { name: `${known} and Sentinel Reporter`, exact: true }),
    ).toBeVisible()
    await expect(
      dialog(page).getByRole('heading', { name: 'Transactions Between Accounts', exact: true }),
    ).toBeVisible()
    const rows = dialog(page).getByRole('listitem')
    await expect(rows.getByRole('link')).toHaveText(['Sentinel Sale 2', 'Sentinel Sale 1'])
    await expect(rows.first()).toContainText('$20.01')
    await expect(rows.first()).toContainText('Complete')
    await expect(rows.first()).toContainText('Sold by Sentinel Reporter')
    await expect(rows.first().getByRole('link')).toHaveAttribute('href', '/dashboard/txns/sentinel-txn-2')
    await expect(rows.first().getByRole('link')).toHaveAttribute('target', '_blank')
    expect((await dialog(page).boundingBox())?.width).toBeGreaterThan(700)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)
    // It does not toggle the row.
    await expect(reports(page)).toHaveCount(3)
  })

  test("[DLG-12] it shows that it loads, says 'No items.' without any (D-022), and closes with Escape", async ({
    page,
  }) => {
    await openReportsOf(page, 'Sentinel Reported 2')
    await txns(page, 0, 'Sentinel Reported 2')
    await expect(dialog(page).getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(dialog(page).getByText('No items.')).toHaveCount(0)
    await expect(dialog(page).getByText('No items.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(reports(page, 'Sentinel Reported 2').getByRole('button', { name: 'Txns' })).toBeFocused()
  })

  test('[DLG-13] without a reporter there is an alert, no call and no dialog', async ({ page }) => {
    await openReportsOf(page)
    const calls = watchCalls(page)
    const alert = page.waitForEvent('dialog')
    await Promise.all([
      alert.then((one) => {
        expect([one.type(), one.message()]).toEqual(['alert', 'Missing parties to get transactions between'])
        return one.accept()
      }),
      txns(page, 2),
    ])
    await quiet(page)
    expect(calls.map(named)).not.toContain(between)
    await expect(dialog(page)).toHaveCount(0)
  })

  test("[DLG-14] a failed call: its message as an alert, and never 'No items.'", async ({ page }) => {
    await openReportsOf(page)
    const messages: string[] = []
    page.on('dialog', (one) => {
      messages.push(`${one.type()}: ${one.message()}`)
      void one.accept()
    })
    await txns(page, 1)
    await expect(dialog(page).getByText('The transactions could not be loaded.')).toBeVisible()
    await expect.poll(() => messages).toEqual(['alert: This person of the demo always fails.'])
    await expect(dialog(page).getByText('No items.')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => messages.length).toBe(2)
  })
})
