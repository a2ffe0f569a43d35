import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openDatabase } from '../../server/core/database/db.ts'
import { settled } from '../stack/calls.ts'
import { apiKey } from '../stack/client.ts'
import { count, print } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'
import { type Operation, requests, type Sent } from './requests.ts'
import type { Schema } from './values.ts'

// Malformed, hostile and mutated requests for every call of the API, generated from its published description:
//   node --import tsx bench/fuzz/fuzz.ts [--requests 100000] [--seed 1] [--postgres URL] [--twin]
// On demo data, as every role. No request may be answered 5xx or not at all; a request that does not match the description must be
// refused; and the refused ones, sent again, must not change the database. --twin lets every refused request also
// write something, and must fail.
const {
  requests: wanted,
  seed,
  postgres,
  twin,
} = options({ requests: 100_000, seed: 1, postgres: undefined, twin: false })
/** Parallel requests. */
const clients = 8
/** The server's limit of a body, bytes. */
const largestBody = 1024 * 1024
/** Milliseconds after which a request counts as hanging. */
const timeout = 10_000

const server = await openServer({ postgres, demo: 'fixtures' })
const tokens = await Promise.all(['admin', 'moderator', 'support', 'finance'].map(server.token))
const { pool, close } = await openDatabase(server.where, { connections: 1, timeout: 60_000 })

const description = (await (await fetch(`${server.api}/openapi.json`)).json()) as {
  paths: Record<string, Record<string, Described>>
}
interface Described {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false, validateFormats: true }))
const valid = new Map<string, ValidateFunction>()
// Staff have no machine key: server/test/doors-*.test.ts attack the calls of programs.
const ofStaff = Object.entries(description.paths).filter(([path]) => !path.startsWith('/v1/ingest/'))
const operations: Operation[] = ofStaff.flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => {
    const body = described.requestBody?.content['application/json'].schema
    if (body) valid.set(described.operationId, ajv.compile(body))
    return {
      name: described.operationId,
      method: method.toUpperCase(),
      path,
      query: described.parameters.filter((one) => one.in === 'query'),
      body,
    }
  }),
)

/** Existing ids of every kind, and some that do not exist. */
async function someIds(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    (select uid as id from users order by uid limit 40) union all (select key from posts order by key limit 40)
    union all (select id from transactions order by id limit 60) union all (select id from orders order by id limit 20)
    union all (select id from conversations order by id limit 20) union all (select id from messages order by id limit 10)
    union all (select id from devices order by id limit 10) union all (select id from collections order by id limit 10)
    union all (select id from macros order by id limit 10) union all (select id from user_reports order by id limit 10)
    union all (select id from listing_reports order by id limit 10) union all (select id from promoted_posts order by id limit 10)
    union all (select id from questions order by id limit 10)`)
  // The demo's sentinels fail by design.
  return [...rows.map(({ id }) => id), 'nobody', 'staff-admin', 'x'].filter((id) => !id.includes('sentinel'))
}

/** The digest of every row of every table, without rows that a refused call may write: failed sign-ins, sessions in use. */
async function state(): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'identity\\_%' order by 1`,
  )
  const digests: string[] = []
  for (const { name } of tables) {
    // The server deletes expired events; a new one has a new number.
    const { rows } = await pool.query<{ digest: string }>(
      name === 'public.live_events'
        ? 'select max(id)::text as digest from live_events'
        : `select count(*) || ':' || coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0) as digest from ${name} t`,
    )
    digests.push(`${name}=${rows[0]?.digest}`)
  }
  return digests.join('\n')
}

interface Answered {
  status: number
  /** Whether the body has the API's wrapper. */
  wrapped: boolean
  ms: number
}

async function send({ method, path, headers, body }: Sent): Promise<Answered> {
  const from = performance.now()
  try {
    const answer = await fetch(`${server.api}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...headers },
      ...(body === undefined || method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(timeout),
    })
    const text = await answer.text()
    let wrapped = false
    try {
      const read = JSON.parse(text) as { status_code?: unknown; code?: unknown }
      wrapped = answer.ok ? read.status_code === 1 : read.status_code === 0 && typeof read.code === 'string'
    } catch {
      // Not JSON at all.
    }
    return { status: answer.status, wrapped, ms: performance.now() - from }
  } catch (error) {
    // Node refuses to send some header values: skip such a request.
    if (error instanceof TypeError && /header|Invalid|ByteString/i.test(String(error.message)))
      return { status: -1, wrapped: true, ms: 0 }
    // The server may refuse a large body early; the connection can end before the client reads the answer.
    const cut = method !== 'GET' && (body?.length ?? 0) > largestBody
    return { status: cut ? -413 : 0, wrapped: cut, ms: performance.now() - from }
  }
}

const statuses: Record<string, number> = {}
const faults: string[] = []
const refused: Sent[] = []
const reached = new Set<string>()
let slowest = 0
let done = 0
const say = (what: string, sent: Sent) => {
  if (faults.length < 30)
    faults.push(
      `${what}: ${sent.operation.name} (${sent.wrong || 'well-formed'}) ${sent.method} ${sent.path.slice(0, 200)} ${(sent.body ?? '').slice(0, 300)}`,
    )
  else faults.push('')
}

const began = Date.now()
const source = requests(operations, await someIds(), tokens, seed)
await Promise.all(
  Array.from({ length: clients }, async () => {
    while (done < wanted) {
      done++
      const sent = source.next().value as Sent
      const { status, wrapped, ms } = await send(sent)
      if (status === -1) continue
      count(statuses, status)
      slowest = Math.max(slowest, ms)
      if (status === 0) say('no answer', sent)
      else if (status >= 500) say(`answered ${status}`, sent)
      else if (!wrapped) say(`not in the wrapper (${status})`, sent)
      if (status === 200) {
        reached.add(sent.operation.name)
        const fits = valid.get(sent.operation.name)
        if (fits && sent.method !== 'GET' && !fits(sent.json ?? {}))
          say('accepted against its description', sent)
      } else if (status >= 400 && refused.length < 20_000) refused.push(sent)
      if (done % 10_000 === 0) console.error(`${done} requests, ${faults.length} faults`)
    }
  }),
)
const seconds = Math.round((Date.now() - began) / 1000)

// The operations of the accepted requests change something, too.
await settled(server, 120)
let again = 0
let changed = 0
/** Sent again in small groups: a request that is accepted now excuses only its group. */
for (let at = 0; at < refused.length; at += 500) {
  const group = refused.slice(at, at + 500)
  const before = await state()
  const answers = await Promise.all(group.map((sent) => send(sent)))
  if (twin) await pool.query('insert into questions (id, created_at) values ($1, now())', [`twin-${at}`])
  if (answers.some(({ status }) => status === 200)) continue
  again += group.length
  const after = await state()
  if (after === before) continue
  changed++
  const lines = before.split('\n')
  const others = after.split('\n').filter((line) => !lines.includes(line))
  console.error(`changed: ${others.join(' ')}`)
}
if (changed > 0) faults.push(`${changed} groups of refused requests changed something`)

print({
  database: postgres ? 'PostgreSQL' : 'PGlite',
  requests: done,
  seconds,
  calls: operations.length,
  'calls that accepted some': reached.size,
  answers: statuses,
  'slowest ms': Math.round(slowest),
  'refused requests sent again': again,
  'groups of them that changed something': changed,
  faults: faults.length,
})
for (const fault of faults.filter(Boolean)) console.error(fault)
await close()
await server.close()
process.exit(faults.length > 0 ? 1 : 0)
