import type { Page, Request } from '@playwright/test'
import { dialog, press } from '../stack/page-parts.ts'
import { expect, sent, setVendor, test, toast, watchCalls, withoutLive } from '../stack/test.ts'
import { account, begin, call, changesOf, openTxn, txnOf } from './transactions.ts'

const keyOf = (request: Request) => request.headers()['idempotency-key']

test.describe('a partial refund', () => {
  const field = (page: Page) => dialog(page).getByLabel('Refund amount (USD)')

  test('[TXN-30] [TXN-31] [TXN-33] [DLG-06] one field, at first 0.00, showing dollars with two decimals', async ({
    page,
  }) => {
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
  })

  test('[TXN-32] [TXN-35] [API-45] the dollar sign is stripped, whole cents are sent, and the strip shows it', async ({
    page,
  }) => {
    const id = 'sentinel-edit-txn-2'
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
    await expect(dialog(page).getByText('Left to refund: $25.00.')).toBeVisible()
    await field(page).fill('$0.29')
    await expect(dialog(page).getByText('Buyer +$0.29, seller −$0.29, left after: $24.71')).toBeVisible()
    const request = sent(page, `POST ${call(id, '/refunds')}`)
    await press(dialog(page), 'Refund')
    expect((await request).postDataJSON()).toEqual({ amount: 29, left_seen: 2500 })
    await expect(toast(page, 'Partial Refund Success')).toHaveRole('status')
    await expect(dialog(page)).toHaveCount(0)
    await expect(account(page, 'Refunded')).toHaveText('$0.29')
    await expect(account(page, 'Pending')).toHaveText('$24.71')
  })

  test('[TXN-34] [TXN-37] [TXN-77] the console checks no limit: the server decides, and the dialog shows its message', async ({
    page,
  }) => {
    const id = 'sentinel-edit-txn-3'
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
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
      await expect(dialog(page).getByRole('alert')).toContainText('left: $25.00')
    }
  })

  test('pressing five times refunds once', async ({ page }) => {
    const id = 'sentinel-edit-txn-4'
    const calls = watchCalls(page)
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
    await field(page).fill('1')
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

  test('[TXN-36] [TXN-77] without an answer the fixed message; a retry is the same change, a reopened dialog another', async ({
    page,
  }) => {
    const id = txnOf('changes-drop')
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
    const refund = async () => {
      const request = sent(page, `POST ${call(id, '/refunds')}`)
      await field(page).fill('2')
      await press(dialog(page), 'Refund')
      await expect(dialog(page).getByRole('alert')).toHaveText('Error Issuing Partial Refund')
      return request
    }
    const first = await refund()
    await expect(dialog(page).getByText('Pressing again is safe')).toBeVisible()
    const second = await refund()
    expect(keyOf(first)).toBeTruthy()
    expect(keyOf(second)).toBe(keyOf(first))
    expect(second.postData()).toBe(first.postData())
    await press(dialog(page), 'Cancel')
    await begin(page, 'Partial Refund')
    expect(keyOf(await refund())).not.toBe(keyOf(first))
  })

  test('after a concurrent refund the dialog shows the new amount and can retry', async ({
    page,
    context,
  }) => {
    const id = 'sentinel-edit-txn-6'
    await withoutLive(page)
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
    await expect(dialog(page).getByText('Left to refund: $25.00.')).toBeVisible()
    const other = await context.newPage()
    await openTxn(other, id)
    await begin(other, 'Partial Refund')
    await field(other).fill('5')
    await press(dialog(other), 'Refund')
    await expect(toast(other, 'Partial Refund Success')).toBeVisible()
    await field(page).fill('5')
    await press(dialog(page), 'Refund')
    await expect(dialog(page).getByRole('alert')).toContainText('left: $20.00')
    await expect(field(page)).toHaveValue('5.00')
    await expect(dialog(page).getByText('left after: $15.00')).toBeVisible()
    await press(dialog(page), 'Refund')
    await expect(toast(page, 'Partial Refund Success')).toBeVisible()
    await expect(account(page, 'Refunded')).toHaveText('$10.00')
  })
})

test.describe('a refund that the vendor does not answer', () => {
  const id = 'sentinel-edit-txn-14'
  test.afterEach(() => setVendor('stripe', 'ok', id))

  test('is on its way, blocks every other movement with the reason, and arrives by itself', async ({
    page,
  }) => {
    await setVendor('stripe', 'hang', id)
    await openTxn(page, id)
    await begin(page, 'Partial Refund')
    await dialog(page).getByLabel('Refund amount (USD)').fill('1')
    await press(dialog(page), 'Refund')
    await expect(toast(page, 'Refund is on its way; it will be settled without further help.')).toBeVisible()
    const flight = page.getByText(/^A refund of \$1\.00 is on its way since /)
    await expect(flight).toBeVisible()
    for (const name of ['Partial Refund', 'Cancel transaction']) {
      await begin(page, name)
      await expect(dialog(page)).toContainText('Not possible now: a refund of $1.00 is on its way.')
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    await setVendor('stripe', 'ok', id)
    await expect(account(page, 'Refunded')).toHaveText('$1.00')
    await expect(flight).toHaveCount(0)
  })
})
