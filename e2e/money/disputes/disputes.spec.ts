import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'

/** A sale with an open dispute whose deadline is the nearest of all. */
async function disputed(name: string) {
  const sale = await makeSale(name)
  const { id } = await asAdmin<{ id: string }>('POST', `/v1/admin/transactions/${sale.id}/disputes`, {
    dispute_type: 2,
    creator_uid: 'sentinel-buyer',
    purchase_transaction: sale.id,
  })
  await asAdmin('PATCH', `/v1/admin/disputes/${id}`, {
    deadline_at: '2001-01-01T00:00:00.000Z',
    buyer_statement: 'The parcel never came.',
    seller_statement: 'It was sent on time.',
    buyer_files: ['disputes/door.jpg'],
  })
  return sale
}

test.describe('disputes', () => {
  test.use({ role: 'finance' })

  test('one is partly decided for the buyer in at most 5 clicks', async ({ page }) => {
    const sale = await disputed(`dispute`)
    const job = countedJob()
    await page.goto('/dashboard/disputes')
    const row = page.getByRole('row').filter({ hasText: sale.title })
    const panel = page.getByRole('region', { name: 'Dispute', exact: true })

    await test.step('the list has amount, deadline, age, reason and people', async () => {
      await expect(row).toContainText('$200.00')
      await expect(row).toContainText(/\d+ years late/)
      await expect(row).toContainText('Item Not Received')
      await expect(row).toContainText('Sentinel Buyer against Sentinel Seller')
      await checkSchemes(page, 'disputes')
    })
    await test.step('the opened one has what both sides say', async () => {
      await job.click(row.getByRole('link', { name: sale.title }))
      await expect(panel).toContainText('The parcel never came.')
      await expect(panel).toContainText('It was sent on time.')
      await expect(panel.getByRole('link', { name: 'door.jpg' })).toBeVisible()
    })
    await test.step('staff record what a side says, move the deadline, and assign a colleague', async () => {
      await panel.getByRole('button', { name: 'Edit the statement of the seller' }).click()
      await panel.getByLabel('What the seller says').fill('The post has lost it.')
      await panel.getByLabel('Files of the seller').fill('disputes/slip.jpg\n\n disputes/slip.jpg')
      await checkSchemes(page, 'edit')
      await panel.getByRole('button', { name: 'Save the statement of the seller' }).click()
      await expect(toast(page, 'Dispute saved.')).toHaveRole('status')
      await expect(panel).toContainText('The post has lost it.')
      await expect(panel.getByRole('link', { name: 'slip.jpg' })).toHaveCount(1)
      await closeToasts(page)
      await panel.getByRole('button', { name: 'Change the deadline' }).click()
      await panel.getByLabel('Deadline', { exact: true }).fill('2002-01-01')
      await panel.getByRole('button', { name: 'Save the deadline' }).click()
      await expect(toast(page, 'Dispute saved.')).toHaveRole('status')
      await expect(panel.locator('time[datetime^="2002-01-01"]')).toBeVisible()
      await panel.getByRole('button', { name: 'Assign…' }).click()
      await checkSchemes(page, 'assign')
      await panel.getByRole('menuitem', { name: 'Suki Support' }).click()
      await expect(panel.getByText('Suki Support', { exact: true })).toBeVisible()
    })
    await test.step('the dialog says what follows from the amount', async () => {
      await job.click(panel.getByRole('button', { name: 'For the buyer…' }))
      await dialog(page).getByLabel('Refund to the buyer (USD)').fill('40')
      await expect(dialog(page)).toContainText('The buyer gets $40.00 back.')
      await expect(dialog(page)).toContainText(/The seller keeps \$\d/)
      await checkSchemes(page, 'decide')
      await job.choose(dialog(page).getByLabel('Reason', { exact: true }), 'Item not received')
      await job.click(dialog(page).getByRole('button', { name: 'Decide and refund' }))
      await expect(toast(page, 'Dispute decided for the buyer.')).toHaveRole('status')
    })
    await test.step('it is resolved with its outcome, and the money is refunded', async () => {
      await expect(panel).toContainText('For the buyer: $40.00 refunded')
      await expect(panel.getByRole('group', { name: 'Decide' })).toHaveCount(0)
      const money = await asAdmin<{ refunded: number; disputed: number }>(
        'GET',
        `/v1/admin/transactions/${sale.id}/money`,
      )
      expect(money).toMatchObject({ refunded: 4_000, disputed: 0 })
    })
    job.expectAtMost(5)
  })
})
