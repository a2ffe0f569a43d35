import type { Approval } from '@portreeve/contract/money/approvals'
import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'

test.use({ role: 'finance' })

test('an order of three items: who bought, who sold and who was paid; all of it is refunded by two people', async ({
  page,
}) => {
  // Another seller: other journeys read the sales of the sentinels.
  const seller = 'order-case-seller'
  await importRows('users', [{ uid: seller, displayName: 'Sena Seller' }])
  const sale = await makeSale('order-case', { sellers: [seller, seller] })
  const job = countedJob()
  await page.goto(`/dashboard/orders/${sale.order}`)
  await test.step('buyer, sellers, sums and what each got', async () => {
    await expect(page.getByRole('region', { name: 'Buyer' }).getByRole('link')).toHaveText('Sentinel Buyer')
    await expect(page.getByRole('region', { name: 'Items' }).getByRole('listitem')).toHaveCount(3)
    const money = page.getByRole('region', { name: 'Money' })
    await expect(money).toContainText('Adds up')
    await expect(money).toContainText('$600.00')
    const paid = page.getByRole('table', { name: 'Who was paid' })
    await expect(paid.getByRole('row').filter({ hasText: sale.title })).toHaveCount(3)
    await expect(paid.getByRole('row').filter({ hasText: 'Sentinel Seller' })).toContainText('$200.00')
    await checkAxe(page, 'order')
  })
  await test.step('the dialog says what each party bears', async () => {
    await job.click(page.getByRole('button', { name: 'Refund items…' }))
    const shares = dialog(page).getByRole('region', { name: 'Who bears it' })
    await expect(shares).toContainText('3 items, $600.00')
    await expect(shares).toContainText('Buyer +$600.00')
    await expect(shares).toContainText(/Sentinel Seller\W −\$200\.00/)
    await expect(shares).toContainText('−$400.00')
    await expect(shares).toContainText('Marketplace $0.00')
    await expect(shares).toContainText('This needs a second person')
    await dialog(page).getByRole('textbox', { name: 'In your words' }).fill('The whole parcel was lost')
    await checkAxe(page, 'refund items')
    await job.click(dialog(page).getByRole('button', { name: 'Refund', exact: true }))
    await expect(toast(page, 'Asked. It goes out when a second person approves it.')).toBeVisible()
    const request = page.getByRole('region', { name: /^Waits for a second person/ })
    await expect(request).toContainText('asks to refund $600.00 to the buyer for 3 items of an order')
  })
  job.expectAtMost(2)
  await test.step('one approval refunds all of them, without a reload', async () => {
    const [request] = await asAdmin<Approval[]>('GET', `/v1/admin/approvals?order=${sale.order}`)
    await asAdmin('POST', `/v1/admin/approvals/${request?.id}/approve`)
    await expect(page.getByRole('region', { name: 'Items' }).getByText('Refunded $200.00')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Refund items…' })).toHaveAttribute('aria-disabled', 'true')
  })
})
