import type { Locator, Page } from '@playwright/test'
import { action, actions, call, checkAxe, openTxn, txnOf, value, type Wire } from '../stack/page-parts.ts'
import { answered, expect, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'

const list = '/dashboard/txns/overview'
const listCall = 'GET /v1/admin/transactions'
const table = (page: Page) => page.getByRole('table', { name: 'Transactions' })
/** The row of a transaction. */
const row = (page: Page, id: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(id, { exact: true }) })
/** All that the sentinels have sold each other. */
const ofSentinels = `${list}?person=sentinel-seller`
const purchaseDate = /^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/

test.describe('the list', () => {
  test('[TXN-01] [TXN-03] [TXN-75] [API-36] its columns, and what the server said in them', async ({
    page,
  }) => {
    const request = sent(page, listCall)
    const answer = answered(page, listCall)
    await page.goto(list)
    expect(new URL((await request).url()).search).toBe('?limit=100')
    const { data } = (await (await answer).json()) as { data: Wire[] }
    await expect(table(page).getByRole('columnheader')).toHaveText([
      'Image',
      'ITEM',
      'ID',
      'Public ID',
      'SELLER',
      'BUYER',
      'SHIPPING STATUS',
      'STATUS',
      'PRICE',
      'PURCHASE DATE',
      'PAYOUT STATUS',
    ])
    expect(data.length).toBe(100)
    await expect(table(page).getByRole('row')).toHaveCount(101)
    for (const at of [0, 1, 50, 99]) {
      const one = data[at] as Record<string, string | number | null>
      const shown = (text: unknown) => (text === null ? 'null' : String(text))
      await expect(row(page, String(one.id)).getByRole('cell')).toHaveText([
        '',
        shown(one.product_title),
        String(one.id),
        shown(one.public_id),
        shown(one.seller_display_name),
        shown(one.purchaser_display_name),
        /\w/,
        /\w/,
        `$${(Number(one.price) / 100).toFixed(2)}`,
        purchaseDate,
        /\w/,
      ])
    }
  })

  test('[TXN-04] a row is a link to its transaction, in a new tab, wherever it is clicked', async ({
    page,
    context,
  }) => {
    await page.goto(ofSentinels)
    const link = row(page, txnOf('pending')).getByRole('link')
    await expect(link).toHaveAttribute('href', `/dashboard/txns/${txnOf('pending')}`)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const opened = context.waitForEvent('page')
    await row(page, txnOf('pending')).getByRole('cell').nth(9).click({ force: true })
    await expect(await opened).toHaveURL(`/dashboard/txns/${txnOf('pending')}`)
    await expect(page).toHaveURL(ofSentinels)
  })

  test('[TXN-05] [TXN-06] [FMT-06] dates and money as the spec writes them', async ({ page }) => {
    const answer = answered(page, listCall)
    await page.goto(ofSentinels)
    const { data } = (await (await answer).json()) as { data: Wire[] }
    expect(data.find(({ id }) => id === txnOf('price'))?.price).toBe(1999)
    const cells = row(page, txnOf('price')).getByRole('cell')
    await expect(cells.nth(8)).toHaveText('$19.99')
    await expect(cells.nth(9)).toHaveText(purchaseDate)
  })

  test('[TXN-62] [TXN-63] [TXN-64] [TXN-65] [TXN-66] [TXN-67] the words of the status', async ({ page }) => {
    await page.goto(ofSentinels)
    for (const [name, words] of [
      ['complete', 'Complete'],
      ['pending', 'Pending'],
      ['seller-cancelled', 'Seller cancelled'],
      ['failed-to-ship', 'Failed to ship'],
      ['refunded', 'Disputed and refunded'],
      ['odd', 'null'],
    ] as const)
      await expect(row(page, txnOf(name)).getByRole('cell').nth(7), name).toHaveText(words)
  })

  test('[TXN-68] [TXN-69] [TXN-70] [TXN-71] [TXN-72] [TXN-73] [TXN-74] the words of shipping and payout', async ({
    page,
  }) => {
    await page.goto(ofSentinels)
    for (const [name, shipping, payout] of [
      ['complete', 'Delivered', 'Paid (sent)'],
      ['pending', 'En route', 'Not paid (not sent)'],
      ['failed-to-ship', 'Not shipped', 'Not paid (not sent)'],
      ['odd', 'null', 'null'],
      ['nulls', 'null', 'null'],
    ] as const) {
      const cells = row(page, txnOf(name)).getByRole('cell')
      await expect(cells.nth(6), name).toHaveText(shipping)
      await expect(cells.nth(10), name).toHaveText(payout)
    }
  })

  test('pictures are drawn as missing where there is none', async ({ page }) => {
    await page.goto(ofSentinels)
    await expect(row(page, txnOf('nulls')).locator('[data-missing-picture]')).toBeVisible()
    await expect(row(page, txnOf('pending')).getByRole('cell').first().locator('img')).toHaveAttribute(
      'src',
      /\/images\//,
    )
  })

  test("[API-37] 'Cancel risk' asks for the risky ones, and is off by default", async ({ page }) => {
    await page.goto(list)
    const box = page.getByRole('checkbox', { name: 'Cancel risk' })
    await expect(box).not.toBeChecked()
    await expect(table(page).getByRole('row')).toHaveCount(101)
    const answer = answered(page, listCall)
    await box.check()
    const url = new URL((await answer).url())
    expect(url.search).toBe('?limit=100&cancel_risk=true')
    await expect(page).toHaveURL(`${list}?cancel_risk=true`)
    const { data } = (await (await answer).json()) as { data: Wire[] }
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ status, shipping_status }) => status === 2 && shipping_status === 3)).toBe(true)
    await page.reload()
    await expect(box).toBeChecked()
  })

  test('filters are in the address, narrow the list, and Back brings back the ones before', async ({
    page,
  }) => {
    await page.goto(list)
    const filters = page.getByRole('search', { name: 'Filters' })
    await filters.getByLabel('Buyer or seller (UID)').fill('sentinel-seller')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${list}?person=sentinel-seller`)
    await expect(filters.getByLabel('Buyer or seller (UID)')).toBeFocused()
    await filters.getByLabel('Status', { exact: true }).selectOption('Seller cancelled')
    await expect(page).toHaveURL(`${list}?person=sentinel-seller&status=3`)
    await expect(row(page, txnOf('seller-cancelled'))).toBeVisible()
    await expect(row(page, txnOf('pending'))).toHaveCount(0)
    // Every row but the head is of that status, however many others have been cancelled meanwhile.
    await expect(table(page).getByRole('row').filter({ hasNotText: 'Seller cancelled' })).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(`${list}?person=sentinel-seller`)
    await expect(filters.getByLabel('Status', { exact: true })).toHaveValue('')
    await expect(row(page, txnOf('pending'))).toBeVisible()
    await page.goBack()
    await expect(filters.getByLabel('Buyer or seller (UID)')).toHaveValue('')
    await page.goForward()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(list)
  })

  test('amounts are typed in dollars and sent in cents; what is no amount is told', async ({ page }) => {
    await page.goto(ofSentinels)
    await expect(row(page, txnOf('pending'))).toBeVisible()
    const answer = answered(page, listCall)
    await page.getByLabel('Price to').fill('$19.99')
    await page.keyboard.press('Enter')
    expect(new URL((await answer).url()).searchParams.get('max')).toBe('1999')
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(row(page, txnOf('price'))).toBeVisible()
    await page.getByLabel('Price to').fill('abc')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Not an amount')).toBeVisible()
    await expect(row(page, txnOf('pending'))).toBeVisible()
  })

  test('the last day of a span counts in whole, and other filters are sent by their names', async ({
    page,
  }) => {
    const request = sent(page, listCall)
    await page.goto(`${list}?shipping=2&payout=2&dispute=none&from=2020-01-05&to=2020-01-05`)
    expect(Object.fromEntries(new URL((await request).url()).searchParams)).toEqual({
      limit: '100',
      shipping_status: '2',
      payout_status: '2',
      dispute: 'none',
      from: '2020-01-05T00:00:00.000Z',
      to: '2020-01-06T00:00:00.000Z',
    })
    await expect(page.getByText('No transactions match these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(list)
    await expect(table(page).getByRole('row')).toHaveCount(101)
  })

  test("'Load more' goes on where the page before ended", async ({ page }) => {
    await page.goto(list)
    await expect(table(page).getByRole('row')).toHaveCount(101)
    const answer = answered(page, listCall)
    await page.getByRole('button', { name: 'Load more' }).click()
    expect(new URL((await answer).url()).searchParams.get('cursor')).toBeTruthy()
    await expect(table(page).getByRole('row')).toHaveCount(201)
    const ids = await table(page)
      .getByRole('row')
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(new Set(ids).size).toBe(200)
  })

  test('the head stays in sight, and nothing beyond the table scrolls', async ({ page }) => {
    await page.goto(list)
    await expect(table(page).getByRole('row')).toHaveCount(101)
    await table(page).getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: 'ITEM' })).toBeInViewport()
    await expect(page.getByRole('checkbox', { name: 'Cancel risk' })).toBeInViewport()
  })

  test('a failed load is a toast and stays to be seen as failed, with Retry (D-053)', async ({ page }) => {
    await page.goto(`${list}?person=sentinel-load-fails`)
    await expect(toast(page, 'Error loading transaction.')).toHaveRole('alert')
    await expect(page.getByText('The transactions could not be loaded.')).toBeVisible()
    await expect(page.getByText('No transactions')).toHaveCount(0)
    const again = answered(page, listCall)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })
})

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
  test('[TXN-08] [TXN-23] [TXN-24] [TXN-25] [TXN-76] the buttons, in their order, as the state has them', async ({
    page,
  }) => {
    for (const [name, buttons] of cases) {
      await openTxn(page, txnOf(name))
      await expect(actions(page).getByRole('button'), name).toHaveText([...buttons])
    }
  })

  test('[TXN-15] [TXN-16] [TXN-17] [DLG-17] fields that lead on within the console open a new tab', async ({
    page,
  }) => {
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

  test('[TXN-18] [TXN-19] [TXN-20] [TXN-21] [TXN-22] [DLG-18] fields that lead out of it do so too', async ({
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

  test('[DLG-15] keys stand left of their values', async ({ page }) => {
    await openTxn(page, txnOf('pending'))
    const key = await page.locator('dt').getByText('seller_uid', { exact: true }).boundingBox()
    const shown = await value(page, 'seller_uid').boundingBox()
    expect((key?.x ?? 0) + (key?.width ?? 0)).toBeLessThanOrEqual(shown?.x ?? 0)
    expect(Math.abs((key?.y ?? 0) - (shown?.y ?? 0))).toBeLessThan(20)
  })

  test('everything that may be missing is missing: null, and no link', async ({ page }) => {
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

  test('[TXN-13] [API-48] what the two wrote, the seller on the right', async ({ page }) => {
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

  test('[TXN-14] a failed conversation is a toast and is seen as failed', async ({ page }) => {
    await openTxn(page, txnOf('talk-fails'))
    await expect(toast(page, 'Error loading conversation.')).toHaveRole('alert')
    await expect(page.getByText('The conversation could not be loaded.')).toBeVisible()
  })

  test('the money strip: what was paid, and where it is', async ({ page }) => {
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

  test('nothing moves when the money comes later than the rest', async ({ page }) => {
    await openTxn(page, 'sentinel-slow-txn')
    const title = page.getByRole('heading', { name: 'Transaction', exact: true })
    const before = await title.boundingBox()
    await expect(page.getByRole('region', { name: 'Money' }).locator('dd').first()).toHaveText('$25.00')
    expect((await title.boundingBox())?.y).toBe(before?.y)
  })
})

test.describe('shipping labels', () => {
  const labels = (page: Page) => page.getByRole('region', { name: 'Shipping labels' })
  const cell = (page: Page, text: string) => labels(page).getByRole('listitem').filter({ hasText: text })

  test('[TXN-11] [TXN-81] [SHP-02] [SHP-03] [SHP-04] [SHP-05] [SHP-13] [SHP-14] [SHP-15] one cell for each label', async ({
    page,
  }) => {
    const txn = await openTxn(page, txnOf('labels'))
    await expect(labels(page).getByRole('heading', { name: 'Shipping labels' })).toBeVisible()
    expect(txn.ship_labels).toHaveLength(3)
    await expect(labels(page).getByRole('listitem')).toHaveCount(3)
    const all = txn.ship_labels as Record<string, string>[]
    const ready = all.find(({ id }) => id === 'sentinel-label-ready')
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

  test('[SHP-01] [SHP-06] its picture and its payment lead out', async ({ page }) => {
    const txn = await openTxn(page, txnOf('labels'))
    const ready = (txn.ship_labels as Record<string, string>[]).find(
      ({ id }) => id === 'sentinel-label-ready',
    )
    const facts = cell(page, 'Paid and ready to use')
    const picture = facts.getByRole('link', { name: 'View Shipping Label' })
    expect(await picture.getAttribute('href')).toContain(ready?.label_image_url)
    await expect(picture).toHaveAttribute('target', '_blank')
    const payment = facts.getByRole('link', { name: ready?.payment_intent_id ?? '' })
    expect(await payment.getAttribute('href')).toBe(
      `https://dashboard.stripe.com/test/payments/${ready?.payment_intent_id}`,
    )
  })

  test('[TXN-12] without a label it says so', async ({ page }) => {
    await openTxn(page, txnOf('pending'))
    await expect(labels(page).getByText('No shipping labels.')).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`axe finds nothing in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('on the list: full, empty, failed, narrow', async ({ page }) => {
      await page.goto(`${ofSentinels}&payout=1`)
      await expect(row(page, txnOf('complete'))).toBeVisible()
      await checkAxe(page, 'full')
      await page.goto(`${list}?person=nobody&min=abc`)
      await expect(page.getByText('No transactions match these filters.')).toBeVisible()
      await checkAxe(page, 'empty')
      await page.goto(`${list}?person=sentinel-load-fails`)
      await expect(page.locator('[data-toast]')).toBeVisible()
      await checkAxe(page, 'failed')
      await page.setViewportSize({ width: 428, height: 800 })
      await page.goto(`${ofSentinels}&payout=1`)
      await expect(row(page, txnOf('complete'))).toBeVisible()
      await checkAxe(page, 'narrow')
    })

    test('on a transaction: full, with nothing, failed', async ({ page }) => {
      for (const name of ['labels', 'resolved', 'nulls']) {
        await openTxn(page, txnOf(name))
        await quiet(page)
        await checkAxe(page, name)
      }
      await page.goto(`/dashboard/txns/${txnOf('load-fails')}`)
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
      await checkAxe(page, 'failed')
    })
  })
