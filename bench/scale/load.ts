import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { mixedReads } from '../search/mix.ts'
import { any, megabytes, print, spread } from '../stack/figures.ts'
import { needed, options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'

// Staff at work all day, on a marketplace that `bench/data/fill.ts` has made:
//   node --import tsx bench/scale/load.ts --postgres URL [--rate 500] [--seconds 300] [--steps] [--twin]
// Open loop: calls start at fixed times, also while earlier ones run, nine in ten of them reading; latency counts from the
// scheduled time. The bench ends with 1 when p99 exceeds 100 ms, a call fails, or the server's
// memory grows by more than a twentieth. --steps searches the highest rate that holds. --twin delays some calls and leaks memory.
const { postgres, rate, seconds, steps, twin } = options({
  ...{ postgres: needed, rate: 500, seconds: 300 },
  ...{ steps: false, twin: false },
})

const server = await openServer({ postgres, twin: twin && 'slow and leaking' })
let good = false
try {
  const token = await server.token()
  const { reads, people } = await server.withDatabase(mixedReads)
  const step = makeStep(token, reads, people)
  await step(50, 20)
  const done = steps ? await climb(step) : [await step(rate, seconds)]
  print({ processors: cpus().length, twin, steps: done })
  const last = done.at(-1)
  good = last !== undefined && holds(last) && last.memory.end <= last.memory.early * 1.05
} finally {
  await server.close()
}
process.exit(good ? 0 : 1)

type Step = Awaited<ReturnType<ReturnType<typeof makeStep>>>

function holds({ failed, ms }: Step): boolean {
  return failed === 0 && ms.p99 <= 100
}

/** Raises the rate until the limits break; the last good one is the highest rate. */
async function climb(step: (rate: number, seconds: number) => Promise<Step>): Promise<Step[]> {
  const done: Step[] = []
  for (let rate = 50; rate <= 1000; rate += 50) {
    const one = await step(rate, 20)
    if (!holds(one)) return [one, ...done]
    done.push(one)
  }
  return done
}

function makeStep(token: string, reads: string[][][], people: string[]) {
  let at = 0
  const write = () => {
    const id = people[at % people.length]
    const key = `load-${Math.random()}`
    return at % 20 < 10
      ? server.call(token, 'PATCH', `/v1/admin/users/${id}`, { key, body: { post_ability: at % 1000 } })
      : server.call(token, 'POST', '/v1/admin/notes', { key, body: { kind: 'user', id, text: `Note ${at}` } })
  }

  return async (rate: number, seconds: number) => {
    const spent: number[] = []
    const words: string[] = []
    let failed = 0
    const before = processors()
    const began = performance.now()
    const memory: number[] = []
    const watch = setInterval(() => memory.push(megabytes(server.pid())), 1000)
    const running = new Set<Promise<void>>()
    for (let call = 0; call < rate * seconds; call++) {
      const due = began + (call * 1000) / rate
      const wait = due - performance.now()
      if (wait > 1) await pause(wait)
      at++
      const all = at % 10 === 0 ? [write()] : any(any(reads)).map((path) => server.call(token, 'GET', path))
      // A screen that makes several calls at once counts as that many calls.
      call += all.length - 1
      for (const one of all) {
        const ended = one.then(({ path, status }) => {
          spent.push(performance.now() - due)
          if (status === 200) return
          failed++
          if (words.length < 5) words.push(`${path} answered ${status}`)
        })
        running.add(ended)
        void ended.finally(() => running.delete(ended))
      }
    }
    await Promise.all(running)
    clearInterval(watch)
    const took = (performance.now() - began) / 1000
    const cores = Object.entries(processors()).map(([name, used]) => [
      name,
      Math.round(((used - (before[name] ?? 0)) / took) * 100) / 100,
    ])
    // After the first minute (or a fifth), and at the end.
    const part = Math.max(1, Math.min(60, Math.floor(memory.length / 5)))
    const one = {
      ...{ rate, ms: spread(spent), failed },
      /** Processor time by process, in cores. */
      cores: Object.fromEntries(cores) as Record<string, number>,
      memory: { early: spread(memory.slice(part, 2 * part)).p50, end: spread(memory.slice(-part)).p50 },
      words,
    }
    console.error(JSON.stringify(one))
    return one
  }
}

/** Seconds of processor time so far, of the server, the database and this bench. */
function processors(): Record<string, number> {
  const list = execFileSync('ps', ['-eo', 'pid,cputimes,comm'], { encoding: 'utf8' }).trim().split('\n')
  const sums: Record<string, number> = { server: 0, database: 0, bench: 0 }
  for (const line of list.slice(1)) {
    const [pid, time, name] = line.trim().split(/\s+/)
    const who =
      Number(pid) === server.pid()
        ? 'server'
        : Number(pid) === process.pid
          ? 'bench'
          : name === 'postgres'
            ? 'database'
            : undefined
    if (who) sums[who] = (sums[who] ?? 0) + Number(time)
  }
  return sums
}
