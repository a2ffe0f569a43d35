import { Agent, request } from 'node:http'
import type pg from 'pg'
import { apiKey } from '../stack/server-under-test.ts'
import type { Case, Job } from './job.ts'

export interface Times {
  p50: number
  p95: number
  p99: number
  /** Calls a second. */
  rate: number
}

export interface Result {
  job: Job
  one: Times
  eight: Times
  floor: Times
  ratio: number
}

const share = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

function timesOf(spent: number[], seconds: number): Times {
  const sorted = spent.toSorted((a, b) => a - b)
  return {
    p50: share(sorted, 0.5),
    p95: share(sorted, 0.95),
    p99: share(sorted, 0.99),
    rate: spent.length / seconds,
  }
}

/** A client with a persistent connection. */
export function caller(api: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const { hostname, port } = new URL(api)
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` }
  /** The raw answer: parsing it is not the server's time. */
  const get = (path: string): Promise<Buffer> =>
    new Promise((done, failed) => {
      const sent = request({ agent, hostname, port, path, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const bytes = Buffer.concat(parts)
          if (answer.statusCode === 200) done(bytes)
          else failed(new Error(`${path} answered ${answer.statusCode}: ${bytes}`))
        })
        answer.on('error', failed)
      })
      sent.on('error', failed)
      sent.end()
    })
  return {
    get,
    all: (one: Case) => Promise.all(one.paths.map(get)),
    close: () => agent.destroy(),
  }
}

type Caller = ReturnType<typeof caller>

/** Seconds for one side of a job; slow ones are measured with fewer calls. */
const secondsPerSide = 8

/** Milliseconds of warm-up for a new server. */
const worked = 30_000

/** Runs all jobs in turn with as many clients as are measured later, so that code is compiled and each connection caches its plans. */
export async function warmUp(jobs: Job[], call: Caller): Promise<void> {
  const began = performance.now()
  for (let round = 0; round === 0 || performance.now() - began < worked; round++)
    for (const { cases } of jobs)
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => {
          const one = cases[(round * 8 + n) % cases.length]
          return one && call.all(one)
        }),
      )
}

/** Milliseconds of warm-up for a job and its floor. */
const begin = 1500

/** One client, alternating with the floor, so that both see the same load of the machine; then eight clients. */
export async function measure(job: Job, call: Caller, client: pg.ClientBase): Promise<Result> {
  const start = performance.now()
  for (const [n, one] of job.cases.entries()) {
    if (n >= 10 && performance.now() - start > begin) break
    const [answer] = await call.all(one)
    const rows = await one.floor(client)
    if (job.ids) compare(job, job.ids((JSON.parse(String(answer)) as { data: never }).data), rows)
  }
  const [called, floored]: [number[], number[]] = [[], []]
  const timed = async (list: number[], work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    list.push(performance.now() - from)
  }
  const began = performance.now()
  for (const [n, one] of job.cases.entries()) {
    const product = () => timed(called, () => call.all(one))
    const floor = () => timed(floored, () => one.floor(client))
    for (const work of n % 2 === 0 ? [product, floor] : [floor, product]) await work()
    if (performance.now() - began > secondsPerSide * 2000) break
  }
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0) / 1000
  const one = timesOf(called, sum(called))
  const floor = timesOf(floored, sum(floored))
  return { job, one, floor, eight: await together(job, call), ratio: one.p95 / floor.p95 }
}

async function together(job: Job, call: Caller): Promise<Times> {
  const spent: number[] = []
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < job.cases.length * 2 && performance.now() - began < secondsPerSide * 1000) {
        const one = job.cases[next++ % job.cases.length]
        if (!one) return
        const from = performance.now()
        await call.all(one)
        spent.push(performance.now() - from)
      }
    }),
  )
  return timesOf(spent, (performance.now() - began) / 1000)
}

/** Checks that the floor gives the same answer; otherwise it is no floor. */
function compare(job: Job, ids: unknown[], rows: unknown[]) {
  const own = rows.map((row) => {
    const { uid, id, key } = row as Record<string, unknown>
    return uid ?? id ?? key
  })
  // The hand-written SQL also reads one row more than a page.
  const wanted = new Set(own)
  const missing = ids.filter((id) => !wanted.has(id))
  const full = own.length > ids.length || own.length >= 200
  if ((!full && own.length !== ids.length) || (!full && missing.length > 0))
    console.error(
      `${job.name}: the floor answers ${own.length} rows, the product ${ids.length}; ${missing.length} differ`,
    )
}
