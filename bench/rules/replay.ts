import type { SQL } from 'drizzle-orm'
import pg from 'pg'
import { openDatabase } from '../../server/core/database/db.ts'
import { evaluate, type Moment } from '../../server/desk/rules/evaluate.ts'
import { compileRule } from '../../server/desk/rules/rule-sql.ts'
import { needed, options } from '../stack/options.ts'

// Milliseconds of a replay of 20 rules over the newest sales of a filled database (bench/data/fill.ts), two batches at once:
//   node --import tsx bench/rules/replay.ts --postgres URL [--events 20000]
const { postgres: url, events } = options({ postgres: needed, events: 20_000 })

const queries = [
  ...[
    'account_age:<2d price:>$500',
    'account_age:<30d',
    'price:>$1000',
    'price:>$300 country:DE',
    'store:yes',
  ],
  ...['reports:>2', 'reports:>0 price:>$100', 'blocked_links:>0', 'blocked_links:>2 price:>$50'],
  ...['listings_24h:>5', 'sales_30d:>10', 'sales_30d:>3 price:>$200', 'refund_rate_90d:>20'],
  ...['refund_rate_90d:>5 sales_30d:>2', 'messages_to_strangers_1h:>5', 'first_payout:yes price:>$200'],
  ...['buyer_age:<2d', 'buyer_orders:0 price:>$400', 'country_differs:yes', 'currency:EUR'],
]

const owner = new pg.Client(url)
await owner.connect()
// The past of each sale and person begins with the record itself.
await owner.query(`do $$ begin
  perform set_config('portreeve.erasing', 'on', true);
  if exists (select from transactions where history_since > purchase_date + interval '1 hour') then
    update transactions set history_since = purchase_date;
    update users set history_since = coalesce(created_at_time, '2000-01-01');
  end if;
end $$`)
await owner.query('analyze users, transactions')
const { rows: moments } = await owner.query<Moment>(
  `select id, to_char(purchase_date at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
   from transactions order by purchase_date desc, id limit $1`,
  [events],
)
await owner.end()

const database = await openDatabase({ url }, { connections: 3 })
const conditions: SQL[] = []
for (const query of queries) conditions.push(await compileRule(database.db, 'sale_paid', query, 'USD'))
const began = performance.now()
let [next, met, most] = [0, 0, 0]
const work = async () => {
  while (next < moments.length) {
    const batch = moments.slice(next, next + 2000)
    next += batch.length
    const found = await evaluate(database, 'sale_paid', conditions, batch)
    met += found.length
    most = Math.max(most, process.memoryUsage().rss)
  }
}
await Promise.all([work(), work()])
const ms = performance.now() - began
console.info(
  `${moments.length} events x ${queries.length} rules: ${(ms / 1000).toFixed(1)} s, ${((1000 * ms) / moments.length).toFixed(0)} µs an event, ` +
    `${met} met, ${Math.round(most / 1024 ** 2)} MB; 1,000,000 events: ${(((ms / moments.length) * 1000) / 60).toFixed(1)} min`,
)
await database.close()
