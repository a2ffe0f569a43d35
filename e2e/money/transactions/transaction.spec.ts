import type { Page } from '@playwright/test'
import { checkAxe, value } from '../../stack/page-parts.ts'
import { answered, expect, follow, named, quiet, sent, test, toast, watchCalls } from '../../stack/test.ts'
import { action, actions, call, field, moveToTxn, openTxn, state, txnOf } from './transactions.ts'

const always = ['Add Tracking', 'Partial Refund', 'Mark as not shipped', 'Cancel transaction', 'Save']
const undelivered = [
  'Add Tracking',
  'Partial Refund',
  'Open Dispute',
  'Mark as not shipped',
  'Mark as delivered',
  'Cancel transaction',
  'Save',
]
const buttonsAre = (page: Page, buttons: string[]) =>
  expect(actions(page).getByRole('button')).toHaveText(buttons)

test('transactions are read, from top to bottom, in each state, and when they load badly', async ({
  page,
}) => {
  const talkCall = sent(page, 'GET /v1/admin/conversations')
  const txn = await openTxn(page, txnOf('pending'))

  await test.step('[TXN-02] [TXN-10] [API-38] the page shows the transaction of the address', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(txn.product_title))
    await expect(field(page, 'product_title')).toHaveValue(String(txn.product_title))
    await expect(value(page, 'price')).toHaveText('$20.00')
    await expect(value(page, 'shipping_cost')).toHaveText('$5.00')
    await expect(value(page, 'id')).toHaveText(txnOf('pending'))
    await expect(value(page, 'id').getByRole('textbox')).toHaveCount(0)
    await expect(state(page, 'status')).toHaveValue('2')
  })

  await test.step('[TXN-10] [DLG-16] editable fields are inputs, all others are read-only', async () => {
    const names = [
      'product_title',
      'tracking_number',
      'tracking_url',
      'dispute_buyer_comms_url',
      'dispute_seller_comms_url',
    ]
    for (const name of names) await expect(field(page, name), name).toBeEditable()
    for (const name of ['status', 'shipping_status', 'payout_status'])
      await expect(state(page, name), name).toBeEnabled()
    const panel = page.locator('dl[aria-label="Transaction"]')
    await expect(panel.getByRole('textbox')).toHaveCount(names.length)
    await expect(panel.getByRole('combobox')).toHaveCount(3)
  })

  await test.step('[DLG-15] keys are left of their values', async () => {
    const key = await page.locator('dt').getByText('seller_uid', { exact: true }).boundingBox()
    const shown = await value(page, 'seller_uid').boundingBox()
    expect((key?.x ?? 0) + (key?.width ?? 0)).toBeLessThanOrEqual(shown?.x ?? 0)
    expect(Math.abs((key?.y ?? 0) - (shown?.y ?? 0))).toBeLessThan(20)
  })

  await test.step('[TXN-15] [TXN-16] [TXN-17] [DLG-17] links within the console open a new tab', async () => {
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

  await test.step('[TXN-12] without a label it shows a message', async () => {
    await expect(
      page.getByRole('region', { name: 'Shipping labels' }).getByText('No shipping labels.'),
    ).toBeVisible()
  })

  await test.step('[TXN-13] [API-48] the conversation of the two, the seller on the right', async () => {
    expect(new URL((await talkCall).url()).search).toBe('?from=sentinel-seller&to=sentinel-buyer')
    const talk = page.getByRole('region', { name: 'Buyer + Seller Conversation from Seller Perspective' })
    await expect(talk.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(talk.locator('ol > li')).toHaveCount(3)
    const [own, other] = [
      await talk.getByText('This morning, by USPS.').boundingBox(),
      await talk.getByText('Has it been sent?').boundingBox(),
    ]
    expect(own?.x ?? 0).toBeGreaterThan((other?.x ?? 0) + 40)
  })

  await test.step('transactions in each state: their buttons, links, absent values and money', () =>
    readStates(page))
  await test.step('a transaction loads slowly, in part, or not at all', () => loadBadly(page))
})

async function readStates(page: Page) {
  await test.step('[TXN-08] [TXN-23] [TXN-24] [TXN-25] [TXN-76] the buttons, in their order, for each state', async () => {
    await buttonsAre(page, undelivered)
    await moveToTxn(page, txnOf('held'))
    await buttonsAre(
      page,
      undelivered.filter((name) => name !== 'Mark as delivered'),
    )
    await moveToTxn(page, txnOf('changes-fail-disputed'))
    await buttonsAre(page, [...always.slice(0, 2), 'Resolve Dispute', ...always.slice(2)])
    await moveToTxn(page, txnOf('odd'))
    await buttonsAre(page, undelivered)
  })

  await test.step('[TXN-18] [TXN-19] [TXN-20] [TXN-21] [TXN-22] [DLG-18] links to other sites open a new tab', async () => {
    const txn = await moveToTxn(page, txnOf('resolved'))
    await buttonsAre(page, always)
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

  await test.step('a transaction without optional values: null, and no link', async () => {
    await moveToTxn(page, txnOf('nulls'))
    for (const key of ['public_id', 'order_id', 'product_id', 'shipping_cost', 'carrier', 'dispute_id'])
      await expect(value(page, key), key).toHaveText('null')
    await expect(value(page, 'product_id').getByRole('link')).toHaveCount(0)
    await expect(field(page, 'tracking_number')).toHaveValue('')
    await expect(value(page, 'tracking_number').getByRole('link')).toHaveCount(0)
    await expect(state(page, 'status').locator('option').first()).toHaveText('null')
  })

  await test.step('the money strip: the amount paid, and where it is', async () => {
    await moveToTxn(page, txnOf('labels'))
    const strip = page.getByRole('region', { name: 'Money' })
    // The accounts without money share one figure.
    const words = ['Captured', 'Label', 'Pending', 'Fee', 'Refunded', 'Held', 'Paid out', 'Disputed']
    await expect(strip.locator('dt')).toHaveText(words)
    await expect(strip.locator('dd')).toHaveText(['$25.00', '$5.00', '$20.00', '$0.00'])
    await expect(strip).toContainText('Adds up')
    await expect(strip.getByRole('alert')).toHaveCount(0)
    await checkAxe(page, 'with labels')
  })
}

async function loadBadly(page: Page) {
  await test.step('[TXN-14] a failed conversation shows a toast and a lasting error', async () => {
    await moveToTxn(page, txnOf('talk-fails'))
    await expect(toast(page, 'Error loading conversation.')).toHaveRole('alert')
    await expect(page.getByText('The conversation could not be loaded.')).toBeVisible()
  })

  await test.step('nothing moves when the money loads last', async () => {
    const id = txnOf('slow')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(`**${call(id, '/money')}`, async (route) => {
      await held
      await route.continue()
    })
    const others = [
      `GET ${call(id, '/parties')}`,
      `GET ${call(id, '/movements')}`,
      'GET /v1/admin/approvals',
      'GET /v1/admin/conversations',
      `GET /v1/admin/notes/transaction/${id}`,
      'GET /v1/admin/orders/marks',
    ].map((other) => answered(page, other))
    await moveToTxn(page, id)
    await Promise.all(others)
    await quiet(page)
    const title = page.getByRole('heading', { name: 'Transaction', exact: true })
    const before = await title.boundingBox()
    letGo()
    await expect(page.getByRole('region', { name: 'Money' }).locator('dd').first()).toHaveText('$25.00')
    expect((await title.boundingBox())?.y).toBe(before?.y)
  })

  await test.step('[TXN-07] [TXN-09] a failed load is a toast, and the buttons do nothing', async () => {
    const calls = watchCalls(page)
    await follow(page, `/dashboard/txns/${txnOf('load-fails')}`)
    await expect(toast(page, 'Error loading transaction.')).toHaveRole('alert')
    calls.length = 0
    for (const name of always) await action(page, name).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toHaveCount(0)
    // The navigation may read: a colleague's change has it fetch its counts and notices again.
    expect(
      calls.map(named).filter((one) => !one.startsWith('GET') || one.includes(txnOf('load-fails'))),
    ).toEqual([])
    const again = answered(page, `GET ${call(txnOf('load-fails'))}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })
}
