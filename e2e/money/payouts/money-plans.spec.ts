import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, checkSchemes, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'

test.use({ role: 'finance' })

test('finance plans the money of a blocked seller, from the seller’s page', async ({ page }) => {
  const seller = 'planned-seller'
  await importRows('users', [{ uid: seller, displayName: 'Planned Seller' }])
  await makeSale('money-plan', { sellers: [seller] })
  await asAdmin('PATCH', `/v1/admin/users/${seller}/ban`, { ban_reason: 'Fraud' })
  const job = countedJob()
  await page.goto(`/user-detail/${seller}`)
  await job.click(page.getByRole('link', { name: '$200.00 of 1 unpaid sale: the plan' }))
  const row = page.getByRole('row').filter({ hasText: 'Planned Seller' })
  await expect(row).toContainText('No plan')
  await checkSchemes(page, 'money plans')
  await job.click(row.getByRole('button', { name: 'Plan the money of Planned Seller' }))
  const on = dialog(page).getByRole('textbox', { name: 'On', exact: true })
  const soon = await on.inputValue()
  await on.fill('2020-01-01T00:00')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Nobody got the second parcel')
  await dialog(page).getByRole('button', { name: 'Save the plan' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('On: choose a time in the future.')
  await on.fill(soon)
  await checkAxe(page, 'the plan')
  await job.click(dialog(page).getByRole('button', { name: 'Save the plan' }))
  await expect(toast(page, 'The plan is saved')).toBeVisible()
  await expect(row).toContainText('Paid out to the seller')
  await expect(row).toContainText('Waits for its date')
  await page.getByRole('link', { name: 'All blocked sellers' }).click()
  await expect(row).toBeVisible()
  job.expectAtMost(3)
})
