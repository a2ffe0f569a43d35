import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
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
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach files' }).click()
      const buffer = Buffer.from('%PDF-1.7\n%%EOF')
      await (await chooser).setFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer })
      await page.getByLabel('Kind of signed.pdf').selectOption('Proof of shipping or delivery')
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
      await expect(page.getByRole('region', { name: 'Evidence as it was sent' })).toContainText(
        /Proof of shipping or delivery\s*signed\.pdf/,
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

test('a chargeback shows what was sold, as of when, and what has changed since @slow', async ({ page }) => {
  const sale = await makeSale('as-sold')
  const listing = {
    key: sale.id,
    creatorUID: 'sentinel-seller',
    title: sale.title,
    description: 'Walnut, as new',
  }
  await importRows('listings', [{ ...listing, photosURL: ['a.jpg', 'b.jpg'] }])
  const parties = { seller_uid: 'sentinel-seller', purchaser_uid: 'sentinel-buyer' }
  const bought = {
    id: sale.id,
    order_id: sale.order,
    product_title: sale.title,
    price: 20_000,
    shipping_cost: 0,
  }
  const purchase_date = new Date().toISOString()
  await importRows('transactions', [{ ...bought, ...parties, product_id: sale.id, purchase_date }])
  await importRows('listings', [{ ...listing, description: 'Painted pine', photosURL: ['a.jpg'] }])
  const { id } = await atProvider<{ id: string }>('disputes', { payment_intent: sale.payment })
  await page.goto('/dashboard/disputes?tab=chargebacks')
  await page.getByRole('row').filter({ hasText: sale.title }).getByRole('link', { name: sale.title }).click()
  await expect(page).toHaveURL(`/dashboard/chargebacks/${id}`)

  const evidence = page.getByLabel('Product, as it was listed')
  await expect(evidence).toHaveValue(/The listing as it was at the purchase, .* UTC:\n[\s\S]*Walnut, as new/)
  const sold = page.getByRole('region', { name: 'As it was sold' }).getByRole('region', { name: 'Listing' })
  await expect(sold).toContainText(/descriptionWalnut, as new.*Painted pine/)
  await expect(sold).toContainText(/a\.jpg, b\.jpg.*a\.jpg/)
  await checkAxe(page, 'a chargeback with what was sold')
  await sold.getByRole('link', { name: 'As it was then' }).click()
  await expect(page.getByRole('region', { name: 'Moment that the page shows' })).toContainText(/^As of /)
  await expect(page.getByText('Walnut, as new')).toBeVisible()
  await expect(page.getByText('Painted pine')).toHaveCount(0)
})
