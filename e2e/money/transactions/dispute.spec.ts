import { press, value } from '../../stack/page-parts.ts'
import { expect, sent, test, toast, watchCalls } from '../../stack/test.ts'
import { account, action, begin, call, changesOf, moveToTxn, openTxn } from './transactions.ts'

test('a dispute is opened, and another one resolved', async ({ page }) => {
  await test.step('[TXN-38] [TXN-39] [TXN-40] [TXN-41] [TXN-42] [DLG-03] [API-43] a dispute is opened for a reason', async () => {
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
    await reason.selectOption('Item Not Received')
    const request = sent(page, `POST ${call(id, '/disputes')}`)
    await press(box, 'Confirm')
    expect((await request).postDataJSON()).toEqual({
      dispute_type: 2,
      creator_uid: 'sentinel-buyer',
      purchase_transaction: id,
    })
    await expect(toast(page, 'Dispute Created')).toHaveRole('status')
    // Without a reason nothing was sent.
    expect(changesOf(calls)).toEqual([`POST ${call(id, '/disputes')}`])
    await expect(value(page, 'dispute_status')).toHaveText('Active')
    await expect(action(page, 'Resolve Dispute')).toBeVisible()
    await expect(action(page, 'Open Dispute')).toHaveCount(0)
    await expect(account(page, 'Disputed')).toHaveText('$25.00')
  })

  await test.step('[TXN-45] [TXN-49] [API-44] a dispute is resolved: irreversible, payable within 2 hours', async () => {
    const id = 'sentinel-disputed-txn-1'
    await moveToTxn(page, id)
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
})
