import { Agent, request } from 'node:http'
import { apiKey } from '../stack/server-under-test.ts'
import type { Job } from './job.ts'

/** Milliseconds by percentile, and calls a second. */
export interface Times {
  p50: number
  p95: number
  p99: number
  rate: number
}

export interface Result {
  job: Job
  /** With one client. */
  one: Times
  /** With eight clients. */
  eight: Times
}

/** A client with persistent connections. */
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
    all: (paths: string[]) => Promise.all(paths.map(get)),
    close: () => agent.destroy(),
  }
}

type Caller = ReturnType<typeof caller>

const warmUpMs = 30_000

/** Runs all jobs in turn with eight clients, so that code is compiled and each connection caches its plans. */
export async function warmUp(jobs: Job[], call: Caller): Promise<void> {
  const began = performance.now()
  for (let round = 0; round === 0 || performance.now() - began < warmUpMs; round++)
    for (const { cases } of jobs)
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => call.all(cases[(round * 8 + n) % cases.length] ?? [])),
      )
}

/** One client, then eight. */
export async function measure(job: Job, call: Caller): Promise<Result> {
  const first = job.cases.slice(0, 10)
  for (const paths of first) await call.all(paths)
  return { job, one: await timed(job, call, 1), eight: await timed(job, call, 8) }
}

/** Slow jobs are measured with fewer calls. */
const maxMs = 8000

export async function timed({ cases }: Job, call: Caller, clients: number): Promise<Times> {
  const spent: number[] = []
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < cases.length * Math.min(2, clients) && performance.now() - began < maxMs) {
        const paths = cases[next++ % cases.length] ?? []
        const from = performance.now()
        await call.all(paths)
        spent.push(performance.now() - from)
      }
    }),
  )
  const sorted = spent.toSorted((a, b) => a - b)
  const percentile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    rate: (spent.length * 1000) / (performance.now() - began),
  }
}
