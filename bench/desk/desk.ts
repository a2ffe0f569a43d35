import { parseArgs } from 'node:util'
import pg from 'pg'
import type { DeskCase } from '../../contract/desk/desk.ts'
import { builtinIdentity } from '../../server/adapters/identity-builtin.ts'
import { invite } from '../../server/staff/staff-accounts.ts'
import { call } from '../stack/calls.ts'
import { makeCluster } from '../stack/cluster.ts'
import { auditKey, openServer, type ServerUnderTest } from '../stack/server-under-test.ts'

// Many staff at one desk of 100,000 open cases, on a PostgreSQL of its own:
//   node --import tsx bench/desk/desk.ts [--cases 100000] [--staff 50] [--minutes 10] [--pause 5000]
// Each of the staff takes the next case, pauses (on average so many milliseconds), and then decides it, releases it, snoozes it or
// leaves it; one decision in ten is sent by a colleague at the same moment, too. At the end each case was decided at most once,
// no case is missing, and the desks of all staff agree. The bench ends with 1 otherwise, or when p95 of `next` exceeds 100 ms.
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    staff: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '10' },
    pause: { type: 'string', default: '5000' },
  },
})
const cases = Number(values.cases)
const people = Number(values.staff)
const until = () => Date.now() + Number(values.minutes) * 60_000

const times: Record<string, number[]> = {}
let keys = 0
let failed = 0
/** Answers by call and status. */
const statuses: Record<string, number> = {}

async function timed(
  server: ServerUnderTest,
  token: string,
  name: string,
  method: string,
  path: string,
  body?: object,
) {
  const began = performance.now()
  const answer = await call(server, token, { method, path, ...(body && { body }) }, `key-${++keys}`)
  const list = times[name] ?? []
  times[name] = list
  list.push(performance.now() - began)
  if (answer.status === 0 || answer.status >= 500) failed++
  const outcome = `${name} ${answer.status}`
  statuses[outcome] = (statuses[outcome] ?? 0) + 1
  return { status: answer.status, data: answer.text ? JSON.parse(answer.text).data : undefined }
}

const cluster = await makeCluster(undefined)
const server = await openServer({
  postgres: cluster.url,
  env: { PORTREEVE_CALLS_PER_ADDRESS: '0', PORTREEVE_CALLS_PER_PERSON: '0' },
})
let good = false
try {
  await server.start()
  const fill = performance.now()
  await server.withDatabase(async ({ pool }) => {
    await pool.query(
      `insert into users (uid, display_name) select 'u' || n, 'Person ' || n from generate_series(1, 5000) n`,
    )
    const listings = Math.floor(cases * 0.7)
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
  const filled = performance.now() - fill
  // Autovacuum does so within a minute. The server's own role may not.
  const admin = new pg.Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  await admin.query('analyze')
  await admin.end()
  const tokens = await hire()
  const decided = new Map<string, number>()
  await work(tokens, decided)
  const agreed = await desksAgree(tokens)
  const open = await server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query(`select (select count(*)::int from desk_cases) as open,
      (select count(*)::int from posts where review_state = 'pending') + (select count(*)::int from promoted_posts where approval_status = 1)
        + (select count(distinct reporting_uid)::int from user_reports where status = 'open') as waiting,
      (select count(*)::int from (select 1 from audit where action in ('posts.approve', 'promotedPosts.approve') group by subject_id having count(*) > 1) twice) as twice`)
    return rows[0]
  })
  const doubled = [...decided.values()].filter((count) => count > 1).length
  const figures = Object.fromEntries(
    Object.entries(times).map(([name, list]) => {
      const sorted = list.toSorted((a, b) => a - b)
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
      return [name, { calls: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }]
    }),
  )
  console.info(
    JSON.stringify(
      {
        cases,
        people,
        fillMs: Math.round(filled),
        decided: decided.size,
        doubled,
        ...open,
        agreed,
        failed,
        statuses,
        figures,
      },
      null,
      2,
    ),
  )
  good =
    doubled === 0 &&
    open.twice === 0 &&
    open.open === open.waiting &&
    agreed &&
    failed === 0 &&
    (figures.next?.p95 ?? 0) <= 100
} finally {
  await server.close()
  await cluster.remove()
}
process.exit(good ? 0 : 1)

