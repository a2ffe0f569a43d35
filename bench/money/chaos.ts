import { setTimeout as wait } from 'node:timers/promises'
import { setFace, setSandbox, settled } from '../stack/calls.ts'
import { dataOf } from '../stack/client.ts'
import { count, print } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { insertOrders, makeOrders } from '../stack/orders.ts'
import { openServer } from '../stack/server-under-test.ts'
import { becomes } from '../stack/waiting.ts'
import { checkChaos, eventsTaken } from './chaos-check.ts'
import { callsOf, isLate, isLost, journeyOf, price, type Step } from './chaos-journey.ts'
import { forgetfulVendor } from './chaos-twin.ts'

// Money under a dying server and faulty vendors:
//   node --import tsx bench/money/chaos.ts [--operations 2000] [--kills 50] [--postgres URL] [--compiled] [--twin]
// Clients send refunds, cancellations, disputes, their resolution or decision for the buyer, and label cancellations over HTTP while the server is
// repeatedly killed with -9 and 40 % of the vendors' answers are faults. Other refunds happen in the provider's dashboard, and
// banks charge payments back; both reach the server as webhook events only, out of order. Some events are lost, and some orders come after
// their events. A caller without an answer retries
// with the same idempotency key. After the kills and 95 % of the calls the faults end, and 60 s later everything must be settled: once,
// with its audit row, equal to the vendors' own books. --compiled starts the server of `npm run serve`, which starts
// sooner after a kill. --twin puts a vendor in between that forgets idempotency keys:
// then the bench must fail.
const { operations, kills, postgres, compiled, twin } = options({
  ...{ operations: 2000, kills: 50, postgres: undefined },
  ...{ compiled: false, twin: false },
})
const clients = 128
/** Milliseconds for which a caller retries an unacknowledged call. */
const retryFor = 900_000

let orders = 0
let wanted = 0
while (wanted < operations) wanted += callsOf(++orders)

const server = await openServer({
  postgres,
  ...(compiled && { entry: 'dist/server/main.js' }),
  vendor: twin ? forgetfulVendor : undefined,
})
await makeOrders(server, 't', orders, isLate)
const token = await server.token()
await setSandbox(server, '/easypost/carriers/answer', { at_once: true })
await setFace(server, 'stripe', 'mixed', { rate: 0.4, seed: 1 })
await setFace(server, 'easypost', 'mixed', { rate: 0.4, seed: 2 })
// The later of two events comes first; each is retried until the server accepts it.
await setFace(server, 'stripe-webhooks', 'out_of_order')

const answers: Record<string, number> = {}
const faults: string[] = []
let done = 0
let ended = 0
let killed = 0
const began = Date.now()
const progress = setInterval(
  () => console.error(`${done} of ${wanted} done, ${killed} kills, ${JSON.stringify(answers)}`),
  10_000,
)

const work = Promise.all(Array.from({ length: clients }, (_, at) => client(at)))
await killer()
while (done < wanted * 0.95 && ended < clients) await wait(20)
const loaded = (Date.now() - began) / 1000
await setFace(server, 'stripe', 'ok')
await setFace(server, 'easypost', 'ok')
const calm = Date.now()
const atTheEnd = await server.withDatabase(({ pool }) =>
  pool.query<{ n: number }>("select count(*)::int as n from operations where state = 'pending'"),
)
await work
clearInterval(progress)
await settled(server, 60)
if (!(await eventsTaken(server, 60)))
  faults.push('Events of the provider were not taken 60 s after the faults had ended.')
const quiet = (Date.now() - calm) / 1000
if (quiet > 60) faults.push('Operations were still pending 60 s after the faults had ended.')
const found = await checkChaos(server, orders)
faults.push(...found.faults)
print({
  database: postgres ? 'PostgreSQL' : 'PGlite',
  twin,
  'calls acknowledged': done,
  'kills -9': killed,
  'vendor faults': '40 %',
  'seconds under faults': Math.round(loaded),
  'answers by status': answers,
  'pending when the faults ended': atTheEnd.rows[0]?.n,
  'seconds from then until all was done': Math.round(quiet),
  ...found.figures,
  'number of faults': faults.length,
  faults,
})
await server.close()
process.exit(faults.length > 0 ? 1 : 0)

/** Spreads the kills evenly over the work, each at a random moment. */
async function killer() {
  for (let next = 1; next <= kills; next++) {
    while (done < (next * wanted) / (kills + 1) && ended < clients) await wait(20)
    await wait((next * 137) % 500)
    await server.kill()
    killed += 1
    await server.start()
  }
}

/** Each client has its own transactions. */
async function client(at: number) {
  for (let i = at + 1; i <= orders; i += clients) {
    let dispute = ''
    let left = price
    for (const step of journeyOf(i)) {
      left -= step.cents ?? 0
      if (step.there) {
        if (step.there === 'charged') await chargeBack(i)
        else await refundThere(i, step.there, step.cents ?? 0, left)
        continue
      }
      const made = await persist(step, step.path.replace('{dispute}', dispute))
      if (made === undefined) break
      dispute ||= made
    }
  }
  ended += 1
}

/**
 * Refunds in the provider's dashboard, and waits until the server has recorded a successful one: until then staff could
 * refund the same cents.
 */
async function refundThere(i: number, there: 'stands' | 'fails', amount: number, left: number) {
  const path = '/stripe/dashboard/refunds'
  const lost = there === 'stands' && isLost(i)
  const { id } = await setSandbox<{ id: string }>(server, path, { payment_intent: `pi_t${i}`, amount, lost })
  if (there === 'stands' && isLate(i)) await insertOrders(server, 't', [i])
  if (there === 'fails') await setSandbox(server, `${path}/${id}`, { status: 'failed' })
  else if (!lost) await untilLeft(i, left)
  done += 1
}

/** The bank takes back all that is left, and decides for the buyer once the server knows of it. */
async function chargeBack(i: number) {
  const path = '/stripe/dashboard/disputes'
  const { id } = await setSandbox<{ id: string }>(server, path, { payment_intent: `pi_t${i}` })
  await untilLeft(i, 0)
  await setSandbox(server, `${path}/${id}/close`, { status: 'lost' })
  done += 1
}

/** Waits until the server shows at most so many cents as left. */
async function untilLeft(i: number, left: number) {
  const isKnown = async () => {
    const answered = await server.call(token, 'GET', `/v1/admin/transactions/t${i}/money`)
    return answered.status === 200 && dataOf<{ left: number }>(answered).left <= left
  }
  await becomes(isKnown, retryFor, 200)
}

/** Retries until the call is done or on its way; returns the id of the new record, or ''. */
async function persist({ method, key, body }: Step, path: string) {
  const until = Date.now() + retryFor
  let pause = 100
  for (;;) {
    const answered = await server.call(token, method, path, { key, ...(body && { body }) })
    const { status, text } = answered
    count(answers, status)
    if (status === 200) {
      done += 1
      return dataOf<{ id?: string }>(answered).id ?? ''
    }
    // 0 and 503: the server is dead or dying. 409: another operation still moves the same money. Any other status is a fault.
    if (![0, 409, 503].includes(status) || Date.now() > until) {
      faults.push(`${key} was answered ${status} ${text}`)
      return undefined
    }
    await wait(pause)
    pause = Math.min(1000, pause * 1.5)
  }
}
