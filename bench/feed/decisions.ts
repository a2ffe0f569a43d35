import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '../../client/index.ts'
import type { Event } from '../../contract/marketplace/events.ts'
import { call } from '../stack/calls.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'
import { clocks, pause, progress, serverOptions, values, wanted } from './breaks.ts'
import { type Change, compared } from './compared.ts'

// Decisions on their way to the marketplace's app, under breaks on both sides:
//   node --import tsx bench/feed/decisions.ts [--changes 10000] [--kills 200] [--minutes 60] [--postgres URL] [--compiled] [--twin]
// Writers change people through the API while servers are killed with -9 and their clocks jump. The app receives and verifies
// webhooks: 30 % of them fail, hang, lose their answer or find it stopped. A second consumer reads /v1/events. In the end both
// know every accepted change once, in the order of each person, and no other. --twin lets the app answer before it has stored: then the bench must fail.
/** People, each of whom one writer changes. */
const people = 200
const writers = 8

const changeOf = ({ data }: Event): Change => ({
  uid: String(data.uid),
  value: (data.after as { post_ability: number }).post_ability,
})

/** The app: what it has stored, by the id of the event, in the order of storing. */
const stored = new Map<string, Change>()
const faults = { requests: 0, repeated: 0, failed: 0, stops: 0, forged: 0 }
let secret = ''

function openApp(port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    faults.requests++
    // At the time of the sender, whose clock jumps.
    const sent = Number(request.headers['webhook-timestamp']) * 1000
    const event = await verifyWebhook<Event>(request.headers, body, secret, sent).catch(() => undefined)
    if (!event) {
      faults.forged++
      response.writeHead(400).end()
      return
    }
    const kind = Math.random()
    const store = () => {
      if (stored.has(event.id)) faults.repeated++
      else stored.set(event.id, changeOf(event))
    }
    if (values.twin) {
      response.writeHead(200).end()
      // Killed after the answer and before the commit.
      if (kind > 0.01) store()
      return
    }
    if (kind < 0.3) faults.failed++
    if (kind < 0.12) {
      response.writeHead(kind < 0.04 ? 302 : 500).end()
      return
    }
    if (kind < 0.15) await pause(1500)
    if (kind >= 0.2) store()
    // Below 0.3 the answer is lost: the event comes again.
    if (kind < 0.3) request.socket.destroy()
    else response.writeHead(204).end()
  })
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)))
}

let app = await openApp(0)
const port = (app.address() as AddressInfo).port
const first = await openServer(serverOptions)
await first.start()
const second = values.postgres ? await openServer(serverOptions) : undefined
await second?.start()
const servers = second ? [first, second] : [first]
// Each server is the issuer of its own tokens.
const tokens = new Map(
  await Promise.all(servers.map(async (server) => [server, await server.token()] as const)),
)

await first.withDatabase(({ pool }) =>
  pool.query(
    `insert into users (uid, display_name, post_ability, search_uid) select 'p' || i, 'Person', 0, 'p' || i from generate_series(1, ${people}) i on conflict do nothing`,
  ),
)
const made = await call(
  first,
  tokens.get(first) ?? '',
  {
    method: 'POST',
    path: '/v1/admin/webhook_endpoints',
    body: { url: `http://127.0.0.1:${port}/hook`, types: ['user.updated'] },
  },
  'endpoint',
)
if (made.status !== 200) throw new Error(made.text)
secret = (JSON.parse(made.text) as { data: { secret: string } }).data.secret
clocks.areJumping = true

/** The accepted values of each person, in their order. */
const accepted = new Map<string, number[]>()
let [written, killed, working] = [0, 0, true]
const began = Date.now()

async function writer(at: number) {
  for (let turn = 0; written < wanted; turn++) {
    while (progress(killed) < 1 && written > wanted * progress(killed + 1)) await pause(20)
    written++
    const uid = `p${1 + at + writers * (turn % Math.floor(people / writers))}`
    const own = accepted.get(uid) ?? []
    const value = (own.at(-1) ?? 0) + 1
    // The same key until there is an answer: a killed server may have committed.
    for (let attempt = 0; ; attempt++) {
      const server = servers[(at + attempt) % servers.length] ?? first
      const path = `/v1/admin/users/${uid}`
      const { status, text } = await call(
        server,
        tokens.get(server) ?? '',
        { method: 'PATCH', path, body: { post_ability: value % 1001 } },
        `${uid}-${value}`,
      )
      if (status === 200) break
      if (status !== 0 && status !== 503) throw new Error(`${status} ${text}`)
      await pause(100)
    }
    accepted.set(uid, [...own, value])
  }
}

