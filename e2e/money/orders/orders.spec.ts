import { checkAxe, checkSchemes, value } from '../../stack/page-parts.ts'
import { answered, expect, follow, test, toast } from '../../stack/test.ts'

const orderCall = (id: string) => `GET /v1/admin/orders/${id}`
const two = 'sentinel-two-order-1'

test('orders: a paid one and its items, an unpaid one, one that fails, and the overview', async ({
  page,
}) => {
  const answer = answered(page, orderCall(two))
  await page.goto(`/dashboard/orders/${two}`)
  const { data } = (await (await answer).json()) as {
    data: { order: Record<string, string>; txns: unknown[] }
  }

  await test.step('[ORD-01] [ORD-03] [API-35] [DLG-16] the card of an order is read-only', async () => {
    expect(Object.keys(data).sort()).toEqual(['order', 'txns'])
    const card = page.getByRole('region', { name: 'Order detail' })
    await expect(card.getByRole('heading', { name: 'Order detail' })).toBeVisible()
    await expect(card.locator('dt')).toHaveText([
      'id',
      'status',
      'stripe_payment_intent_id',
      'buyer_uid',
      'created_at',
    ])
    await expect(value(page, 'id')).toHaveText(two)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('combobox')).toHaveCount(0)
  })

  await test.step('[ORD-06] [ORD-07] [DLG-17] [DLG-18] payment and buyer open in a new tab', async () => {
    const payment = value(page, 'stripe_payment_intent_id').getByRole('link')
    await expect(payment).toHaveAttribute(
      'href',
      `https://dashboard.stripe.com/test/payments/${data.order.stripe_payment_intent_id}`,
    )
    await expect(payment).toHaveAttribute('target', '_blank')
    const buyer = value(page, 'buyer_uid').getByRole('link', { name: 'sentinel-buyer' })
    await expect(buyer).toHaveAttribute('href', '/user-detail/sentinel-buyer')
    await expect(buyer).toHaveAttribute('target', '_blank')
  })

  await test.step("[ORD-04] [ORD-05] its items; a click leads to the item's transaction", async () => {
    const items = page.getByRole('region', { name: 'Items' })
    await expect(items.getByRole('heading', { name: 'Items' })).toBeVisible()
    await expect(items.getByRole('listitem')).toHaveCount(2)
    await checkAxe(page, 'order')
    await items.getByRole('link', { name: 'Sentinel two 2' }).click()
    await expect(page).toHaveURL('/dashboard/txns/sentinel-two-txn-2')
    await page.goBack()
    await expect(items.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('[ORD-09] [ORD-10] an order is complete (paid) or pending (unpaid)', async () => {
    await expect(value(page, 'status')).toHaveText('Complete (paid)')
    await follow(page, '/dashboard/orders/sentinel-unpaid-order')
    await expect(value(page, 'status')).toHaveText('Pending (unpaid)')
    await expect(value(page, 'stripe_payment_intent_id')).toHaveText('null')
    await expect(value(page, 'stripe_payment_intent_id').getByRole('link')).toHaveCount(0)
  })

  await test.step("[ORD-02] 'overview' shows only 'Main'", async () => {
    await follow(page, '/dashboard/orders/overview')
    await expect(page.getByRole('main')).toHaveText('Main')
  })

  await test.step("[ORD-08] a failed load shows 'There was an error loading this txn's details'", async () => {
    const message = toast(page, "There was an error loading this txn's details")
    await follow(page, '/dashboard/orders/sentinel-load-fails-order')
    await expect(message).toHaveRole('alert')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText('Order detail')).toHaveCount(0)
    await follow(page, '/dashboard/orders/no-such-order')
    await expect(message).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText('Order detail')).toHaveCount(0)
  })
})

test.describe('axe finds nothing', () => {
  test('on an order, on the overview, on a failed one @slow', async ({ page }) => {
    await page.goto(`/dashboard/orders/${two}`)
    await expect(page.getByRole('listitem').first()).toBeVisible()
    await checkSchemes(page, 'order')
    await page.goto('/dashboard/orders/overview')
    await expect(page.getByText('Main', { exact: true })).toBeVisible()
    await checkSchemes(page, 'overview')
    await page.goto('/dashboard/orders/no-such-order')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await checkSchemes(page, 'failed')
  })
})
