import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, setLimit, test, toast } from '../../stack/test.ts'

test.use({ role: 'finance' })

/** Milliseconds in which a check ends. */
const aCheck = 60_000

test('a difference is found and settled', async ({ page }) => {
  // Two checks read every payment of the period.
  setLimit(150_000)
  // The provider refunded $7.00, of which no event came.
  const sale = await makeSale('difference', { refunded: 700 })
  const job = countedJob()
  await page.goto('/dashboard/reconciliation')
  const row = page.getByRole('row').filter({ hasText: sale.id })
  await test.step('the check finds it, with both sides', async () => {
    // The check of the day may still be under way.
    const now = page.getByRole('button', { name: 'Check now' })
    await expect(now).toBeEnabled()
    await job.click(now)
    await expect(row).toContainText('Refunds differ', { timeout: aCheck })
    await expect(row).toContainText('$0.00')
    await expect(row).toContainText('$7.00')
    await checkAxe(page, 'reconciliation')
  })
  await test.step('a correction settles it', async () => {
    await job.click(row.getByRole('button', { name: /^Settle/ }))
    await expect(dialog(page)).toContainText('The ledger goes from $0.00 to $7.00')
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The event was lost')
    await checkAxe(page, 'settle')
    await job.click(dialog(page).getByRole('button', { name: 'Book the correction' }))
    await expect(toast(page, 'Difference settled.')).toHaveRole('status')
    await expect(row).toHaveCount(0)
    await page.getByRole('link', { name: 'Settled', exact: true }).click()
    await expect(row).toContainText('The event was lost')
  })
  job.expectAtMost(3)
  await test.step('a check by a colleague appears without a reload', async () => {
    const later = await makeSale('difference-later', { refunded: 300 })
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    // The first check shows what it finds before it ends, and a request meanwhile joins it: it may be past this sale.
    await expect(page.getByRole('button', { name: 'Check now' })).toBeEnabled({ timeout: aCheck })
    await asAdmin('POST', '/v1/admin/reconciliation/run')
    await expect(page.getByRole('row').filter({ hasText: later.id })).toContainText('$3.00', {
      timeout: aCheck,
    })
  })
})
