import type { Page } from '@playwright/test'
import { dialog, press } from '../../stack/page-parts.ts'
import { expect, sent, setVendor, test, toast, watchCalls } from '../../stack/test.ts'
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
  txnOf,
} from './transactions.ts'

const field = (page: Page) => dialog(page).getByLabel('Refund amount (USD)')
const hanging = 'sentinel-edit-txn-14'
test.afterAll(() => setVendor('stripe', 'ok', hanging))

test('partial refunds: the amount, the limit, and pressing twice', async ({ page }) => {
  await test.step('[TXN-30] [TXN-31] [TXN-33] [DLG-06] one field, at first 0.00, showing dollars with two decimals', async () => {
    await openTxn(page, txnOf('pending'))
    const box = await begin(page, 'Partial Refund')
    await expect(box.getByRole('textbox')).toHaveCount(1)
    await expect(field(page)).toHaveValue('0.00')
    await expect(field(page)).toBeFocused()
    for (const [typed, shown] of [
      ['5', '5.00'],
      ['18.4', '18.40'],
      ['$1,000.00', '1000.00'],
      ['1.005', '1.01'],
      ['-5', '-5.00'],
      ['٣', '0.00'],
      ['', '0.00'],
    ] as const) {
      await field(page).fill(typed)
      await field(page).blur()
      await expect(field(page), typed).toHaveValue(shown)
    }
    await press(box, 'Cancel')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('[TXN-34] [TXN-37] [TXN-77] the console checks no limit: the server decides, and the dialog shows its message', async () => {
    const id = 'sentinel-edit-txn-3'
    await moveToTxn(page, id)
    await begin(page, 'Partial Refund')
    await giveReason(page)
    for (const [typed, amount] of [
      ['99999', 9_999_900],
      ['abc', 0],
      ['-5', -500],
      ['1e3', 100_000],
    ] as const) {
      await field(page).fill(typed)
      const request = sent(page, `POST ${call(id, '/refunds')}`)
      await press(dialog(page), 'Refund')
      expect((await request).postDataJSON().amount, typed).toBe(amount)
      await (await request).response()
      await expect(dialog(page).getByRole('button', { name: 'Refund', exact: true })).toBeEnabled()
      await expect(dialog(page).getByRole('alert')).toContainText('left: $25.00')
    }
    await press(dialog(page), 'Cancel')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('[TXN-32] [TXN-35] [API-45] the dollar sign is stripped, whole cents are sent, and the strip shows it', async () => {
    const id = 'sentinel-edit-txn-2'
    await moveToTxn(page, id)
    await begin(page, 'Partial Refund')
    await expect(dialog(page).getByText('Left to refund: $25.00.')).toBeVisible()
    await field(page).fill('$0.29')
    await expect(dialog(page).getByText('Buyer +$0.29, seller −$0.29, left after: $24.71')).toBeVisible()
    // The list's last reason is chosen at first.
    await expect(dialog(page).getByLabel('Reason', { exact: true })).toHaveValue('goodwill')
    const request = sent(page, `POST ${call(id, '/refunds')}`)
    await press(dialog(page), 'Refund')
    expect((await request).postDataJSON()).toEqual({ amount: 29, left_seen: 2500, reason_id: 'goodwill' })
    await expect(toast(page, 'Partial Refund Success')).toHaveRole('status')
    await expect(dialog(page)).toHaveCount(0)
    await expect(account(page, 'Refunded')).toHaveText('$0.29')
    await expect(account(page, 'Pending')).toHaveText('$24.71')
    await closeToasts(page)
  })

  await test.step('pressing five times refunds once', async () => {
    const id = 'sentinel-edit-txn-4'
    await moveToTxn(page, id)
    const calls = watchCalls(page)
    await begin(page, 'Partial Refund')
    await field(page).fill('1')
    await giveReason(page)
    await page.evaluate(() => {
      const button = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find(
        (one) => one.textContent === 'Refund',
      )
      for (let at = 0; at < 5; at++) button?.click()
    })
    await expect(toast(page, 'Partial Refund Success')).toBeVisible()
    expect(changesOf(calls)).toEqual([`POST ${call(id, '/refunds')}`])
    await expect(account(page, 'Refunded')).toHaveText('$1.00')
  })

  await test.step('a refund that the vendor does not answer is on its way, blocks every other movement with the reason, and arrives by itself', async () => {
    await setVendor('stripe', 'hang', hanging)
    await moveToTxn(page, hanging)
    await begin(page, 'Partial Refund')
    await field(page).fill('1')
    await giveReason(page)
    await press(dialog(page), 'Refund')
    await expect(toast(page, 'Refund is on its way; it will be settled without further help.')).toBeVisible()
    const flight = page.getByText(/^A refund of \$1\.00 is on its way since /)
    await expect(flight).toBeVisible()
    const why = 'No refund or cancellation now: a refund of $1.00 is on its way.'
    for (const name of ['Partial Refund', 'Cancel transaction']) {
      await expect(action(page, name)).toHaveAttribute('aria-disabled', 'true')
      await expect(action(page, name)).toHaveAccessibleDescription(why)
    }
    await expect(page.getByText(why)).toBeVisible()
    await setVendor('stripe', 'ok', hanging)
    await expect(account(page, 'Refunded')).toHaveText('$1.00')
    await expect(flight).toHaveCount(0)
  })
})
