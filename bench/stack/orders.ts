import type { ServerUnderTest } from './server-under-test.ts'

/**
 * Makes paid orders of one $100.00 transaction each, with a label, known to the sandbox. Every third seller was paid.
 * @param later the numbers of those of which only the payments are made
 */
export async function makeOrders(
  server: ServerUnderTest,
  name: string,
  count: number,
  later: (i: number) => boolean = () => false,
): Promise<void> {
  const all = Array.from({ length: count }, (_, at) => at + 1)
  await insertOrders(
    server,
    name,
    all.filter((i) => !later(i)),
  )
  await knowPayments(server, name, all)
}

/** Inserts orders by their numbers. */
export const insertOrders = (server: ServerUnderTest, name: string, numbers: number[]): Promise<void> =>
  server.withDatabase(async ({ pool }) => {
    await pool.query(
      `insert into users (uid, search_uid, stripe_connect_id, available_balance) values ('seller', 'seller', 'acct_seller', 0), ('buyer', 'buyer', null, 0) on conflict do nothing`,
    )
    for (let from = 0; from < numbers.length; from += 500) {
      const range = [name, numbers.slice(from, from + 500)]
      await pool.query(
        `insert into orders (id, payment_id, buyer_uid, status, created_at)
         select 'o-' || $1 || i, 'pi_' || $1 || i, 'buyer', 1, now() from unnest($2::int[]) i`,
        range,
      )
      await pool.query(
        `insert into transactions (id, seller_uid, purchaser_uid, order_id, price, shipping_cost, status, shipping_status, payout_status, purchase_date)
         select $1 || i, 'seller', 'buyer', 'o-' || $1 || i, 9500, 500, 1, 1, case when i % 3 = 0 then 1 else 2 end, now() from unnest($2::int[]) i`,
        range,
      )
      await pool.query(
        `insert into ship_labels (id, transaction_id, created_at, status, ep_shipment_id)
         select 'label-' || $1 || i, $1 || i, now(), 1, 'shp_' || $1 || i from unnest($2::int[]) i`,
        range,
      )
    }
  })

async function knowPayments(server: ServerUnderTest, name: string, numbers: number[]): Promise<void> {
  const lines = numbers.map((i) =>
    JSON.stringify({
      payment_intent: `pi_${name}${i}`,
      amount: 10_000,
      transfers:
        i % 3 === 0 ? [{ transfer_group: `${name}${i}`, destination: 'acct_seller', amount: 9500 }] : [],
    }),
  )
  for (let from = 0; from < lines.length; from += 500) {
    const answer = await fetch(`${server.sandbox}/stripe/known`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.slice(from, from + 500).join('\n'),
    })
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`)
  }
}
