import type { Page } from '@playwright/test'
import { checkAxe, dialog, press } from '../../stack/page-parts.ts'
import { answered, expect, named, test, toast, watchCalls } from '../../stack/test.ts'
import { moveToTxn, openTxn, txnOf } from './transactions.ts'

const labels = (page: Page) => page.getByRole('region', { name: 'Shipping labels' })
const cell = (page: Page, text: string) => labels(page).getByRole('listitem').filter({ hasText: text })
const open = async (page: Page) => {
  await labels(page)
    .getByRole('button', { name: /^Actions for label/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Cancel & refund' }).click()
  await expect(dialog(page).getByText('A refund will be issued.')).toBeVisible()
  await expect(dialog(page)).toContainText(/Label \S+ is cancelled/)
}

test('shipping labels are read, and one is cancelled', async ({ page }) => {
  const txn = await openTxn(page, txnOf('labels'))
  const ready = (txn.ship_labels as Record<string, string>[]).find(({ id }) => id === 'sentinel-label-ready')

  await test.step('[TXN-11] [TXN-81] [SHP-02] [SHP-03] [SHP-04] [SHP-05] [SHP-13] [SHP-14] [SHP-15] one cell for each label', async () => {
    await expect(labels(page).getByRole('heading', { name: 'Shipping labels' })).toBeVisible()
    expect(txn.ship_labels).toHaveLength(3)
    await expect(labels(page).getByRole('listitem')).toHaveCount(3)
    const facts = cell(page, 'Paid and ready to use')
    await expect(facts.locator('dt')).toHaveText([
      'Tracking',
      'Shipment ID',
      'Status',
      'Purchase date',
      'Payment intent',
    ])
    await expect(facts.locator('dd')).toHaveText([
      ready?.tracking_number ?? '',
      ready?.ep_shipment_id ?? '',
      'Paid and ready to use',
      /^\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d\d[ap]m UTC$/,
      ready?.payment_intent_id ?? '',
    ])
    await expect(cell(page, 'Cancelled and refunded')).toHaveCount(1)
    await expect(cell(page, 'Not paid').locator('dd')).toHaveText([
      'null',
      'null',
      'Not paid',
      'null',
      'null',
    ])
  })

  await test.step('[SHP-01] [SHP-06] its picture and its payment link to other sites', async () => {
    const facts = cell(page, 'Paid and ready to use')
    const picture = facts.getByRole('link', { name: 'View Shipping Label' })
    expect(await picture.getAttribute('href')).toContain(ready?.label_image_url)
    await expect(picture).toHaveAttribute('target', '_blank')
    const payment = facts.getByRole('link', { name: ready?.payment_intent_id ?? '' })
    expect(await payment.getAttribute('href')).toBe(
      `https://dashboard.stripe.com/test/payments/${ready?.payment_intent_id}`,
    )
  })

  await test.step('[SHP-16] Cancel sends nothing and leaves the label as it is', async () => {
    await moveToTxn(page, 'sentinel-label-txn-4')
    const calls = watchCalls(page)
    await open(page)
    await checkAxe(page, 'label')
    await press(dialog(page), 'Cancel')
    await expect(dialog(page)).toHaveCount(0)
    await expect(labels(page).getByText('Paid and ready to use')).toBeVisible()
    await moveToTxn(page, 'sentinel-label-txn-3')
    expect(calls.filter((one) => one.method() !== 'GET')).toEqual([])
  })

  await test.step('[SHP-07] [SHP-08] [SHP-09] [SHP-12] [SHP-15] [API-47] it is cancelled and refunded, and shows it at once', async () => {
    await expect(labels(page).getByText('Paid and ready to use')).toBeVisible()
    await open(page)
    const calls = watchCalls(page)
    const answer = answered(page, 'POST /v1/admin/shipping/labels/sentinel-label-3/cancel')
    await press(dialog(page), 'Confirm')
    expect((await answer).status()).toBe(200)
    await expect(toast(page, 'Successfully cancelled and refunded ship label.')).toHaveRole('status')
    await expect(labels(page).getByText('Cancelled and refunded')).toBeVisible()
    // A change of other journeys has the navigation fetch its counts again, and the page the chargebacks of its transaction.
    const reads = calls.map(named).filter((name) => name.startsWith('GET'))
    expect(reads.filter((name) => name.includes('sentinel-label'))).toEqual([])
    await page.reload()
    await expect(labels(page).getByText('Cancelled and refunded')).toBeVisible()
  })
})
