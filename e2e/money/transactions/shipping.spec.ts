import { dialog, press, value } from '../../stack/page-parts.ts'
import { answered, expect, sent, test, toast, watchCalls } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { account, action, begin, call, changesOf, field, moveToTxn, openTxn, state } from './transactions.ts'

test('tracking is added, and a delivery is set', async ({ page }) => {
  const calls = watchCalls(page)

  await test.step('[TXN-26] [TXN-27] [TXN-28] [TXN-79] [DLG-07] [DLG-08] [API-46] tracking is added to a transaction without one', async () => {
    const id = 'sentinel-waiting-txn-1'
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
    await expect(box).toBeVisible()
    await carrier.fill('USPS')
    const request = sent(page, `POST ${call(id, '/tracking')}`)
    const reloaded = answered(page, `GET ${call(id)}`)
    await press(box, 'Save')
    expect((await request).postDataJSON()).toEqual({ tracking_number: '9400 1', carrier: 'USPS' })
    await expect(toast(page, 'Updated Tracking Info')).toHaveRole('status')
    // Before both fields were filled nothing was sent.
    expect(changesOf(calls)).toEqual([`POST ${call(id, '/tracking')}`])
    await reloaded
    await expect(dialog(page)).toHaveCount(0)
    await expect(field(page, 'tracking_number')).toHaveValue('9400 1')
    await expect(value(page, 'carrier')).toHaveText('USPS')
    await closeToasts(page)
  })

  await test.step('[TXN-79] [DLG-09] existing tracking is updated; any text is accepted', async () => {
    const id = 'sentinel-edit-txn-1'
    await moveToTxn(page, id)
    const box = await begin(page, 'Add Tracking')
    await box.getByLabel('Tracking Number').fill(' ünï <b>&')
    await box.getByLabel('Carrier').fill('🚚')
    const request = sent(page, `POST ${call(id, '/tracking')}`)
    await press(box, 'Save')
    expect((await request).postDataJSON()).toEqual({ tracking_number: ' ünï <b>&', carrier: '🚚' })
    await expect(toast(page, 'Updated Tracking Info')).toBeVisible()
    await expect(value(page, 'carrier')).toHaveText('🚚')
  })

  await test.step('[TXN-46] [TXN-49] [TXN-80] [API-40] delivered asks first', async () => {
    const id = 'sentinel-edit-txn-8'
    await moveToTxn(page, id)
    calls.length = 0
    const box = await begin(page, 'Mark as delivered')
    await expect(box.getByText('This will not notify the buyer or seller.')).toBeVisible()
    expect(changesOf(calls)).toEqual([])
    const request = sent(page, `PATCH ${call(id, '/delivered')}`)
    await press(box, 'Confirm')
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Transaction updated.')).toHaveRole('status')
    expect(changesOf(calls)).toEqual([`PATCH ${call(id, '/delivered')}`])
    await expect(state(page, 'shipping_status')).toHaveValue('1')
    await expect(action(page, 'Mark as delivered')).toHaveCount(0)
    await expect(account(page, 'Held')).toHaveText('$25.00')
    await closeToasts(page)
  })

  await test.step('[TXN-49] [API-41] not shipped acts at once', async () => {
    const id = 'sentinel-edit-txn-9'
    await moveToTxn(page, id)
    const request = sent(page, `PATCH ${call(id, '/not_shipped')}`)
    await action(page, 'Mark as not shipped').click()
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Transaction updated.')).toBeVisible()
    await expect(state(page, 'shipping_status')).toHaveValue('3')
  })
})
