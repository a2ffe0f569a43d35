import { at, type Job, jobs, type Person, type World } from './job.ts'

interface Sample {
  id: string
  public_id: string
  order_id: string
  tracking: string
  payment: string
  title: string
}

const queries = [
  ...['state:pending', 'price:>$900', 'created:<7d', 'carrier:UPS', 'carrier:none', 'late:yes', 'late:no'],
  ...['refunded:yes price:>$900', 'state:pending carrier:UPS price:<$20', '-carrier:UPS -state:complete'],
]
const besideWords = [
  'state:pending',
  'carrier:UPS',
  'price:>$900',
  'created:<7d',
  'disputed:yes',
  'carrier:none',
]
const sorts = ['date', 'price', 'state', 'age']
const states = ['late', 'disputed', 'charged_back', 'refunded', 'held', 'waiting', 'paid_out']

/** The search of orders by each kind of term, and its lists. */
export async function orderJobs({ pool, people, count }: World): Promise<Job[]> {
  const { rows } = await pool.query<Sample>(
    `select t.id, t.public_id, t.order_id, t.tracking_number as tracking, o.payment_id as payment, t.product_title as title
     from (select * from transactions tablesample system (1) where public_id is not null and tracking_number is not null and product_title is not null limit $1) t
     join orders o on o.id = t.order_id where o.payment_id is not null`,
    [count * 2],
  )
  const list = (filters: Record<string, string>[]) =>
    filters.slice(0, count).map((filter) => at('/v1/admin/orders/search', filter))
  const by = (term: (row: Sample) => string) => list(rows.map((row) => ({ query: term(row) })))
  const of = (term: (person: Person) => string) => list(people.map((person) => ({ query: term(person) })))
  const words = (title: string, many: number) => title.split(' ').slice(0, many).join(' ')
  const each = (kind: string, all: string[], filter: (one: string) => Record<string, string>) =>
    Object.fromEntries(all.map((one) => [`${kind} ${one}`, list(rows.map(() => filter(one)))]))
  const calls = {
    transaction: by(({ id }) => id),
    'public id': by(({ public_id }) => public_id),
    order: by(({ order_id }) => order_id),
    'tracking number': by(({ tracking }) => tracking),
    payment: by(({ payment }) => payment),
    title: by(({ title }) => title),
    'word of a title': by(({ title }) => words(title, 1)),
    'two words of a title': by(({ title }) => words(title, 2)),
    name: of(({ display_name }) => display_name),
    'first name': of(({ display_name }) => words(display_name, 1)),
    'email address': of(({ email }) => email),
    uid: of(({ uid }) => uid),
    'no match': list(rows.map((_, n) => ({ query: `nothing${n}zzq` }))),
    ...each('query', queries, (query) => ({ query })),
    'query tracking:': by(({ tracking }) => `tracking:${tracking}`),
    'query seller:, full name': of(({ display_name }) => `seller:"${display_name}"`),
    'query buyer:, uid, and a price': of(({ uid }) => `buyer:${uid} price:>$20`),
    ...Object.fromEntries(
      besideWords.map((query) => [
        `query ${query} and a word`,
        by(({ title }) => `${query} ${words(title, 1)}`),
      ]),
    ),
    'query "two words" state:complete': by(({ title }) => `"${words(title, 2)}" state:complete`),
    ...each('sort', sorts, (sort) => ({ sort })),
    ...each('state', states, (state) => ({ state })),
  }
  return jobs(
    'orders',
    Object.fromEntries(Object.entries(calls).map(([name, paths]) => [`orders by ${name}`, paths])),
  )
}
