import type { DeskCase } from '../../contract/desk/desk.ts'
import { count, print, spread } from '../stack/figures.ts'
import { openIssuer } from '../stack/issuer.ts'
import { needed, options } from '../stack/options.ts'
import { openServer, vacuum } from '../stack/server-under-test.ts'

// Many staff at one desk of 100,000 open cases, on an empty PostgreSQL database:
//   node --import tsx bench/desk/desk.ts --postgres URL [--cases 100000] [--staff 50] [--minutes 10] [--pause 5000]
// Each of the staff takes the next case, pauses (on average so many milliseconds), and then decides it, releases it, snoozes it or
// leaves it; one decision in ten is sent by a colleague at the same moment, too. At the end each case was decided at most once,
// no case is missing, and the desks of all staff agree. The bench ends with 1 otherwise, or when p95 of `next` exceeds 100 ms.
const { postgres, cases, staff, minutes, pause } = options({
  ...{ postgres: needed, cases: 100_000, staff: 50, minutes: 10, pause: 5000 },
})

const times: Record<string, number[]> = {}
let keys = 0
let failed = 0
/** Answers by call and status. */
const statuses: Record<string, number> = {}

const issuer = await openIssuer()
const server = await openServer({
  postgres,
  env: {
    PORTREEVE_CALLS_PER_ADDRESS: '0',
    PORTREEVE_CALLS_PER_PERSON: '0',
    PORTREEVE_ISSUERS: JSON.stringify([issuer.trusted]),
  },
})
let good = false
try {
  await fill()
  await vacuum(postgres)
  const tokens = await Promise.all(Array.from({ length: staff }, (_, at) => issuer.token(`moderator-${at}`)))
  const decided = new Map<string, number>()
  await Promise.all(tokens.map((_, who) => work(tokens, who, decided)))
  const agreed = await desksAgree(tokens)
  const open = await server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query(`select (select count(*)::int from desk_cases) as open,
      (select count(*)::int from posts where review_state = 'pending') + (select count(*)::int from promoted_posts where approval_status = 1)
        + (select count(distinct reporting_uid)::int from user_reports where status = 'open') as waiting,
      (select count(*)::int from (select 1 from audit where action in ('posts.approve', 'promotedPosts.approve') group by subject_id having count(*) > 1) twice) as twice`)
    return rows[0]
  })
  const doubled = [...decided.values()].filter((times) => times > 1).length
  const figures = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, spread(list)]))
  print({
    ...{ cases, staff, decided: decided.size, doubled, ...open },
    ...{ agreed, failed, statuses, figures },
  })
  good =
    doubled + open.twice + failed === 0 &&
    open.open === open.waiting &&
    agreed &&
    (figures.next?.p95 ?? 0) <= 100
} finally {
  await server.close()
  await issuer.close()
}
process.exit(good ? 0 : 1)

/** The cases, and the staff, who are moderators. */
function fill(): Promise<void> {
  const listings = Math.floor(cases * 0.7)
  return server.withDatabase(async ({ pool }) => {
    await pool.query(
      `insert into staff (uid, email, display_name, role)
       select 'moderator-' || n, 'm' || n || '@portreeve.test', 'Moderator ' || n, 'moderator' from generate_series(0, $1::int - 1) n`,
      [staff],
    )
    await pool.query(
      `insert into users (uid, display_name) select 'u' || n, 'Person ' || n from generate_series(1, 5000) n`,
    )
    await pool.query(
      `insert into posts (key, creator_uid, title, price_as_smallest_currency_unit, creation_date_time)
       select 'p' || n, 'u' || (1 + n % 5000), 'Listing ' || n, (n * 7919) % 300000, now() - (n % 10000) * interval '2 minutes' from generate_series(1, $1::int) n`,
      [listings],
    )
    await pool.query(
      `insert into promoted_posts (id, owner_uid, post_title, price, created_at)
       select 'r' || n, 'u' || (1 + n % 5000), 'Promotion ' || n, (n * 31) % 9000, now() - (n % 5000) * interval '3 minutes' from generate_series(1, $1::int) n`,
      [cases - listings - 5000],
    )
    await pool.query(
      `insert into user_reports (id, reporting_uid, reporter_uid, report_reason_id, created_at)
       select 'ur' || n, 'u' || (1 + n % 5000), 'u' || (1 + (n * 13) % 5000), (array['Scam', 'Threats', 'Spam', 'no_show', null])[1 + n % 5], now() - (n % 3000) * interval '5 minutes' from generate_series(1, 15000) n`,
    )
  })
}

async function timed(token: string, name: string, method: string, path: string, body?: object) {
  const more = { key: `key-${++keys}`, ...(body && { body }) }
  const { status, text, took } = await server.call(token, method, path, more)
  times[name] ??= []
  times[name].push(took)
  if (status === 0 || status >= 500) failed++
  count(statuses, `${name} ${status}`)
  return { status, data: status > 0 ? JSON.parse(text).data : undefined }
}

async function decide(token: string, { kind, id, person }: DeskCase, decided: Map<string, number>) {
  const call = (method: string, path: string, body?: object) =>
    timed(token, 'decide', method, `/v1/admin/${path}`, body)
  const { status, data } =
    kind === 'listing'
      ? await call('POST', `posts/${id}/approve`)
      : kind === 'promotion'
        ? await call('PATCH', `promoted_post_requests/${id}/approve`, { data: person?.uid })
        : await call('PATCH', `users/${id}/user_reports`, { status: 'resolved' })
  if (status === 200 && (kind !== 'user_reports' || data.resolved_count > 0))
    decided.set(`${kind} ${id}`, (decided.get(`${kind} ${id}`) ?? 0) + 1)
}

/** One of the staff works until the time is over. */
async function work(tokens: string[], who: number, decided: Map<string, number>): Promise<void> {
  const end = Date.now() + minutes * 60_000
  const rest = () => new Promise((done) => setTimeout(done, Math.random() * 2 * pause))
  const [token = '', other = token] = [tokens[who], tokens[(who + 1) % tokens.length]]
  const skip: { kind: string; id: string }[] = []
  await rest()
  while (Date.now() < end) {
    const { data } = await timed(token, 'next', 'POST', '/v1/admin/desk_next', { skip: skip.slice(-20) })
    if (!data) {
      await rest()
      continue
    }
    const path = `/v1/admin/desk/${data.kind}/${data.id}`
    await timed(token, 'look', 'POST', `${path}/look`)
    await rest()
    const chance = Math.random()
    if (chance < 0.8) {
      const both = chance < 0.08 ? [token, other] : [token]
      await Promise.all(both.map((one) => decide(one, data, decided)))
    } else if (chance < 0.87) {
      await timed(token, 'release', 'POST', `${path}/release`)
      skip.push({ kind: data.kind, id: data.id })
    } else if (chance < 0.93) {
      const until = new Date(Date.now() + 3_600_000).toISOString()
      await timed(token, 'snooze', 'POST', `${path}/snooze`, { until })
    } else skip.push({ kind: data.kind, id: data.id })
    if (chance < 0.5) await timed(token, 'list', 'GET', '/v1/admin/desk')
    if (chance > 0.6) await timed(token, 'counts', 'GET', '/v1/admin/desk_counts')
  }
}

/** Whether the desks of all staff show the same first cases. */
async function desksAgree(tokens: string[]): Promise<boolean> {
  const desks = new Set<string>()
  for (const token of tokens) {
    const { data } = await timed(token, 'last list', 'GET', '/v1/admin/desk')
    desks.add(JSON.stringify(data))
  }
  return desks.size === 1
}