async function killer() {
  for (; working && progress(killed) < 1; killed++) {
    await pause(700 + ((killed * 137) % 900))
    if (killed % 3 === 2) {
      // The app is the other side.
      faults.stops++
      app.closeAllConnections()
      await new Promise((done) => app.close(done))
      await pause(300)
      app = await openApp(port)
    } else {
      const server = servers[killed % servers.length] ?? first
      await server.kill()
      await server.start()
    }
  }
}

/** The second consumer: it stores each page with its position. */
const read: Event[] = []
let position = '0'
async function reader() {
  for (let turn = 0; working; turn++) {
    const server = servers[turn % servers.length] ?? first
    try {
      const answer = await fetch(`${server.api}/v1/events?after=${position}&limit=500&wait=2`, {
        headers: { authorization: `Bearer ${tokens.get(server)}`, 'x-api-key': apiKey },
        signal: AbortSignal.timeout(8000),
      })
      const { data } = (await answer.json()) as { data: { events: Event[]; next: string } | null }
      if (!data) throw new Error('Refused')
      read.push(...data.events)
      position = data.next
    } catch {
      await pause(100)
    }
  }
}

/** The attempts after the first seconds come within minutes and hours: the bench does not wait for them. */
const hurry = () =>
  first.withDatabase(async ({ pool }) => {
    // Not those that are being sent: their lease is 30 s.
    await pool.query(
      "update webhook_deliveries set due_at = now() where state = 'pending' and due_at > now() + interval '31 seconds'",
    )
    const { rows } = await pool.query<{ waits: number; behind: boolean }>(
      `select (select count(*)::int from webhook_deliveries where state = 'pending') as waits,
        exists (select from webhook_endpoints where position < (select max(id) from events)) as behind`,
    )
    return rows[0] ?? { waits: 0, behind: false }
  })

/** Also while servers die. On the embedded database this process would become its owner. */
async function hurrier() {
  while (working && values.postgres) {
    await hurry().catch(() => {})
    await pause(1000)
  }
}

const reading = reader()
const hurrying = hurrier()
const breaking = killer()
const reporting = setInterval(
  () => console.error(`${written} written, ${killed} kills, ${stored.size} stored, ${read.length} read`),
  10_000,
)
await Promise.all(Array.from({ length: writers }, (_, at) => writer(at)))
const seconds = Math.round((Date.now() - began) / 1000)
await breaking
for (let now = await hurry(); now.waits > 0 || now.behind; now = await hurry()) await pause(1000)
const total = [...accepted.values()].reduce((sum, own) => sum + own.length, 0)
for (let i = 0; i < 60 && read.length < total; i++) await pause(500)
working = false
await Promise.all([reading, hurrying])
clearInterval(reporting)

const results = {
  webhooks: compared(accepted, [...stored.values()]),
  reading: compared(accepted, read.map(changeOf)),
}
const wrong = Object.values(results)
  .flatMap((one) => Object.values(one))
  .reduce((sum, one) => sum + one, faults.forged)
console.info(
  JSON.stringify(
    {
      database: values.postgres ? `PostgreSQL, ${servers.length} servers` : 'PGlite',
      twin: values.twin,
      'changes accepted': total,
      'seconds of writing': seconds,
      'kills -9 of servers': killed - faults.stops,
      'stops of the app': faults.stops,
      requests: faults.requests,
      'failing or slow': faults.failed,
      'came again': faults.repeated,
      'wrong signatures': faults.forged,
      ...results,
      faults: wrong,
    },
    null,
    2,
  ),
)
app.closeAllConnections()
app.close()
for (const server of servers) await server.close()
process.exit(wrong > 0 ? 1 : 0)
