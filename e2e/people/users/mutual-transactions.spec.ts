import type { Page } from '@playwright/test'
import { dialog, press } from '../../stack/page-parts.ts'
import { expect, named, sent, test, watchCalls } from '../../stack/test.ts'
import { known, openReports, openReportsOf, reports } from './reports.ts'

const txns = (page: Page, at: number, name = known) => press(reports(page, name).nth(at), 'Txns')
const between = 'GET /v1/admin/purchase_transactions'

test('the transactions between a reported person and the reporter @slow', async ({ page }) => {
  await openReports(page)
  await openReportsOf(page)
  const calls = watchCalls(page)
  const messages: string[] = []
  page.on('dialog', (one) => {
    messages.push(`${one.type()}: ${one.message()}`)
    void one.accept()
  })

  await test.step('[DLG-13] without a reporter there is an alert, no call and no dialog', async () => {
    await txns(page, 2)
    await expect
      .poll(() => messages.splice(0))
      .toEqual(['alert: Missing parties to get transactions between'])
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('[URP-19] [DLG-10] [DLG-11] [DLG-12] [API-33] Txns shows them in a large dialog', async () => {
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
    await press(dialog(page), 'Cancel')
    await expect(dialog(page)).toHaveCount(0)
    // It does not toggle the row.
    await expect(reports(page)).toHaveCount(3)
    // [DLG-13] The alert came without a call.
    expect(calls.map(named).filter((name) => name === between)).toHaveLength(1)
  })

  await test.step("[DLG-14] a failed call: its message as an alert, and never 'No items.'", async () => {
    await txns(page, 1)
    await expect(dialog(page).getByText('The transactions could not be loaded.')).toBeVisible()
    await expect.poll(() => messages).toEqual(['alert: This person of the demo always fails.'])
    await expect(dialog(page).getByText('No items.')).toHaveCount(0)
    await press(dialog(page), 'Retry')
    await expect.poll(() => messages.length).toBe(2)
    await press(dialog(page), 'Cancel')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step("[DLG-12] it shows that it loads, says 'No items.' without any (D-022), and closes with Escape", async () => {
    const other = 'Sentinel Reported 2'
    await openReportsOf(page, other)
    await txns(page, 0, other)
    await expect(dialog(page).getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(dialog(page).getByText('No items.')).toHaveCount(0)
    await expect(dialog(page).getByText('No items.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(reports(page, other).getByRole('button', { name: 'Txns' })).toBeFocused()
  })
})
