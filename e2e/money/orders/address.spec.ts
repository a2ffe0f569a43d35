import { countedJob } from '../../stack/counted.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'

test.use({ role: 'support' })

test("the typo in an order's address is corrected, and the marketplace is told", async ({ page }) => {
  const ship_to = {
    ...{ ship_to_name: 'Ben Buyer', ship_to_line1: '12 Main Stret', ship_to_city: 'Boston' },
    ...{ ship_to_region: 'MA', ship_to_postal_code: '02101', ship_to_country: 'US' },
  }
  const sale = await makeSale('address', { ship_to })
  const job = countedJob()
  await page.goto(`/dashboard/orders/${sale.order}`)
  const panel = page.getByRole('region', { name: 'Ship to' })
  await expect(panel).toContainText('12 Main Stret')
  await job.click(panel.getByRole('button', { name: 'Correct the address…' }))
  await dialog(page).getByRole('textbox', { name: 'Street and number' }).fill('12 Main Street')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The buyer wrote to us')
  await checkAxe(page, 'correct the address')
  await job.click(dialog(page).getByRole('button', { name: 'Correct', exact: true }))
  await expect(toast(page, 'Address corrected. The marketplace has been told.')).toHaveRole('status')
  await expect(panel).toContainText('12 Main Street')
  job.expectAtMost(2)
})
