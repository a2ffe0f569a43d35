import { orderId, transactionId } from '../data/money.ts'
import { uidOf } from '../data/people.ts'
import { daysAgo } from '../data/size.ts'
import { at, cursorOf, type Job, jobs, type World } from './job.ts'

const path = '/v1/admin/transactions'
const dayMs = 86_400_000

/** The list of transactions by each filter; the records and pages of transactions and orders. */
export function moneyJobs({ size, times, random: seeded }: World): Job[] {
  const random = seeded('money')
  const moments = times(() => daysAgo(random.next() * 1400))
  const prices = times(() => 1500 + random.below(90_000))
  const ids = times(() => transactionId(random.below(size.transactions)))
  const people = times((n) =>
    n % 2 === 0
      ? uidOf((random.skewed(Math.ceil(size.users / 10), 3) * 7919) % size.users)
      : uidOf((random.skewed(size.users, 2) * 104_729) % size.users),
  )
  const list = (filters: Record<string, string>[]) => filters.map((filter) => at(path, filter))
  const newest = (filter: Record<string, string>) => list(times(() => filter))
  const deep = (filter: Record<string, string>) =>
    list(moments.map((time) => ({ ...filter, cursor: cursorOf(time, 'T') })))
  const dayFrom = (from: string) => ({ from, to: new Date(Date.parse(from) + dayMs).toISOString() })
  return [
    ...jobs('reads', {
      transactions: newest({}),
      'transactions, deep page': deep({}),
      'transactions by status': deep({ status: '3' }),
      'transactions by shipping': deep({ shipping_status: '3' }),
      'transactions by payout': deep({ payout_status: '2' }),
      'transactions, open dispute': deep({ dispute: 'open' }),
      'transactions, resolved dispute': deep({ dispute: 'resolved' }),
      'transactions, no dispute': deep({ dispute: 'none' }),
      'transactions at risk': newest({ cancel_risk: 'true' }),
      'transactions waiting': newest({ waiting: 'true' }),
      'transactions of a person': list(people.map((person) => ({ person }))),
      'transactions by time': list(moments.map(dayFrom)),
      'transactions by price': list(prices.map((price) => ({ min: `${price}`, max: `${price + 50}` }))),
      transaction: ids.map((id) => `${path}/${id}`),
      order: times(() => `/v1/admin/orders/${orderId(random.below(size.orders))}`),
    }),
    {
      name: 'transaction page',
      budget: 'reads',
      cases: ids.map((id) => [
        ...[`${path}/${id}`, `${path}/${id}/money`],
        `/v1/admin/timeline/transaction/${id}`,
      ]),
    },
  ]
}
