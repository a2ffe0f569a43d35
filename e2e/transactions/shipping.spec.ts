import { dialog, press, value } from '../stack/page-parts.ts'
import { answered, expect, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { account, action, always, begin, call, changesOf, openTxn, txnOf } from './transactions.ts'

test.describe('tracking', () => {
  test('[TXN-26] [TXN-27] [TXN-28] [TXN-79] [DLG-07] [DLG-08] [API-46] it is added to a transaction without one', async ({
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

  test('[TXN-79] [DLG-09] existing tracking is updated; any text is accepted', async ({ page }) => {
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

  test("[TXN-29] [TXN-37] [TXN-77] a failure is shown in the dialog: the server's message, or the fixed one", async ({
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

  test('[ERR-04] HTTP 200 means success, with any wrapper', async ({ page }) => {
    await openTxn(page, txnOf('changes-200'))
    const box = await begin(page, 'Add Tracking')
    await box.getByLabel('Tracking Number').fill('1')
    await box.getByLabel('Carrier').fill('2')
    await press(box, 'Save')
    await expect(toast(page, 'Updated Tracking Info')).toBeVisible()
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
