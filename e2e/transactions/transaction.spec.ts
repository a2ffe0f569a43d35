import { value } from '../stack/page-parts.ts'
import { answered, expect, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { action, actions, call, openTxn, txnOf } from './transactions.ts'

test.describe('one transaction', () => {
  test('[TXN-02] [TXN-10] [API-38] the page shows the transaction of the address', async ({ page }) => {
    const txn = await openTxn(page, txnOf('pending'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(txn.product_title))
    const input = page.getByRole('textbox', { name: 'product_title' })
    await expect(input).toHaveValue(String(txn.product_title))
    await expect(value(page, 'price')).toHaveText('$20.00')
    await expect(value(page, 'shipping_cost')).toHaveText('$5.00')
    await expect(value(page, 'id')).toHaveText(txnOf('pending'))
    await expect(value(page, 'id').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'status', exact: true })).toHaveValue('2')
  })

  test('[TXN-07] [TXN-09] a failed load is a toast, and the buttons do nothing', async ({ page }) => {
    const calls = watchCalls(page)
    await page.goto(`/dashboard/txns/${txnOf('load-fails')}`)
    await expect(toast(page, 'Error loading transaction.')).toHaveRole('alert')
    const before = calls.length
    for (const name of [
      'Add Tracking',
      'Partial Refund',
      'Mark as not shipped',
      'Cancel transaction',
      'Save',
    ])
      await action(page, name).click()
    await quiet(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(calls.length).toBe(before)
    await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toHaveCount(0)
    const again = answered(page, `GET ${call(txnOf('load-fails'))}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })

  const always = ['Add Tracking', 'Partial Refund', 'Mark as not shipped', 'Cancel transaction', 'Save']
  const cases = [
    [
      'pending',
      [
        'Add Tracking',
        'Partial Refund',
        'Open Dispute',
        'Mark as not shipped',
        'Mark as delivered',
        'Cancel transaction',
        'Save',
      ],
    ],
    [
      'held',
      ['Add Tracking', 'Partial Refund', 'Open Dispute', 'Mark as not shipped', 'Cancel transaction', 'Save'],
    ],
    [
      'changes-fail-disputed',
      [
        'Add Tracking',
        'Partial Refund',
        'Resolve Dispute',
        'Mark as not shipped',
        'Cancel transaction',
        'Save',
      ],
    ],
    ['resolved', always],
    [
      'odd',
      [
        'Add Tracking',
        'Partial Refund',
        'Open Dispute',
        'Mark as not shipped',
        'Mark as delivered',
        'Cancel transaction',
        'Save',
      ],
    ],
  ] as const
  test('[TXN-08] [TXN-23] [TXN-24] [TXN-25] [TXN-76] the buttons, in their order, for each state', async ({
    page,
  }) => {
    for (const [name, buttons] of cases) {
      await openTxn(page, txnOf(name))
      await expect(actions(page).getByRole('button'), name).toHaveText([...buttons])
    }
  })

  test('[TXN-15] [TXN-16] [TXN-17] [DLG-17] links within the console open a new tab', async ({ page }) => {
    const txn = await openTxn(page, txnOf('pending'))
    for (const [key, to] of [
      ['order_id', `/dashboard/orders/${txn.order_id}`],
      ['purchaser_uid', '/user-detail/sentinel-buyer'],
      ['seller_uid', '/user-detail/sentinel-seller'],
    ] as const) {
      const link = value(page, key).getByRole('link')
      await expect(link, key).toHaveAttribute('href', to)
      await expect(link, key).toHaveAttribute('target', '_blank')
    }
  })

  test('[TXN-18] [TXN-19] [TXN-20] [TXN-21] [TXN-22] [DLG-18] links to other sites do so, too', async ({
    page,
  }) => {
    const txn = await openTxn(page, txnOf('resolved'))
    for (const [key, href] of [
      ['product_id', `https://marketplace.example/posts/${txn.product_id}`],
      ['tracking_number', `https://duckduckgo.com/?q=${txn.tracking_number}`],
      ['tracking_url', txn.tracking_url],
      ['dispute_buyer_comms_url', txn.dispute_buyer_comms_url],
      ['dispute_seller_comms_url', txn.dispute_seller_comms_url],
    ] as const) {
      const link = value(page, key).getByRole('link')
      await expect(link, key).toHaveAttribute('href', String(href))
      await expect(link, key).toHaveAttribute('target', '_blank')
      await expect(link, key).toHaveAttribute('rel', /noopener/)
    }
  })

  test('[DLG-15] keys are left of their values', async ({ page }) => {
    await openTxn(page, txnOf('pending'))
    const key = await page.locator('dt').getByText('seller_uid', { exact: true }).boundingBox()
    const shown = await value(page, 'seller_uid').boundingBox()
    expect((key?.x ?? 0) + (key?.width ?? 0)).toBeLessThanOrEqual(shown?.x ?? 0)
    expect(Math.abs((key?.y ?? 0) - (shown?.y ?? 0))).toBeLessThan(20)
  })

  test('a transaction without optional values: null, and no link', async ({ page }) => {
    await openTxn(page, txnOf('nulls'))
    for (const key of ['public_id', 'order_id', 'product_id', 'shipping_cost', 'carrier', 'dispute_id'])
      await expect(value(page, key), key).toHaveText('null')
    await expect(value(page, 'product_id').getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'tracking_number' })).toHaveValue('')
    await expect(value(page, 'tracking_number').getByRole('link')).toHaveCount(0)
    await expect(
      page.getByRole('combobox', { name: 'status', exact: true }).locator('option').first(),
    ).toHaveText('null')
  })

  test('[TXN-13] [API-48] the conversation of the two, the seller on the right', async ({ page }) => {
    const request = sent(page, 'GET /v1/admin/conversations')
    await openTxn(page, txnOf('pending'))
    expect(new URL((await request).url()).search).toBe('?from=sentinel-seller&to=sentinel-buyer')
    const talk = page.getByRole('region', { name: 'Buyer + Seller Conversation from Seller Perspective' })
    await expect(talk.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(talk.locator('ol > li')).toHaveCount(3)
    const seller = talk.getByText('This morning, by USPS.')
    const buyer = talk.getByText('Has it been sent?')
    const [own, other] = [await seller.boundingBox(), await buyer.boundingBox()]
    expect(own?.x ?? 0).toBeGreaterThan((other?.x ?? 0) + 100)
  })

  test('[TXN-14] a failed conversation shows a toast and a lasting error', async ({ page }) => {
    await openTxn(page, txnOf('talk-fails'))
    await expect(toast(page, 'Error loading conversation.')).toHaveRole('alert')
    await expect(page.getByText('The conversation could not be loaded.')).toBeVisible()
  })

  test('the money strip: the amount paid, and where it is', async ({ page }) => {
    await openTxn(page, txnOf('labels'))
    const strip = page.getByRole('region', { name: 'Money' })
    await expect(strip.locator('dt')).toHaveText([
      'Captured',
      'Fee',
      'Label',
      'Refunded',
      'Pending',
      'Held',
      'Paid out',
      'Disputed',
    ])
    await expect(strip.locator('dd')).toHaveText([
      '$25.00',
      '$0.00',
      '$5.00',
      '$0.00',
      '$20.00',
      '$0.00',
      '$0.00',
      '$0.00',
    ])
    await expect(strip.getByRole('alert')).toHaveCount(0)
  })

  test('nothing moves when the money loads last', async ({ page }) => {
    await openTxn(page, 'sentinel-slow-txn')
    const title = page.getByRole('heading', { name: 'Transaction', exact: true })
    const before = await title.boundingBox()
    await expect(page.getByRole('region', { name: 'Money' }).locator('dd').first()).toHaveText('$25.00')
    expect((await title.boundingBox())?.y).toBe(before?.y)
  })
})
