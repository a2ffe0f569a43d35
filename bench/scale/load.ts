import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { mixedReads } from '../search/mix.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'

// Staff at work all day, on a marketplace that `bench/data/fill.ts` has made:
//   node --import tsx bench/scale/load.ts --postgres URL [--rate 500] [--seconds 300] [--steps] [--twin]
// Open loop: calls start at fixed times, also while earlier ones run, nine in ten of them reading; latency counts from the
// scheduled time. The bench ends with 1 when p99 exceeds 100 ms, a call fails, or the server's
// memory grows by more than a twentieth. --steps searches the highest rate that holds. --twin delays some calls and leaks memory.
const { values } = parseArgs({
  options: {
    postgres: { type: 'string' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '300' },
    steps: { type: 'boolean', default: false },
    twin: { type: 'boolean', default: false },
  },
})
const { postgres } = values
if (!postgres) {
  console.error('Usage: node --import tsx bench/scale/load.ts --postgres URL [--rate 500] [--seconds 300]')
  process.exit(2)
}

interface Step {
  rate: number
  calls: number
  failed: number
  p50: number
  p95: number
  p99: number
  max: number
  /** Processor time by process, in cores. */
  cores: Record<string, number>
  /** Megabytes of the server after the first minute (or a fifth) and at the end. */
  memory: [before: number, after: number]
  words: string[]
}

const server = await openServer({ postgres, ...(values.twin ? { entry: 'bench/scale/load-twin.ts' } : {}) })
let good = false
try {
  await server.start()
  const token = await server.token()
  const { reads, people } = await server.withDatabase(mixedReads)
  const step = makeStep(token, reads, people)
  await step(50, 20)
  const steps = values.steps ? await climb(step) : [await step(Number(values.rate), Number(values.seconds))]
  console.info(JSON.stringify({ processors: cpus().length, twin: values.twin, steps }, null, 2))
  const last = steps.at(-1)
  good = last !== undefined && holds(last)
} finally {
  await server.close()
}
process.exit(good ? 0 : 1)

function holds({ failed, p99, memory: [before, after] }: Step): boolean {
  return failed === 0 && p99 <= 100 && after <= before * 1.05
}

/** Raises the rate until the limits break; the last good one is the highest rate. */
async function climb(step: (rate: number, seconds: number) => Promise<Step>): Promise<Step[]> {
  const done: Step[] = []
  for (let rate = 50; rate <= 1000; rate += 50) {
    const one = await step(rate, 20)
    if (one.failed > 0 || one.p99 > 100) return [one, ...done]
    done.push(one)
  }
  return done
}

function makeStep(token: string, reads: string[][][], people: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const { hostname, port } = new URL(server.api)
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` }
  const send = (method: string, path: string, body?: object): Promise<string | undefined> =>
    new Promise((done) => {
      const sent = request(
        {
          ...{ agent, hostname, port, path, method },
          headers: {
            ...headers,
            ...(body && { 'content-type': 'application/json', 'idempotency-key': `load-${Math.random()}` }),
          },
        },
        (answer) => {
          answer.resume()
          answer.on('end', () =>
            done(answer.statusCode === 200 ? undefined : `${path} answered ${answer.statusCode}`),
          )
          answer.on('error', (error) => done(`${path}: ${error.message}`))
        },
      )
      sent.on('error', (error) => done(`${path}: ${error.message}`))
      sent.end(body && JSON.stringify(body))
    })
  let at = 0
  const any = <One>(list: One[]): One => list[Math.floor(Math.random() * list.length)] as One
  const write = () => {
    const path = `/v1/admin/users/${people[at % people.length]}`
    return at % 20 < 10
      ? send('PATCH', path, { post_ability: at % 1000 })
      : send('POST', '/v1/admin/notes', { kind: 'user', id: people[at % people.length], text: `Note ${at}` })
  }

  return async (rate: number, seconds: number): Promise<Step> => {
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
      if (wait > 1) await new Promise((done) => setTimeout(done, wait))
      at++
      const all = at % 10 === 0 ? [write()] : any(any(reads)).map((path) => send('GET', path))
      // A screen that makes several calls at once counts as that many calls.
      call += all.length - 1
      for (const one of all) {
        const ended = one.then((problem) => {
          spent.push(performance.now() - due)
          if (problem === undefined) return
          failed++
          if (words.length < 5) words.push(problem)
        })
        running.add(ended)
        void ended.finally(() => running.delete(ended))
      }
    }
    await Promise.all(running)
    clearInterval(watch)
    const took = (performance.now() - began) / 1000
    const sorted = spent.toSorted((a, b) => a - b)
    const share = (part: number) =>
      Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10
    const after = processors()
    const cores = Object.fromEntries(
      Object.entries(after).map(([name, used]) => [
        name,
        Math.round(((used - (before[name] ?? 0)) / took) * 100) / 100,
      ]),
    )
    const part = Math.max(1, Math.min(60, Math.floor(memory.length / 5)))
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    const one: Step = {
      ...{ rate, calls: spent.length, failed },
      ...{ p50: share(0.5), p95: share(0.95), p99: share(0.99), max: share(1) },
      ...{ cores, memory: [median(memory.slice(part, 2 * part)), median(memory.slice(-part))], words },
    }
    console.error(JSON.stringify(one))
    return one
  }
}

/** Megabytes of a process in memory. */
function megabytes(pid: number): number {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  )
}

/** Seconds of processor time so far, of the server, the database and this bench. */
function processors(): Record<string, number> {
  const list = execFileSync('ps', ['-eo', 'pid,cputimes,comm'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(1)
  const sum = (wanted: (pid: number, name: string) => boolean) =>
    list.reduce((total, line) => {
      const [pid, time, name = ''] = line.trim().split(/\s+/)
      return wanted(Number(pid), name) ? total + Number(time) : total
    }, 0)
  return {
    server: sum((pid) => pid === server.pid()),
    database: sum((_, name) => name === 'postgres'),
    bench: sum((pid) => pid === process.pid),
  }
}
