import { dialog, press } from '../stack/page-parts.ts'
import { expect, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { account, always, begin, call, changesOf, openTxn, txnOf } from './transactions.ts'

test.describe('a cancellation', () => {
  const only = 'Cancel Only'
  const charging = 'Confirm Cancel & Charge Seller'
  const shown = "Show cancellation in seller's profile reviews"

  test('[TXN-50] [TXN-51] [TXN-52] [TXN-53] [TXN-57] [DLG-02] [DLG-04] [DLG-22] [API-42] the seller not charged', async ({
    page,
  }) => {
    const id = 'sentinel-label-txn-1'
    await openTxn(page, id)
    const box = await begin(page, 'Cancel transaction')
    await expect(box.getByText('This will cancel the order and refund the buyer.')).toBeVisible()
    for (const name of [only, charging, 'Close'])
      await expect(box.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(box.getByRole('checkbox', { name: shown })).toBeChecked()
    await expect(box.locator('dd')).toHaveText([
      'Buyer +$25.00, seller −$20.00, marketplace −$5.00, left after: $0.00',
      'Buyer +$25.00, seller −$25.00, left after: $0.00',
    ])
    const request = sent(page, `PATCH ${call(id, '/cancel')}`)
    await press(box, only)
    expect(new URL((await request).url()).search).toBe(
      '?charge_seller=false&show_cancellation_in_seller_reviews=true',
    )
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Cancelled and refunded transaction')).toHaveRole('status')
    await expect(page.getByRole('combobox', { name: 'status', exact: true })).toHaveValue('3')
    await expect(account(page, 'Refunded')).toHaveText('$25.00')
    await expect(account(page, 'Fee')).toHaveText('−$5.00')
  })

  test('[TXN-54] [TXN-56] [API-42] the seller charged, and not shown in reviews', async ({ page }) => {
    const id = 'sentinel-label-txn-2'
    await openTxn(page, id)
    const box = await begin(page, 'Cancel transaction')
    await box.getByRole('checkbox', { name: shown }).uncheck()
    const request = sent(page, `PATCH ${call(id, '/cancel')}`)
    await press(box, charging)
    expect(new URL((await request).url()).search).toBe(
      '?charge_seller=true&show_cancellation_in_seller_reviews=false',
    )
    await expect(toast(page, 'Cancelled and refunded transaction')).toBeVisible()
    await expect(account(page, 'Pending')).toHaveText('−$5.00')
  })

  test('[TXN-55] [DLG-22] Close sends nothing', async ({ page }) => {
    const calls = watchCalls(page)
    await openTxn(page, txnOf('pending'))
    const box = await begin(page, 'Cancel transaction')
    await press(box, 'Close')
    await expect(dialog(page)).toHaveCount(0)
    await quiet(page)
    expect(changesOf(calls)).toEqual([])
  })

  test("[TXN-58] a failure shows 'Error cancelling transaction ' plus the error", async ({ page }) => {
    for (const [name, error] of [
      ['changes-drop', 'The server could not be reached'],
      ['changes-200', always],
    ] as const) {
      await openTxn(page, txnOf(name))
      await press(await begin(page, 'Cancel transaction'), only)
      await expect(toast(page, `Error cancelling transaction ${error}`)).toHaveRole('alert')
    }
  })

  test('while a dispute is open the dialog shows the reason, and the server refuses', async ({ page }) => {
    await openTxn(page, 'sentinel-disputed-txn-2')
    const box = await begin(page, 'Cancel transaction')
    await expect(box.getByText('Not possible now: a dispute is open.')).toBeVisible()
    await press(box, only)
    await expect(box.getByRole('alert')).toContainText('a dispute is open')
  })
})

test('[TXN-78] [DLG-22] closing any dialog sends nothing', async ({ page }) => {
  const calls = watchCalls(page)
  for (const [name, buttons] of [
    ['changes-fail-disputed', ['Resolve Dispute']],
    [
      'pending',
      ['Add Tracking', 'Partial Refund', 'Open Dispute', 'Mark as delivered', 'Cancel transaction'],
    ],
  ] as const) {
    await openTxn(page, txnOf(name))
    for (const button of buttons) {
      const box = await begin(page, button)
      await press(box, button === 'Cancel transaction' ? 'Close' : 'Cancel')
      await expect(dialog(page)).toHaveCount(0)
      await begin(page, button)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
  }
  await quiet(page)
  expect(changesOf(calls)).toEqual([])
})
