import { importRows } from './import-rows.ts'
import { expect, sandboxAddress } from './test.ts'

/** A call of the sandbox that plays the provider's own dashboard, or a buyer's bank. */
export async function atProvider<D>(path: string, body: object): Promise<D> {
  const answer = await fetch(`${sandboxAddress}/stripe/dashboard/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok, path).toBe(true)
  return (await answer.json()) as D
}

interface Sale {
  id: string
  title: string
  payment: string
  order: string
}

/**
 * Makes a paid transaction of $200.00 for one test, between the sentinels or of another buyer.
 * `refunded`: cents that the provider has refunded and the marketplace does not know of
 * `sellers`: the uids of the sellers of further items of the same order, `{id}-2` and so on
 * `ship_to`: the fields of its address
 */
export async function makeSale(
  name: string,
  {
    refunded = 0,
    buyer = { uid: 'sentinel-buyer', name: 'Sentinel Buyer' },
    sellers = [] as readonly string[],
    ship_to = {},
  } = {},
): Promise<Sale> {
  const sale = {
    id: `desk-${name}`,
    title: `A desk sale, ${name}`,
    payment: `pi_desk_${name.replaceAll('-', '_')}`,
    order: `desk-${name}-order`,
  }
  const at = new Date(Date.now() - 86_400_000).toISOString()
  // Before the import, which would add an empty order at the provider.
  const known = await fetch(`${sandboxAddress}/stripe/known`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: JSON.stringify({
      payment_intent: sale.payment,
      amount: 20_000 * (sellers.length + 1),
      refunded,
      transfers: [],
    }),
  })
  expect(known.ok).toBe(true)
  await importRows('orders', [
    {
      id: sale.order,
      stripe_payment_intent_id: sale.payment,
      buyer_uid: buyer.uid,
      status: 1,
      created_at: at,
      ...ship_to,
    },
  ])
  const items = ['sentinel-seller', ...sellers].map((seller, at) => ({
    id: at === 0 ? sale.id : `${sale.id}-${at + 1}`,
    product_title: at === 0 ? sale.title : `${sale.title}, ${at + 1}`,
    seller_uid: seller,
  }))
  await importRows(
    'transactions',
    items.map((item) => ({
      ...{ ...item, public_id: null, product_id: null },
      ...{ product_thumbnail_path: null, order_id: sale.order, price: 20_000, shipping_cost: 0 },
      seller_display_name: 'Sentinel Seller',
      ...{ purchaser_uid: buyer.uid, purchaser_display_name: buyer.name },
      ...{ status: 2, shipping_status: 1, payout_status: 2, purchase_date: at, delivered_at: at },
      ...{ tracking_number: null, carrier: null, tracking_url: null },
      ...{ dispute_id: null, dispute_status: null },
      ...{ dispute_buyer_comms_url: null, dispute_seller_comms_url: null },
    })),
  )
  return sale
}
