import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Result, Times } from './measure.ts'

/** The figures of one database. */
export interface Run {
  users: number
  bytes: string
  results: Result[]
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
const spread = ({ p50, p95, p99 }: Times) => `${ms(p50)} · ${ms(p95)} · ${ms(p99)}`
const rate = ({ rate }: Times) => Math.round(rate).toLocaleString('en')

/** Milliseconds below which a job passes without comparison with its floor. */
const soonEnough = 5
const most = { overFloor: 1.5, growth: 3 }

/** Whether a job is within its limit: near its floor, or fast enough anyway. */
export const isFast = ({ one, ratio }: Result): boolean => one.p95 <= soonEnough || ratio <= most.overFloor

/** The jobs of a run over their limits, as sentences; compared with the smallest run also those that grow too fast. */
export function misses(run: Run, smallest: Run | undefined): string[] {
  return run.results.flatMap((result) => {
    const { job, one, ratio } = result
    const before = smallest?.results.find((other) => other.job.name === job.name)
    const growth = before ? one.p95 / before.one.p95 : 0
    return [
      ...(isFast(result)
        ? []
        : [`${job.name}: p95 ${ms(one.p95)} ms is ${ratio.toFixed(1)} times the floor`]),
      ...(job.group === 'search' && growth > most.growth && one.p95 > soonEnough
        ? [
            `${job.name}: p95 is ${growth.toFixed(1)} times that at ${smallest?.users.toLocaleString('en')} users`,
          ]
        : []),
    ]
  })
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

/** The whole table for bench/RESULTS.md. */
export function report(runs: Run[], versions: { postgres: string; settings: string }): string {
  const memory = Number(
    /MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? totalmem() / 1024,
  )
  const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', with changes'
  const lines = [
    '# Speed and size, measured',
    '',
    '`npm run bench -- --write` writes this part. Times in milliseconds.',
    '',
    `- Commit ${git('rev-parse', '--short', 'HEAD')}${changed}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(memory / 1048576)} GB memory, load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')} at the end: server, database and bench share the cores with whatever else ran`,
    `- Node ${process.versions.node}, ${versions.postgres}; ${versions.settings}`,
    ...runs.map(({ users, bytes }) => `- ${users.toLocaleString('en')} users: ${bytes}`),
    '',
    'Each cell: p50 · p95 · p99 with one client, in turns with the floor. Floor: hand-written SQL for the same answer over one `pg`',
    'connection. Ratio: p95 over p95. Kept: at most 1.5 times the floor, or at most 5 ms.',
    '',
  ]
  for (const run of runs.toReversed()) {
    const smallest = runs.find(({ users }) => users < run.users)
    lines.push(
      `## ${run.users.toLocaleString('en')} users`,
      '',
      '| job | one client | calls/s | floor | calls/s | ratio | kept | 8 clients | calls/s |',
      '|---|---|---|---|---|---|---|---|---|',
      ...run.results.map(
        (result) =>
          `| ${result.job.name} | ${spread(result.one)} | ${rate(result.one)} | ${spread(result.floor)} | ${rate(result.floor)} | ${result.ratio.toFixed(2)} | ${isFast(result) ? 'yes' : 'NO'} | ${spread(result.eight)} | ${rate(result.eight)} |`,
      ),
      '',
    )
    const missed = misses(run, smallest)
    if (missed.length > 0) lines.push('Missed:', '', ...missed.map((one) => `- ${one}`), '')
  }
  if (runs.length > 1) {
    const names = runs[0]?.results.map(({ job }) => job.name) ?? []
    lines.push(
      '## Growth: p95 with one client',
      '',
      `| job | ${runs.map(({ users }) => users.toLocaleString('en')).join(' | ')} | last over first |`,
      `|---|${runs.map(() => '---|').join('')}---|`,
      ...names.map((name) => {
        const all = runs.map(({ results }) => results.find(({ job }) => job.name === name)?.one.p95 ?? 0)
        return `| ${name} | ${all.map(ms).join(' | ')} | ${((all.at(-1) ?? 0) / (all[0] ?? 1)).toFixed(1)} |`
      }),
      '',
    )
  }
  return lines.join('\n')
}
