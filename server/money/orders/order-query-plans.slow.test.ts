import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { plansOf, wholeReads } from '../../testing/plans.ts'

const s = useServer()

test('no plan of a query scans all transactions', async () => {
  for (const uid of ['buyer', 'seller']) await s.addUser({ uid, displayName: `The ${uid}` })
  for (let from = 0; from < 40_000; from += 500)
    await s.query(
      `insert into transactions (id, product_title, search_title, seller_uid, purchaser_uid, price, status, shipping_status, payout_status, carrier, tracking_number, purchase_date)
       select 'bulk' || i, md5(i::text), 'Q' || md5(i::text) || 'Q', 'seller', 'buyer', (i * 7919) % 40000, case when i % 97 = 0 then 2 else 1 end,
         case when i % 97 = 0 then 3 else 1 end, 1, chr(65 + i % 20), 'tracking' || i, now() - make_interval(hours => i)
       from generate_series($1::int, $1::int + 499) i`,
      [from],
    )
  await s.asOwner(`select gin_clean_pending_list('transactions_title')`)
  await s.asOwner('analyze transactions')
  const filters = [
    ...[
      'state:pending',
      'price:>$390',
      'created:<2d',
      'created:>4y',
      'carrier:c',
      'carrier:none',
      'late:yes',
      'late:no',
    ],
    ...[
      'tracking:tracking77',
      'seller:seller price:<$1',
      'buyer:unknown',
      'disputed:yes',
      '-carrier:c',
      'payout:unpaid',
    ],
  ]
  const plans = await plansOf(s, 'transactions', async () => {
    for (const filter of filters)
      for (const query of [filter, `${filter} d4e5`, `${filter} "ab" x`])
        expect((await s.call('support', api.orderSearch.search, { query: { query } })).status).toBe(200)
  })
  expect(plans.length).toBeGreaterThan(filters.length)
  expect(wholeReads(plans, 'transactions', 5000)).toEqual([])
}, 120_000)
