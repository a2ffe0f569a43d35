import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { budgets } from './job.ts'
import type { Result, Times } from './measure.ts'

/** The figures of one database. */
export interface Run {
  users: number
  bytes: string
  results: Result[]
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
export const written = ({ p50, p95, p99 }: Times): string => `${ms(p50)} · ${ms(p95)} · ${ms(p99)}`
const rate = ({ rate }: Times) => Math.round(rate).toLocaleString('en')

/** Whether a job is within its budget. */
export const isKept = ({ job, one }: Result): boolean => one.p95 <= budgets[job.budget]

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

/** The whole table for bench/RESULTS.md. */
export function report(runs: Run[], versions: { postgres: string; settings: string }): string {
  const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', with changes'
  const lines = [
    '# Speed and size, measured',
    '',
    '`npm run bench -- --write` writes this part. Times in milliseconds.',
    '',
    `- Commit ${git('rev-parse', '--short', 'HEAD')}${changed}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB memory, load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')} at the end: server, database, bench and other processes share the cores`,
    `- Node ${process.versions.node}, ${versions.postgres}; ${versions.settings}`,
    ...runs.map(({ users, bytes }) => `- ${users.toLocaleString('en')} users: ${bytes}`),
    '',
    'Each cell: p50 · p95 · p99. The budget is the p95 with one client and a million people: searches of people',
    `${budgets.people} ms, searches of listings and messages ${budgets.texts} ms, lists, records and pages ${budgets.reads} ms.`,
    '',
  ]
  for (const { users, results } of runs.toReversed())
    lines.push(
      `## ${users.toLocaleString('en')} users`,
      '',
      '| job | budget | kept | one client | calls/s | 8 clients | calls/s |',
      '|---|---|---|---|---|---|---|',
      ...results.map((result) => {
        const { job, one, eight } = result
        return `| ${job.name} | ${budgets[job.budget]} | ${isKept(result) ? 'yes' : 'NO'} | ${written(one)} | ${rate(one)} | ${written(eight)} | ${rate(eight)} |`
      }),
      '',
    )
  return lines.join('\n')
}
