import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'
import { type Job, openWorld, type World } from './job.ts'
import { caller, measure, warmUp } from './measure.ts'
import { allJobs } from './mix.ts'
import { type Explained, explaining, planText, readWhole, small } from './plan-text.ts'
import { isKept, type Run, report, written } from './report.ts'

// The speed of the reading calls against their budgets; with --plans the query plans of each call:
//   npm run bench -- --postgres URL [--postgres URL …] [--only WORDS] [--calls 200] [--plans] [--write]
// `bench/data/fill.ts` makes the databases. --write writes the figures to bench/RESULTS.md.
const {
  postgres: urls,
  only,
  calls: count,
  ...modes
} = options({
  ...{ postgres: [] as string[], only: undefined, calls: 200 },
  ...{ plans: false, write: false },
})
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

/** Prints the plan of every statement of every job. Returns the growing tables with a sequential scan, with the job. */
async function plans(postgres: string): Promise<string[]> {
  const file = join(tmpdir(), `portreeve-plans-${process.pid}`)
  const explained = new URL(postgres)
  explained.searchParams.set('options', explaining)
  const server = await openServer({
    postgres: explained.href,
    entry: 'bench/search/plans.ts',
    env: { PORTREEVE_BENCH_PLANS: file },
  })
  const faults: string[] = []
  try {
    await server.withDatabase(async (database) => {
      const world = await openWorld(database, Math.min(count, 20))
      const call = await caller(server)
      for (const job of await jobsOf(world)) {
        writeFileSync(file, '')
        for (const paths of job.cases) await call(paths)
        const seen = new Set<string>()
        console.info(`\n## ${job.name}`)
        for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
          const { 'Query Text': text, Plan: plan } = JSON.parse(line) as Explained
          const entry = `${text.replaceAll(/\s+/g, ' ').slice(0, 110)}\n    ${planText(plan)}`
          if (!seen.has(entry)) console.info(`- ${entry}`)
          seen.add(entry)
          for (const table of readWhole(plan).filter((one) => !small.has(one)))
            faults.push(`${job.name}: reads all of ${table}`)
        }
      }
    })
  } finally {
    await server.close()
    rmSync(file, { force: true })
  }
  return [...new Set(faults)]
}

if (modes.plans) {
  const faults = []
  for (const postgres of urls) faults.push(...(await plans(postgres)))
  for (const fault of faults) console.error(fault)
  console.info(`\n${faults.length} jobs read a whole table that grows`)
  process.exitCode = faults.length > 0 ? 1 : 0
} else {
  const runs: Run[] = []
  for (const postgres of urls) runs.push(await speed(postgres))
  runs.sort((one, other) => one.users - other.users)
  const missed = runs.flatMap(({ results }) => results).filter((result) => !isKept(result))
  const text = report(runs, await versions(urls[0] ?? ''))
  if (modes.write) writeResults(text)
  else console.info(text)
  process.exitCode = missed.length > 0 ? 1 : 0
}

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
