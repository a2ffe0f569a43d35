import { dialog, press } from '../../stack/page-parts.ts'
import { expect, sent, test, toast, watchCalls } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import {
  account,
  action,
  begin,
  call,
  changesOf,
  giveReason,
  moveToTxn,
  openTxn,
  state,
  txnOf,
} from './transactions.ts'

const only = 'Cancel Only'
const charging = 'Confirm Cancel & Charge Seller'
const shown = "Show cancellation in seller's profile reviews"

test('dialogs are closed, then transactions are cancelled', async ({ page }) => {
  const calls = watchCalls(page)

  for (const [name, buttons] of [
    ['changes-fail-disputed', ['Resolve Dispute']],
    [
      'pending',
      ['Add Tracking', 'Partial Refund', 'Open Dispute', 'Mark as delivered', 'Cancel transaction'],
    ],
  ] as const)
    await test.step(`[TXN-55] [TXN-78] [DLG-22] closing any dialog, on ${name}`, async () => {
      await (name === 'pending' ? moveToTxn : openTxn)(page, txnOf(name))
      for (const button of buttons) {
        const box = await begin(page, button)
        await press(box, button === 'Cancel transaction' ? 'Close' : 'Cancel')
        await expect(dialog(page)).toHaveCount(0)
        await begin(page, button)
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      }
    })

  await test.step('while a dispute is open the button is disabled, with the reason in sight', async () => {
    await moveToTxn(page, 'sentinel-disputed-txn-2')
    // [TXN-55] [TXN-78] The closed dialogs have sent nothing.
    expect(changesOf(calls)).toEqual([])
    await expect(action(page, 'Cancel transaction')).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('No refund or cancellation now: a dispute is open.')).toBeVisible()
  })

  await test.step('[TXN-50] [TXN-51] [TXN-52] [TXN-53] [TXN-57] [DLG-02] [DLG-04] [DLG-22] [API-42] the seller not charged', async () => {
    const id = 'sentinel-label-txn-1'
    await moveToTxn(page, id)
    const box = await begin(page, 'Cancel transaction')
    await expect(box.getByText('This will cancel the order and refund the buyer.')).toBeVisible()
    for (const name of [only, charging, 'Close'])
      await expect(box.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(box.getByRole('checkbox', { name: shown })).toBeChecked()
    await expect(box.locator('dd')).toHaveText([
      'Buyer +$25.00, seller −$20.00, marketplace −$5.00, left after: $0.00',
      'Buyer +$25.00, seller −$25.00, left after: $0.00',
    ])
    // The list's last reason is chosen at first.
    await expect(box.getByLabel('Reason', { exact: true })).toHaveValue('goodwill')
    const request = sent(page, `PATCH ${call(id, '/cancel')}`)
    await press(box, only)
    expect(new URL((await request).url()).search).toBe(
      '?charge_seller=false&show_cancellation_in_seller_reviews=true&reason_id=goodwill',
    )
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Cancelled and refunded transaction')).toHaveRole('status')
    await expect(state(page, 'status')).toHaveValue('3')
    await expect(account(page, 'Refunded')).toHaveText('$25.00')
    await expect(account(page, 'Borne by us')).toHaveText('$5.00')
    await closeToasts(page)
  })

  await test.step('[TXN-54] [TXN-56] [API-42] the seller charged, and not shown in reviews', async () => {
    const id = 'sentinel-label-txn-2'
    await moveToTxn(page, id)
    const box = await begin(page, 'Cancel transaction')
    await box.getByRole('checkbox', { name: shown }).uncheck()
    await giveReason(page)
    const request = sent(page, `PATCH ${call(id, '/cancel')}`)
    await press(box, charging)
    expect(new URL((await request).url()).search).toBe(
      '?charge_seller=true&show_cancellation_in_seller_reviews=false&reason_id=goodwill',
    )
    await expect(toast(page, 'Cancelled and refunded transaction')).toBeVisible()
    await expect(account(page, 'Pending')).toHaveText('−$5.00')
  })
})
