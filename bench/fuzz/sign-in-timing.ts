import { print, round, spread, timed } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'

// Whether a wrong password takes as long for a known as for an unknown address:
//   node --import tsx bench/fuzz/sign-in-timing.ts [--rounds 200] [--postgres URL]
// Measures the whole sign-in with its throttling; failures are deleted after each attempt, so none is throttled. The two
// alternate, so that other load on this machine affects both.
const { rounds, postgres } = options({ rounds: 200, postgres: undefined })

const server = await openServer({ postgres, env: { PORTREEVE_CALLS_PER_ADDRESS: '0' } })
const times = { known: [] as number[], unknown: [] as number[] }
await server.withDatabase(async ({ pool }) => {
  for (let turn = -10; turn < rounds; turn++)
    for (const kind of turn % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const email = `${kind === 'known' ? 'admin' : `unknown-${turn}`}@portreeve.test`
      const took = await timed(() => signIn(email))
      await pool.query('delete from identity_failures')
      // The first attempts warm up.
      if (turn >= 0) times[kind].push(took)
    }
})
await server.close()

async function signIn(email: string) {
  const { status } = await server.call('', 'POST', '/identity/sign-in/email', {
    headers: { origin: server.api },
    body: { email, password: 'not the password' },
  })
  if (status !== 401) throw new Error(`The sign-in answered ${status}`)
}

const [known, unknown] = [times.known, times.unknown].map((list) => ({
  ...spread(list),
  // The interquartile range: the noise of the median.
  noise: quartile(list, 0.75) - quartile(list, 0.25),
}))
const difference = round(Math.abs((known?.p50 ?? 0) - (unknown?.p50 ?? 0)))
print({ milliseconds: true, known, unknown, difference })
process.exitCode = difference < Math.max(known?.noise ?? 0, unknown?.noise ?? 0) ? 0 : 1

function quartile(list: number[], part: number): number {
  return round(list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? 0)
}
