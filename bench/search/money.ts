import { orderId, transactionId } from '../data/money.ts'
import { uidOf } from '../data/people.ts'
import { daysAgo } from '../data/size.ts'
import { allOf, at, cursorOf, type Job, type Row, rowsOf, type World } from './job.ts'

const columns = `t.id, public_id, product_id, product_title, product_thumbnail_path, seller_uid, purchaser_uid, seller_display_name,
  purchaser_display_name, order_id, price, shipping_cost, t.status, shipping_status, payout_status, t.purchase_date, delivered_at,
  t.tracking_number, carrier, tracking_url, dispute_id, dispute_status, dispute_buyer_comms_url, dispute_seller_comms_url, version`
const labels = `(select json_agg(json_build_object('id', l.id, 'key', l.key, 'created_at', l.created_at, 'label_image_url', l.label_image_url,
  'tracking_number', l.tracking_number, 'ep_shipment_id', l.ep_shipment_id, 'purchase_date', l.purchase_date,
  'payment_intent_id', l.payment_intent_id, 'status', l.status) order by l.created_at) from ship_labels l where l.transaction_id = t.id) as ship_labels`
const newest = 't.purchase_date desc, t.id desc'

/** A page of transactions with their labels, in one statement. */
const page = (where: string, values: unknown[], name?: string) =>
  rowsOf(
    `select ${columns}, ${labels} from transactions t where ${where} order by ${newest} limit 101`,
    values,
    name,
  )

const ofPerson = (uid: string) =>
  rowsOf(
    `select ${columns}, ${labels} from (
       (select * from transactions where seller_uid = $1 order by purchase_date desc, id desc limit 101)
       union all (select * from transactions where purchaser_uid = $1 and seller_uid <> $1 order by purchase_date desc, id desc limit 101)) t
     order by ${newest} limit 101`,
    [uid],
    'person',
  )

const path = '/v1/admin/transactions'

export function moneyJobs(world: World): Job[] {
  const { size, count } = world
  const random = world.random('money')
  const times = Array.from({ length: count }, () => daysAgo(random.next() * 1400))
  const prices = Array.from({ length: count }, () => 1500 + random.below(90_000))
  const ids = Array.from({ length: count }, () => transactionId(random.below(size.transactions)))
  const orders = Array.from({ length: count }, () => orderId(random.below(size.orders)))
  const people = Array.from({ length: count }, (_, n) =>
    n % 2 === 0
      ? uidOf((random.skewed(Math.ceil(size.users / 10), 3) * 7919) % size.users)
      : uidOf((random.skewed(size.users, 2) * 104_729) % size.users),
  )
  return [...listJobs({ count, times, prices, people }), ...recordJobs({ ids, orders })]
}

interface Drawn {
  count: number
  times: string[]
  prices: number[]
  people: string[]
}

/** The list of transactions, by each filter. */
function listJobs({ count, times, prices, people }: Drawn): Job[] {
  const list = (
    name: string,
    filter: (n: number) => Record<string, string>,
    where: string,
    values: (n: number) => unknown[] = () => [],
  ): Job => ({
    name,
    group: 'money',
    ids: (rows: Row[]) => rows.map((row) => row.id),
    cases: Array.from({ length: count }, (_, n) => ({
      paths: [at(path, filter(n))],
      floor: page(where, values(n)),
    })),
  })
  const time = (n: number) => times[n % count] ?? ''
  const cursor = (n: number) => ({ cursor: cursorOf(time(n), 'T') })
  const before = (n: number) => `(t.purchase_date, t.id) < ($${n}::timestamptz, $${n + 1})`
  const deep = (name: string, filter: Record<string, string>, where: string) =>
    list(
      name,
      (n) => ({ ...filter, ...cursor(n) }),
      `${where} and ${before(1)}`,
      (n) => [time(n), 'T'],
    )
  return [
    list('transactions', () => ({}), 'true'),
    deep('transactions, deep page', {}, 'true'),
    deep('transactions by status', { status: '3' }, 't.status = 3'),
    deep('transactions by shipping', { shipping_status: '3' }, 'shipping_status = 3'),
    deep('transactions by payout', { payout_status: '2' }, 'payout_status = 2'),
    deep('transactions, open dispute', { dispute: 'open' }, 'dispute_status = 2'),
    deep('transactions, resolved dispute', { dispute: 'resolved' }, 'dispute_status = 1'),
    deep('transactions, no dispute', { dispute: 'none' }, 'dispute_id is null'),
    list(
      'transactions at risk',
      () => ({ cancel_risk: 'true' }),
      `t.status = 2 and shipping_status = 3 and t.purchase_date < now() - interval '3 days'`,
    ),
    list(
      'transactions waiting',
      () => ({ waiting: 'true' }),
      `t.id in (select transaction_id from approvals where state = 'asked' and expires_at > now())`,
    ),
    {
      name: 'transactions of a person',
      group: 'money',
      ids: (rows: Row[]) => rows.map((row) => row.id),
      cases: people.map((person) => ({ paths: [at(path, { person })], floor: ofPerson(person) })),
    },
    list(
      'transactions by time',
      (n) => ({ from: time(n), to: new Date(Date.parse(time(n)) + 86_400_000).toISOString() }),
      't.purchase_date >= $1 and t.purchase_date < $2',
      (n) => [time(n), new Date(Date.parse(time(n)) + 86_400_000).toISOString()],
    ),
    list(
      'transactions by price',
      (n) => ({ min: String(prices[n]), max: String((prices[n] ?? 0) + 50) }),
      't.price >= $1 and t.price <= $2',
      (n) => [prices[n], (prices[n] ?? 0) + 50],
    ),
  ]
}

const one = (id: string) => page('t.id = $1', [id], 'transaction')

/** A transaction, its page and an order. */
function recordJobs({ ids, orders }: { ids: string[]; orders: string[] }): Job[] {
  return [
    {
      name: 'transaction',
      group: 'money',
      cases: ids.map((id) => ({ paths: [`${path}/${id}`], floor: one(id) })),
    },
    {
      name: 'transaction page',
      group: 'money',
      cases: ids.map((id) => ({
        paths: [`${path}/${id}`, `${path}/${id}/money`, `/v1/admin/timeline/transaction/${id}`],
        floor: allOf(
          one(id),
          rowsOf(
            `select t.*, o.status as paid, (select json_object_agg(account, cents) from (select account, sum(cents) as cents from ledger_entries e
               join ledger_lines on entry_id = e.id where transaction_id = t.id group by account) sums) as balances,
               (select json_agg(p) from operations p where subject_kind = 'transaction' and subject_id = t.id and state = 'pending') as moving,
               ${labels} from transactions t left join orders o on o.id = t.order_id where t.id = $1`,
            [id],
            'money',
          ),
          rowsOf(
            `select coalesce(sum(cents), 0) from operations where begun_by = 'staff-admin' and created_at >= date_trunc('day', now())`,
            [],
            'alone',
          ),
          rowsOf(
            `select a.* from audit a where subject_kind = 'transaction' and subject_id = $1 order by id desc limit 51`,
            [id],
            'transaction_timeline',
          ),
        ),
      })),
    },
    {
      name: 'order',
      group: 'money',
      cases: orders.map((id) => ({
        paths: [`/v1/admin/orders/${id}`],
        floor: allOf(
          rowsOf('select * from orders where id = $1', [id], 'order'),
          page('t.order_id = $1', [id], 'order_transactions'),
        ),
      })),
    },
  ]
}
