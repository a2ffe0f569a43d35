import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'

test.use({ role: 'finance' })

test('a payout is held and released, each with a reason', async ({ page }) => {
  const sale = await makeSale('payout')
  const path = `/v1/admin/transactions/${sale.id}/disputes`
  const { id } = await asAdmin<{ id: string }>('POST', path, {
    dispute_type: 3,
    creator_uid: 'sentinel-buyer',
    purchase_transaction: sale.id,
  })
  // Its payout is due an hour later.
  await asAdmin('PATCH', `${path}/${id}`)
  const job = countedJob()
  await page.goto('/dashboard/payouts')
  const row = page.getByRole('row').filter({ hasText: sale.title })
  const change = async (name: 'Hold' | 'Release', reason: string, done: string) => {
    await job.click(row.getByRole('button', { name: `${name} the payout of ${sale.id}` }))
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
    await checkAxe(page, name)
    await job.click(dialog(page).getByRole('button', { name, exact: true }))
    await expect(toast(page, done)).toHaveRole('status')
  }
  await expect(row).toContainText('Due')
  await checkAxe(page, 'payouts')
  await change('Hold', 'The seller is under review', 'Payout held.')
  await expect(row).toContainText('Held')
  await expect(row).toContainText(' holds it: The seller is under review')
  await test.step("the transaction's page says who holds it, with Release beside it", async () => {
    await page.goto(`/dashboard/txns/${sale.id}`)
    const money = page.getByRole('region', { name: 'Money' })
    await expect(money).toContainText(/The payout is held: .+ holds it: The seller is under review/)
    await money.getByRole('button', { name: 'Release…' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.goto('/dashboard/payouts')
  })
  await change('Release', 'The review is over', 'Payout released.')
  await expect(row).toContainText('Due')
  job.expectAtMost(4)
})
