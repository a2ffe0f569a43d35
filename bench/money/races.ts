import { parseArgs } from 'node:util'
import { onlyStripe } from '../../server/adapters/payments.ts'
import { checkLedger } from '../../server/money/ledger/ledger-check.ts'
import { type Answered, call, paymentsOf, setSandbox, settled } from '../stack/calls.ts'
import { makeOrders } from '../stack/orders.ts'
import { openServer } from '../stack/server-under-test.ts'
import { checkRaces, kinds, makeReady, type Race, races } from './races-kinds.ts'

// Races for the same money:
//   node --import tsx bench/money/races.ts [--rounds 1000] [--parallel 20] [--only refund,cancel,resolve,decide,gift,label]
//     [--postgres URL] [--twin]
// In each round many calls attempt the same effect at the same moment: three quarters with their own idempotency keys, the others
// with one shared key; afterwards the winner's call is repeated. Exactly one may succeed. Calls with the winner's
// key get the winner's answer, all others 409 or 422. Then the effects are counted in the ledger, in the audit
// and at the vendors. --twin starts a server without row locks (races-twin.ts): then the bench must fail.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    parallel: { type: 'string', default: '20' },
    only: { type: 'string', default: kinds.join(',') },
    postgres: { type: 'string' },
    twin: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const parallel = Number(values.parallel)
const only = kinds.filter((kind) => values.only.split(',').includes(kind))

const server = await openServer({
  postgres: values.postgres,
  ...(values.twin ? { entry: 'bench/money/races-twin.ts' } : {}),
})
await server.start()
await setSandbox(server, '/easypost/carriers/answer', { at_once: true })
let faulty = 0
const results: Record<string, object> = {}
for (const kind of only) {
  await makeOrders(server, kind, rounds)
  await makeReady(server, kind, rounds)
  results[kind] = await run(kind, races[kind])
}
const ledger = await server.withDatabase(({ db }) => checkLedger(db, onlyStripe(paymentsOf(server))))
faulty += ledger.faults.length
console.info(
  JSON.stringify(
    {
      database: values.postgres ? 'PostgreSQL' : 'PGlite',
      twin: values.twin,
      parallel,
      ...results,
      'ledger against the vendor': {
        'transactions checked': ledger.checked,
        faults: ledger.faults.slice(0, 10),
        'number of faults': ledger.faults.length,
      },
    },
    null,
    2,
  ),
)
await server.close()
process.exit(faulty > 0 ? 1 : 0)

async function run(kind: (typeof kinds)[number], race: Race) {
  const answers: Record<string, number> = {}
  const faults: string[] = []
  let calls = 0
  const note = (answer: Answered) => {
    calls += 1
    const name = answer.replayed ? `${answer.status} replayed` : String(answer.status)
    answers[name] = (answers[name] ?? 0) + 1
  }
  let token = await server.token()
  const began = Date.now()
  let signedIn = began
  for (let round = 1; round <= rounds; round++) {
    // A token lasts 15 minutes, and on a slow machine a hundred rounds take that long.
    if (Date.now() - signedIn > 300_000) {
      token = await server.token()
      signedIn = Date.now()
    }
    const wishOf = await race.prepare(server, token, round)
    const answered = await Promise.all(
      Array.from({ length: parallel }, async (_, caller) => {
        // The first caller, which often wins, alternates between the shared key and its own.
        const shares = (caller + round) % 4 === 0
        const key = `${kind}-${round}-${shares ? 'shared' : caller}`
        const wish = wishOf(shares ? 0 : caller)
        return { key, wish, ...(await call(server, token, wish, key)) }
      }),
    )
    const winner = answered.find((one) => one.status === 200 && !one.replayed)
    const again = winner && { ...winner, ...(await call(server, token, winner.wish, winner.key)) }
    for (const one of again ? [...answered, again] : answered) note(one)
    faults.push(...faultsOf(answered, again).map((fault) => `${kind}, round ${round}: ${fault}`))
    if (round % 100 === 0) console.error(`${kind}: ${round} rounds, ${JSON.stringify(answers)}`)
  }
  const seconds = (Date.now() - began) / 1000
  const quiet = await settled(server, 60)
  if (quiet > 60) faults.push(`${kind}: operations were still pending after a minute`)
  const { effects, faults: found } = await checkRaces(server, kind, rounds)
  faults.push(...found)
  faulty += faults.length
  return {
    rounds,
    calls,
    'answers by status': answers,
    effects,
    seconds: Math.round(seconds),
    'calls a second': Math.round(calls / seconds),
    faults: faults.slice(0, 10).map((fault) => fault.slice(0, 300)),
    'number of faults': faults.length,
  }
}

function faultsOf(
  answered: (Answered & { key: string })[],
  again: (Answered & { key: string }) | undefined,
): string[] {
  const won = answered.filter((one) => one.status === 200)
  const first = won.filter((one) => !one.replayed)
  const faults: string[] = []
  if (first.length !== 1) faults.push(`${first.length} calls were answered as successful`)
  for (const one of won) {
    if (one.replayed && one.key !== first[0]?.key) faults.push('an answer was replayed to another key')
    if (one.text !== first[0]?.text)
      faults.push(`answered ${one.text}, the first was answered ${first[0]?.text}`)
  }
  if (again && (again.status !== 200 || !again.replayed || again.text !== first[0]?.text))
    faults.push(`the winner's call, repeated, was answered ${again.status} ${again.text}`)
  for (const { status, text } of answered)
    if (![200, 409, 422].includes(status)) faults.push(`a caller was answered ${status} ${text}`)
  return faults
}
