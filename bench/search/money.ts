import { orderId, transactionId } from '../data/money.ts'
import { uidOf } from '../data/people.ts'
import { daysAgo } from '../data/size.ts'
import { at, cursorOf, type Job, type World } from './job.ts'

const path = '/v1/admin/transactions'
const dayMs = 86_400_000

/** The list of transactions by each filter; the records and pages of transactions and orders. */
export function moneyJobs({ size, count, random: seeded }: World): Job[] {
  const random = seeded('money')
  const times = <T>(make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const moments = times(() => daysAgo(random.next() * 1400))
  const prices = times(() => 1500 + random.below(90_000))
  const ids = times(() => transactionId(random.below(size.transactions)))
  const orders = times(() => orderId(random.below(size.orders)))
  const people = times((n) =>
    n % 2 === 0
      ? uidOf((random.skewed(Math.ceil(size.users / 10), 3) * 7919) % size.users)
      : uidOf((random.skewed(size.users, 2) * 104_729) % size.users),
  )
  const list = (name: string, filters: Record<string, string>[]): Job => ({
    name,
    budget: 'reads',
    cases: filters.map((filter) => [at(path, filter)]),
  })
  const deep = (name: string, filter: Record<string, string>) =>
    list(
      name,
      moments.map((time) => ({ ...filter, cursor: cursorOf(time, 'T') })),
    )
  const read = (name: string, cases: string[][]): Job => ({ name, budget: 'reads', cases })
  return [
    list(
      'transactions',
      times(() => ({})),
    ),
    deep('transactions, deep page', {}),
    deep('transactions by status', { status: '3' }),
    deep('transactions by shipping', { shipping_status: '3' }),
    deep('transactions by payout', { payout_status: '2' }),
    deep('transactions, open dispute', { dispute: 'open' }),
    deep('transactions, resolved dispute', { dispute: 'resolved' }),
    deep('transactions, no dispute', { dispute: 'none' }),
    list(
      'transactions at risk',
      times(() => ({ cancel_risk: 'true' })),
    ),
    list(
      'transactions waiting',
      times(() => ({ waiting: 'true' })),
    ),
    list(
      'transactions of a person',
      people.map((person) => ({ person })),
    ),
    list(
      'transactions by time',
      moments.map((from) => ({ from, to: new Date(Date.parse(from) + dayMs).toISOString() })),
    ),
    list(
      'transactions by price',
      prices.map((price) => ({ min: String(price), max: String(price + 50) })),
    ),
    read(
      'transaction',
      ids.map((id) => [`${path}/${id}`]),
    ),
    read(
      'transaction page',
      ids.map((id) => [`${path}/${id}`, `${path}/${id}/money`, `/v1/admin/timeline/transaction/${id}`]),
    ),
    read(
      'order',
      orders.map((id) => [`/v1/admin/orders/${id}`]),
    ),
  ]
}
