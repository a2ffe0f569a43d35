import { at, type Job, type World } from './job.ts'

const path = '/v1/admin/orders/search'

interface Sample {
  id: string
  public_id: string
  order_id: string
  tracking: string
  payment: string
  title: string
}

/** The search of orders by each kind of term, and its lists. */
export async function orderJobs({ pool, people, count }: World): Promise<Job[]> {
  const { rows } = await pool.query<Sample>(
    `select t.id, t.public_id, t.order_id, t.tracking_number as tracking, o.payment_id as payment, t.product_title as title
     from (select * from transactions tablesample system (1) where public_id is not null and tracking_number is not null and product_title is not null limit $1) t
     join orders o on o.id = t.order_id where o.payment_id is not null`,
    [count * 2],
  )
  const job = (name: string, filters: Record<string, string>[]): Job => ({
    name: `orders by ${name}`,
    budget: 'orders',
    cases: filters.slice(0, count).map((filter) => [at(path, filter)]),
  })
  const by = (name: string, term: (row: Sample) => string) =>
    job(
      name,
      rows.map((row) => ({ query: term(row) })),
    )
  const of = (name: string, term: (person: (typeof people)[number]) => string) =>
    job(
      name,
      people.map((person) => ({ query: term(person) })),
    )
  const words = (title: string, many: number) => title.split(' ').slice(0, many).join(' ')
  return [
    by('transaction', ({ id }) => id),
    by('public id', ({ public_id }) => public_id),
    by('order', ({ order_id }) => order_id),
    by('tracking number', ({ tracking }) => tracking),
    by('payment', ({ payment }) => payment),
    by('title', ({ title }) => title),
    by('word of a title', ({ title }) => words(title, 1)),
    by('two words of a title', ({ title }) => words(title, 2)),
    of('name', ({ display_name }) => display_name),
    of('first name', ({ display_name }) => words(display_name, 1)),
    of('email address', ({ email }) => email),
    of('uid', ({ uid }) => uid),
    job(
      'no match',
      rows.map((_, n) => ({ query: `nothing${n}zzq` })),
    ),
    ...[
      'state:pending',
      'price:>$900',
      'created:<7d',
      'carrier:UPS',
      'carrier:none',
      'late:yes',
      'late:no',
    ].map((filters) =>
      job(
        `query ${filters}`,
        rows.map(() => ({ query: filters })),
      ),
    ),
    ...[
      'refunded:yes price:>$900',
      'state:pending carrier:UPS price:<$20',
      '-carrier:UPS -state:complete',
    ].map((filters) =>
      job(
        `query ${filters}`,
        rows.map(() => ({ query: filters })),
      ),
    ),
    by('query tracking:', ({ tracking }) => `tracking:${tracking}`),
    of('query seller:, full name', ({ display_name }) => `seller:"${display_name}"`),
    of('query buyer:, uid, and a price', ({ uid }) => `buyer:${uid} price:>$20`),
    ...['state:pending', 'carrier:UPS', 'price:>$900', 'created:<7d', 'disputed:yes', 'carrier:none'].map(
      (filters) => by(`query ${filters} and a word`, ({ title }) => `${filters} ${words(title, 1)}`),
    ),
    by('query "two words" state:complete', ({ title }) => `"${words(title, 2)}" state:complete`),
    ...(['date', 'price', 'state', 'age'] as const).map((sort) =>
      job(
        `sort ${sort}`,
        rows.map(() => ({ sort })),
      ),
    ),
    ...(['late', 'disputed', 'charged_back', 'refunded', 'held', 'waiting', 'paid_out'] as const).map(
      (state) =>
        job(
          `state ${state}`,
          rows.map(() => ({ state })),
        ),
    ),
  ]
}
