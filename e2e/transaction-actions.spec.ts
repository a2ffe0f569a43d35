import type { Page, Request } from '@playwright/test'
import { account, action, begin, call, checkAxe, dialog, openTxn, press, txnOf, value } from './money.ts'
import {
  answered,
  expect,
  named,
  quiet,
  sent,
  setVendor,
  test,
  toast,
  watchCalls,
  withoutLive,
} from './staff.ts'

const keyOf = (request: Request) => request.headers()['idempotency-key']
const always = 'This person of the demo always fails.'
const changesOf = (calls: Request[]) => calls.filter((one) => one.method() !== 'GET').map(named)

test.describe('tracking', () => {
  test('[TXN-26] [TXN-27] [TXN-28] [TXN-79] [DLG-07] [DLG-08] [API-46] it is added to a transaction without', async ({
    page,
  }) => {
    const id = 'sentinel-waiting-txn-1'
    const calls = watchCalls(page)
    await openTxn(page, id)
    const box = await begin(page, 'Add Tracking')
    await expect(box).toHaveAccessibleName('Add Tracking')
    const [number, carrier] = [box.getByLabel('Tracking Number'), box.getByLabel('Carrier')]
    await expect(number).toHaveAttribute('required')
    await expect(carrier).toHaveAttribute('required')
    await expect(box.getByRole('button', { name: 'Cancel' })).toBeVisible()
    // D-119
    await press(box, 'Save')
    await number.fill('9400 1')
    await press(box, 'Save')
    await quiet(page)
    expect(changesOf(calls)).toEqual([])
    await expect(box).toBeVisible()
    await carrier.fill('USPS')
    const request = sent(page, `POST ${call(id, '/tracking')}`)
    const reloaded = answered(page, `GET ${call(id)}`)
    await press(box, 'Save')
    expect((await request).postDataJSON()).toEqual({ tracking_number: '9400 1', carrier: 'USPS' })
    await expect(toast(page, 'Updated Tracking Info')).toHaveRole('status')
    await reloaded
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'tracking_number' })).toHaveValue('9400 1')
    await expect(value(page, 'carrier')).toHaveText('USPS')
  })

  test('[TXN-79] [DLG-09] it is updated where there is one; any text is taken', async ({ page }) => {
    const id = 'sentinel-edit-txn-1'
    await openTxn(page, id)
    const box = await begin(page, 'Add Tracking')
    await box.getByLabel('Tracking Number').fill(' ünï <b>&')
    await box.getByLabel('Carrier').fill('🚚')
    const request = sent(page, `POST ${call(id, '/tracking')}`)
    await press(box, 'Save')
    expect((await request).postDataJSON()).toEqual({ tracking_number: ' ünï <b>&', carrier: '🚚' })
    await expect(toast(page, 'Updated Tracking Info')).toBeVisible()
    await expect(value(page, 'carrier')).toHaveText('🚚')
  })

  test("[TXN-29] [TXN-37] [TXN-77] a failure is told in the dialog: the server's words, or the fixed ones", async ({
    page,
  }) => {
    for (const [name, words] of [
      ['changes-drop', 'Error Adding Tracking Info'],
      ['changes-fail', always],
    ] as const) {
      await openTxn(page, txnOf(name))
      const box = await begin(page, 'Add Tracking')
      await box.getByLabel('Tracking Number').fill('1')
      await box.getByLabel('Carrier').fill('2')
      await press(box, 'Save')
      await expect(box.getByRole('alert')).toHaveText(words)
      await expect(box.getByLabel('Tracking Number')).toHaveValue('1')
    }
  })

  test('[ERR-04] it is judged by HTTP 200, whatever the wrapper says', async ({ page }) => {
    await openTxn(page, txnOf('changes-200'))
    const box = await begin(page, 'Add Tracking')
    await box.getByLabel('Tracking Number').fill('1')
    await box.getByLabel('Carrier').fill('2')
    await press(box, 'Save')
    await expect(toast(page, 'Updated Tracking Info')).toBeVisible()
  })
})

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

  test('[TXN-34] [TXN-37] [TXN-77] no bound is checked here: the server decides, and its words stand in the dialog', async ({
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

  test('pressed five times it is refunded once', async ({ page }) => {
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

  test('[TXN-36] [TXN-77] without an answer the fixed words; again is the same change, reopened is another', async ({
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

  test('who saw other money than there is, is told and can go on', async ({ page, context }) => {
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

  test('is on its way, holds up every other movement with the reason, and arrives by itself', async ({
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

test.describe('disputes', () => {
  test('[TXN-38] [TXN-39] [TXN-40] [TXN-41] [TXN-42] [DLG-03] [API-43] one is opened for a reason', async ({
    page,
  }) => {
    const id = 'sentinel-edit-txn-7'
    const calls = watchCalls(page)
    await openTxn(page, id)
    const box = await begin(page, 'Open Dispute')
    await expect(
      box.getByText(
        'This will notify both buyer and seller and prevent payout to seller until resolved if not already paid out.',
      ),
    ).toBeVisible()
    const reason = box.getByLabel('Reason for Dispute*')
    const options = await reason
      .locator('option')
      .evaluateAll((all) => all.map((one) => [(one as HTMLOptionElement).value, one.textContent]))
    expect(options.slice(1)).toEqual([
      ['1', 'Item Received Not As Described'],
      ['2', 'Item Not Received'],
      ['3', 'Other'],
    ])
    await press(box, 'Confirm')
    await expect(box.getByRole('alert')).toHaveText('Choose a reason first.')
    await quiet(page)
    expect(changesOf(calls)).toEqual([])
    await reason.selectOption('Item Not Received')
    const request = sent(page, `POST ${call(id, '/disputes')}`)
    await press(box, 'Confirm')
    expect((await request).postDataJSON()).toEqual({
      dispute_type: 2,
      creator_uid: 'sentinel-buyer',
      purchase_transaction: id,
    })
    await expect(toast(page, 'Dispute Created')).toHaveRole('status')
    await expect(value(page, 'dispute_status')).toHaveText('Active')
    await expect(action(page, 'Resolve Dispute')).toBeVisible()
    await expect(action(page, 'Open Dispute')).toHaveCount(0)
    await expect(account(page, 'Disputed')).toHaveText('$25.00')
  })

  test('[TXN-37] [TXN-43] [TXN-77] a failure is told in the dialog', async ({ page }) => {
    for (const [name, words] of [
      ['changes-drop', 'Error Opening Dispute.'],
      ['changes-fail', always],
    ] as const) {
      await openTxn(page, txnOf(name))
      const box = await begin(page, 'Open Dispute')
      await box.getByLabel('Reason for Dispute*').selectOption('3')
      await press(box, 'Confirm')
      await expect(box.getByRole('alert')).toHaveText(words)
    }
  })

  test('[TXN-45] [TXN-49] [API-44] one is resolved: irreversible, payable within 2 hours', async ({
    page,
  }) => {
    const id = 'sentinel-disputed-txn-1'
    await openTxn(page, id)
    const box = await begin(page, 'Resolve Dispute')
    await expect(
      box.getByText('Seller earnings will become payable within 2 hours. This action is irreversible.'),
    ).toBeVisible()
    const request = sent(page, `PATCH ${call(id, '/disputes/sentinel-disputed-dispute-1')}`)
    await press(box, 'Confirm')
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Transaction updated.')).toHaveRole('status')
    await expect(value(page, 'dispute_status')).toHaveText('Resolved')
    await expect(action(page, 'Resolve Dispute')).toHaveCount(0)
  })

  test("[TXN-44] a failure shows 'Error resolving dispute. ' plus the status", async ({ page }) => {
    await openTxn(page, txnOf('changes-fail-disputed'))
    await press(await begin(page, 'Resolve Dispute'), 'Confirm')
    await expect(toast(page, 'Error resolving dispute. 500')).toHaveRole('alert')
  })
})

test.describe('delivered, or not shipped', () => {
  test('[TXN-46] [TXN-49] [TXN-80] [API-40] delivered asks first', async ({ page }) => {
    const id = 'sentinel-edit-txn-8'
    const calls = watchCalls(page)
    await openTxn(page, id)
    const box = await begin(page, 'Mark as delivered')
    await expect(box.getByText('This will not notify the buyer or seller.')).toBeVisible()
    await quiet(page)
    expect(changesOf(calls)).toEqual([])
    const request = sent(page, `PATCH ${call(id, '/delivered')}`)
    await press(box, 'Confirm')
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Transaction updated.')).toHaveRole('status')
    await expect(page.getByRole('combobox', { name: 'shipping_status' })).toHaveValue('1')
    await expect(action(page, 'Mark as delivered')).toHaveCount(0)
    await expect(account(page, 'Held')).toHaveText('$25.00')
  })

  test('[TXN-49] [API-41] not shipped acts at once', async ({ page }) => {
    const id = 'sentinel-edit-txn-9'
    await openTxn(page, id)
    const request = sent(page, `PATCH ${call(id, '/not_shipped')}`)
    await action(page, 'Mark as not shipped').click()
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Transaction updated.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'shipping_status' })).toHaveValue('3')
  })

  test('[TXN-47] [TXN-48] failures', async ({ page }) => {
    for (const name of ['changes-fail', 'changes-200', 'changes-drop']) {
      await openTxn(page, txnOf(name))
      await action(page, 'Mark as not shipped').click()
      await expect(toast(page, 'Error marking as not shipped.'), name).toHaveRole('alert')
      await press(await begin(page, 'Mark as delivered'), 'Confirm')
      await expect(toast(page, 'Error marking as delivered.'), name).toHaveRole('alert')
    }
  })
})

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

  test('while a dispute is open the dialog says why not, and the server refuses', async ({ page }) => {
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

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`axe finds nothing in ${colorScheme}`, () => {
    test.use({ colorScheme })
    test('in every dialog, with what it says of a failure', async ({ page }) => {
      await openTxn(page, txnOf('changes-fail'))
      for (const [button, confirm] of [
        ['Add Tracking', null],
        ['Partial Refund', 'Refund'],
        ['Open Dispute', 'Confirm'],
        ['Mark as delivered', 'Confirm'],
        ['Cancel transaction', 'Cancel Only'],
      ] as const) {
        const box = await begin(page, button)
        await checkAxe(page, button)
        if (confirm) {
          await press(box, confirm)
          await expect(box.getByRole('alert')).toBeVisible()
          await checkAxe(page, `${button}, failed`)
        }
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      }
    })
  })
