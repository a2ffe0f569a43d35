import { memberSearchColumns, messageSearchColumns } from '../../server/search/search-text.ts'
import { print, spread, timed } from '../stack/figures.ts'
import { needed, options } from '../stack/options.ts'
import { openServer, vacuum } from '../stack/server-under-test.ts'
import { caller } from './measure.ts'

// A team inbox of 200,000 conversations with a million messages, a tenth of them open, 500,000 answers and resolutions:
//   node --import tsx bench/search/team-inbox.ts --postgres URL [--conversations 200000] [--days 90] [--rounds 40]
// Prints p50 and p95 of its lists, counts, searches and figures in milliseconds, with one client. A filled database is used again.
// Ends with 1 when a call is refused, as after the time that a call may take.
const {
  postgres,
  conversations: wanted,
  days,
  rounds,
} = options({ postgres: needed, conversations: 200_000, days: 90, rounds: 40 })
const phrases = [
  'Is it still available?',
  'Where is my parcel? The tracking has not moved for a week.',
  'I was charged twice for one order.',
  'Could you please look at my account?',
  'Thank you, that was quick!',
]
const names = ['Ana Abbott', 'Ben Berg', 'Chloé Costa', 'Dmitri Demir', 'Eun-ji Eriksen', 'Fatima Fischer']
const server = await openServer({ postgres })
await server.withDatabase(async ({ pool }) => {
  const { rows: filled } = await pool.query("select from conversations where id = 'team-1'")
  if (filled.length > 0) return
  const texts = phrases.map((text) => messageSearchColumns({ text }).search)
  const encoded = names.map((name) => memberSearchColumns({ name }).search_name)
  await pool.query(
    `insert into staff (uid, email, display_name, role) select 'agent-' || n, n || '@agents.example', 'Agent ' || n, 'support' from generate_series(1, 20) n`,
  )
  for (let from = 0; from < wanted; from += 5000) {
    const range = [from, Math.min(wanted, from + 5000) - 1]
    const ids = `(select 'team-' || n as id, n, now() - n * ($3::float8 / $4) * interval '1 day' - interval '1 hour' as date from generate_series($1::int, $2::int) n) c`
    const given = [...range, days, wanted]
    await pool.query(
      `insert into conversations (id, conversations_messages_id, last_message, date) select id, 'm-' || id, 'x', date from ${ids}`,
      given,
    )
    await pool.query(
      `insert into conversation_members (conversation_id, uid, name, position, date, search_name)
       select id, 'person-' || n, ($5::text[])[1 + n % 6] || ' ' || n, 0, date, ($6::text[])[1 + n % 6] || 'QFQ' || n from ${ids}
       union all select id, 'support', 'Support', 1, date, 'support' from ${ids}`,
      [...given, names, encoded],
    )
    await pool.query(
      `insert into messages (id, conversation_id, sender_id, written_by, text, date, search)
       select id || '-' || k, id, case when k in (2, 4) then 'support' else 'person-' || n end,
         case when k in (2, 4) then 'agent-' || (1 + (n * 7 + k) % 20) end,
         ($5::text[])[1 + (n + k) % 5], date - (5 - k) * (1 + n % 50) * interval '1 minute', ($6::text[])[1 + (n + k) % 5]
       from ${ids}, generate_series(1, case when n % 20 = 0 then 5 else 4 end) k`,
      [...given, phrases, texts],
    )
    await pool.query(
      `update conversation_states s set state = case when c.n % 10 = 0 then 'open' when c.n % 50 = 1 then 'snoozed' else 'closed' end,
         assignee = case when c.n % 30 <> 0 then 'agent-' || (1 + c.n % 20) end, waiting_since = portreeve_waiting_since(id),
         tags = case when c.n % 100 = 0 then array['parcel'] when c.n % 10000 = 1 then array['rare'] else '{}' end
       from ${ids} where s.conversation_id = c.id`,
      given,
    )
    await pool.query(`select portreeve_renew_answers(array_agg(id)) from ${ids}`, given)
    await pool.query(
      `insert into inbox_spans (conversation_id, kind, account, "by", since, until, working_seconds)
       select id, 'resolution', 'support', 'agent-' || (1 + n % 20), date - interval '5 hours', date, 18000 + n % 7000 from ${ids} where n % 10 <> 0`,
      given,
    )
    if (from % 50_000 === 0) console.error(`${from} conversations made`)
  }
})
await vacuum(postgres)

const call = await caller(server)
const inbox = '/v1/admin/inbox'
const paths: Record<string, string[]> = {
  'list, each view': ['mine', 'unassigned', 'mentioned', 'snoozed', 'closed', 'all'].map(
    (view) => `${inbox}?view=${view}`,
  ),
  'list by tag, account and assignee': [
    `${inbox}?tag=parcel`,
    `${inbox}?tag=rare&view=closed`,
    `${inbox}?account=support&view=unassigned`,
    `${inbox}?assignee=agent-3`,
  ],
  counts: ['/v1/admin/inbox_counts'],
  tags: ['/v1/admin/inbox_tags'],
  accounts: ['/v1/admin/inbox_accounts'],
  'saved views': ['/v1/admin/saved_views'],
  'search, a person': [`${inbox}?q=costa%20${Math.floor(wanted / 2)}`, `${inbox}?q=person-77`],
  'search, a common name': [`${inbox}?q=Berg`, `${inbox}?q=an`],
  'search, words': [`${inbox}?q=tracking%20parcel`, `${inbox}?q=charged&view=closed`, `${inbox}?q=zebra`],
  'search, words of few conversations': [`${inbox}?q=charged&tag=rare`, `${inbox}?q=parcel&view=unassigned`],
  'filters of a query': [
    ...['state:closed', 'assignee:"agent 3"', 'tag:rare -person:berg', 'waiting:>1d', 'priority:urgent'],
  ].map((filters) => `${inbox}?q=${encodeURIComponent(filters)}`),
  'filters, a common name': [`${inbox}?q=person:berg`, `${inbox}?q=person:berg%20tag:rare`],
  'metrics, 7 days': ['/v1/admin/inbox_metrics?days=7'],
  'metrics, 30 days': ['/v1/admin/inbox_metrics?days=30'],
  'metrics, 90 days': ['/v1/admin/inbox_metrics?days=90'],
}
const figures: Record<string, object | string> = {}
for (const [name, all] of Object.entries(paths)) {
  try {
    for (const path of all) await call([path])
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      times.push(await timed(() => call([all[round % all.length] ?? ''])))
    const { p50, p95 } = spread(times)
    figures[name] = { p50, p95 }
  } catch (error) {
    process.exitCode = 1
    figures[name] = String(error).slice(0, 100)
  }
}
print({ conversations: wanted, days, figures })
await server.close()
