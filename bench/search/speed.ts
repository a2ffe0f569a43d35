import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'
import { type Job, openWorld, type World } from './job.ts'
import { caller, measure, warmUp } from './measure.ts'
import { allJobs } from './mix.ts'
import { isKept, type Run, report, written } from './report.ts'

// The speed of the reading calls against their budgets:
//   npm run bench -- --postgres URL [--postgres URL …] [--only WORDS] [--calls 200] [--write]
// `bench/data/fill.ts` makes the databases. --write writes the figures to bench/RESULTS.md.
const {
  postgres: urls,
  only,
  calls: count,
  write,
} = options({ postgres: [] as string[], only: undefined, calls: 200, write: false })
if (urls.length === 0) throw new Error('Usage: npm run bench -- --postgres URL')
const wanted = only?.split(',')

const jobsOf = async (world: World): Promise<Job[]> =>
  (await allJobs(world)).filter(({ name }) => !wanted || wanted.some((words) => name.includes(words)))

async function speed(postgres: string): Promise<Run> {
  const server = await openServer({ postgres })
  try {
    return await server.withDatabase(async (database) => {
      const world = await openWorld(database, count)
      const call = await caller(server)
      const results = []
      const jobs = await jobsOf(world)
      await warmUp(jobs, call)
      for (const job of jobs) {
        const result = await measure(job, call)
        results.push(result)
        console.error(
          `${world.size.users} ${job.name.padEnd(34)} ${written(result.one)} ms; 8 clients ${written(result.eight)} ms${isKept(result) ? '' : '; over budget'}`,
        )
      }
      const { rows } = await database.pool.query<{ size: string }>(
        'select pg_size_pretty(pg_database_size(current_database())) as size',
      )
      return { users: world.size.users, bytes: rows[0]?.size ?? '', results }
    })
  } finally {
    await server.close()
  }
}

const runs: Run[] = []
for (const postgres of urls) runs.push(await speed(postgres))
runs.sort((one, other) => one.users - other.users)
const missed = runs.flatMap(({ results }) => results).filter((result) => !isKept(result))
const text = report(runs, await versions(urls[0] ?? ''))
if (write) writeResults(text)
else console.info(text)
process.exitCode = missed.length > 0 ? 1 : 0

async function versions(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ version: string; settings: string }>(
    `select split_part(version(), ' (', 1) as version, (select string_agg(name || ' ' || setting || coalesce(' ' || unit, ''), ', ')
     from pg_settings where name in ('shared_buffers', 'work_mem', 'jit', 'synchronous_commit')) as settings`,
  )
  await client.end()
  return { postgres: rows[0]?.version ?? '', settings: rows[0]?.settings ?? '' }
}

/** Replaces the first part of RESULTS.md; the other benches' figures below the mark stay. */
function writeResults(text: string) {
  const file = fileURLToPath(new URL('../RESULTS.md', import.meta.url))
  const before = readFileSync(file, 'utf8')
  const mark = before.indexOf('<!-- What follows is written by hand')
  writeFileSync(file, mark < 0 ? text : `${text}\n${before.slice(mark)}`)
}