/** Identity tokens of the staff, who are moderators. */
async function hire(): Promise<string[]> {
  const password = 'portreeve-demo'
  await server.withDatabase(async ({ db }) => {
    const identity = builtinIdentity({
      db,
      name: 'bench',
      address: server.api,
      consoles: [server.api],
      secrets: ['a secret for benches, long enough to be one'],
      tokenMinutes: 60,
      sessionIdleHours: 12,
      sessionMaxHours: 168,
    })
    for (let at = 0; at < people; at++)
      await invite(
        { db, identity, auditKey },
        { email: `m${at}@portreeve.test`, name: `Moderator ${at}`, role: 'moderator', password },
      )
  })
  const tokens: string[] = []
  for (let at = 0; at < people; at++) tokens.push(await server.token(`m${at}`))
  return tokens
}

/** All staff work until the time is over. */
async function work(tokens: string[], decided: Map<string, number>): Promise<void> {
  const end = until()
  const rest = () => new Promise((done) => setTimeout(done, Math.random() * 2 * Number(values.pause)))
  const decide = async (token: string, { kind, id, person }: DeskCase) => {
    const [method, path, body] =
      kind === 'listing'
        ? ['POST', `/v1/admin/posts/${id}/approve`, undefined]
        : kind === 'promotion'
          ? ['PATCH', `/v1/admin/promoted_post_requests/${id}/approve`, { data: person?.uid }]
          : ['PATCH', `/v1/admin/users/${id}/user_reports`, { status: 'resolved' }]
    const { status, data } = await timed(
      server,
      token,
      'decide',
      method as string,
      path as string,
      body as object | undefined,
    )
    if (status === 200 && (kind !== 'user_reports' || data.resolved_count > 0))
      decided.set(`${kind} ${id}`, (decided.get(`${kind} ${id}`) ?? 0) + 1)
  }
  await Promise.all(
    tokens.map(async (token, who) => {
      const skip: { kind: string; id: string }[] = []
      await rest()
      while (Date.now() < end) {
        const { data } = await timed(server, token, 'next', 'POST', '/v1/admin/desk_next', {
          skip: skip.slice(-20),
        })
        if (!data) {
          await rest()
          continue
        }
        const path = `/v1/admin/desk/${data.kind}/${data.id}`
        await timed(server, token, 'look', 'POST', `${path}/look`)
        await rest()
        const chance = Math.random()
        if (chance < 0.8) {
          const other = tokens[(who + 1) % tokens.length] ?? token
          await Promise.all([decide(token, data), ...(chance < 0.08 ? [decide(other, data)] : [])])
        } else if (chance < 0.87) {
          await timed(server, token, 'release', 'POST', `${path}/release`)
          skip.push({ kind: data.kind, id: data.id })
        } else if (chance < 0.93)
          await timed(server, token, 'snooze', 'POST', `${path}/snooze`, {
            until: new Date(Date.now() + 3_600_000).toISOString(),
          })
        else skip.push({ kind: data.kind, id: data.id })
        if (chance < 0.5) await timed(server, token, 'list', 'GET', '/v1/admin/desk')
        if (chance > 0.6) await timed(server, token, 'counts', 'GET', '/v1/admin/desk_counts')
      }
    }),
  )
}

/** Whether the desks of all staff show the same first cases. */
async function desksAgree(tokens: string[]): Promise<boolean> {
  const desks: string[] = []
  for (const token of tokens) {
    const { data } = await timed(server, token, 'last list', 'GET', '/v1/admin/desk')
    desks.push(JSON.stringify(data))
  }
  return new Set(desks).size === 1
}
