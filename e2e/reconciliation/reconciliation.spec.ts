import { asAdmin } from '../stack/colleague.ts'
import { countedJob } from '../stack/counted.ts'
import { checkAxe, dialog } from '../stack/page-parts.ts'
import { atProvider, makeSale } from '../stack/sale.ts'
import { expect, test, toast } from '../stack/test.ts'

test.use({ role: 'finance' })

async function refundedUnheard({ id, payment }: { id: string; payment: string }, amount: number) {
  await asAdmin('POST', `/v1/admin/transactions/${id}/refunds`, { amount: 100, reason_id: 'goodwill' })
  await atProvider('refunds', { payment_intent: payment, amount, lost: true })
}

test('a difference is found and settled', async ({ page }) => {
  // The ledger opens with a refund of $1.00; then the provider refunds $7.00, of which no event comes.
  const sale = await makeSale('difference')
  await refundedUnheard(sale, 700)
  const job = countedJob()
  await page.goto('/dashboard/reconciliation')
  const row = page.getByRole('row').filter({ hasText: sale.id })
  await test.step('the check finds it, with both sides', async () => {
    // The check of the day may still be under way.
    const now = page.getByRole('button', { name: 'Check now' })
    await expect(now).toBeEnabled()
    await job.click(now)
    await expect(row).toContainText('Refunds differ')
    await expect(row).toContainText('$1.00')
    await expect(row).toContainText('$8.00')
    await checkAxe(page, 'reconciliation')
  })
  await test.step('a correction settles it', async () => {
    await job.click(row.getByRole('button', { name: /^Settle/ }))
    await expect(dialog(page)).toContainText('The ledger goes from $1.00 to $8.00')
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
    const later = await makeSale('difference-later')
    await refundedUnheard(later, 300)
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await asAdmin('POST', '/v1/admin/reconciliation/run')
    await expect(page.getByRole('row').filter({ hasText: later.id })).toContainText('$4.00')
  })
})
