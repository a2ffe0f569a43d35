import { countedJob } from '../../stack/counted.ts'
import { checkAxe, dialog } from '../../stack/page-parts.ts'
import { atProvider, makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'

test.use({ role: 'finance' })

for (const outcome of ['won', 'lost'] as const)
  test(`a chargeback from its warning to ${outcome}`, async ({ page }) => {
    const sale = await makeSale(`chargeback-${outcome}`)
    const payment = { payment_intent: sale.payment }
    const job = countedJob()
    const row = page.getByRole('row').filter({ hasText: sale.title })
    await page.goto('/dashboard/disputes')

    await test.step('the warning advises the refund that costs less', async () => {
      await atProvider('early_fraud_warnings', payment)
      await job.click(page.getByRole('link', { name: 'Fraud warnings' }))
      await expect(row).toContainText('Made with a stolen card')
      await expect(row).toContainText('Refund $200.00')
      await expect(row).toContainText('saves the fee of $15.00')
      await expect(row.getByRole('link', { name: `Refund ${sale.title}` })).toBeVisible()
      await checkAxe(page, 'warnings')
    })
    await test.step('its link opens the dialog of the refund; closing it takes it out of the URL', async () => {
      await row.getByRole('link', { name: `Refund ${sale.title}` }).click()
      await expect(dialog(page).getByLabel('Refund amount (USD)')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(`/dashboard/txns/${sale.id}`)
      await expect(dialog(page)).toHaveCount(0)
      await page.goBack()
    })
    const { id } = await atProvider<{ id: string }>('disputes', { ...payment, due_in: 9 * 3600 })
    await test.step('the chargeback has its reason in words, its fee and its deadline', async () => {
      await job.click(page.getByRole('link', { name: 'Chargebacks' }))
      await expect(row).toContainText('The item did not arrive')
      await expect(row).toContainText('fee $15.00')
      await expect(row).toContainText(/due in \d hours/)
      await job.click(row.getByRole('link', { name: sale.title }))
      await expect(page).toHaveURL(`/dashboard/chargebacks/${id}`)
      await expect(page.getByText(/^The bank took back \$200\.00 and the fee of \$15\.00\./)).toBeVisible()
      await checkAxe(page, 'chargeback')
    })
    await test.step('the composed evidence is edited, saved as a draft, and sent as it is shown', async () => {
      await expect(page.getByLabel('Product, as it was listed')).toHaveValue(new RegExp(sale.title))
      await page.getByLabel('Why it was not refunded').fill('The buyer confirmed the parcel.')
      await job.click(page.getByRole('button', { name: 'Save draft' }))
      await expect(toast(page, 'Draft saved.')).toHaveRole('status')
      await job.click(page.getByRole('button', { name: 'Submit…' }))
      await expect(dialog(page).getByRole('region', { name: 'As the bank receives it' })).toContainText(
        'The buyer confirmed the parcel.',
      )
      await checkAxe(page, 'submit')
      await job.click(dialog(page).getByRole('button', { name: 'Submit to the bank' }))
      await expect(toast(page, 'Evidence sent.')).toHaveRole('status')
      await expect(page.getByRole('region', { name: 'Evidence as it was sent' })).toContainText(
        'The buyer confirmed the parcel.',
      )
      await expect(page.getByRole('button', { name: 'Submit…' })).toHaveCount(0)
    })
    await test.step('the open page shows what the bank decides', async () => {
      await atProvider(`disputes/${id}/close`, { status: outcome })
      await expect(
        page.getByText(
          outcome === 'won' ? /^Won: the bank gave \$200\.00 back/ : /^Lost on .*: \$200\.00 and the fee/,
        ),
      ).toBeVisible()
    })
    job.expectAtMost(6)
  })
