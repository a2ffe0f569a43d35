import { spread, timed } from '../stack/figures.ts'
import type { ServerUnderTest } from '../stack/server-under-test.ts'
import type { Job } from './job.ts'

/** Milliseconds by percentile, and calls a second. */
export type Times = ReturnType<typeof spread> & { rate: number }

export interface Result {
  job: Job
  /** With one client. */
  one: Times
  /** With eight clients. */
  eight: Times
}

/** Makes the calls of a case at once; throws when one is not answered 200. */
export async function caller(server: ServerUnderTest) {
  const token = await server.token()
  return (paths: readonly string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const answered = await server.call(token, 'GET', path)
        if (answered.status !== 200)
          throw new Error(`${path} answered ${answered.status}: ${answered.text.slice(0, 300)}`)
      }),
    )
}

type Caller = Awaited<ReturnType<typeof caller>>

const warmUpMs = 30_000

/** Runs all jobs in turn with eight clients, so that code is compiled and each connection caches its plans. */
export async function warmUp(jobs: Job[], call: Caller): Promise<void> {
  const began = performance.now()
  for (let round = 0; round === 0 || performance.now() - began < warmUpMs; round++)
    for (const { cases } of jobs)
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => call(cases[(round * 8 + n) % cases.length] ?? [])),
      )
}

/** One client, then eight. */
export async function measure(job: Job, call: Caller): Promise<Result> {
  for (const paths of job.cases.slice(0, 10)) await call(paths)
  return { job, one: await run(job, call, 1), eight: await run(job, call, 8) }
}

/** Slow jobs are measured with fewer calls. */
const maxMs = 8000

async function run({ cases }: Job, call: Caller, clients: number): Promise<Times> {
  const spent: number[] = []
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < cases.length * Math.min(2, clients) && performance.now() - began < maxMs) {
        const paths = cases[next++ % cases.length] ?? []
        spent.push(await timed(() => call(paths)))
      }
    }),
  )
  return { ...spread(spent), rate: (spent.length * 1000) / (performance.now() - began) }
}
