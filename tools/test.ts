import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseOn } from '../server/testing/on-postgres.ts'
import { findBrowser } from './browser.js'
import { changedFiles, testsNamed, testsReached } from './changed.ts'
import { type BrowserReport, failedJourneys, printStackLog, why } from './journey-report.ts'
import { codeFiles, isTest } from './sources.ts'
import { freePort, startStack } from './stack.ts'

// `npm test` runs three rings: rules (no database, no browser), calls (the server on a real database) and journeys (a
// browser on its own stack with fresh demo data). `npm test -- all` adds the slow tests, `npm test -- calls` runs one ring,
// `npm test -- changed` the tests that the working tree's changes reach, and `npm test -- FILE` those of a file. The last line sums up.
interface UnitResult {
  fullName: string
  status: string
  failureMessages?: string[]
}
interface UnitReport {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: { name: string; status: string; assertionResults: UnitResult[] }[]
}
const root = fileURLToPath(new URL('..', import.meta.url))
const rings = ['rules', 'calls', 'journeys'] as const
type Ring = (typeof rings)[number]
const isRing = (word: string): word is Ring => (rings as readonly string[]).includes(word)

const words = process.argv.slice(2)
const all = words.includes('all')
const changed = words.includes('changed')
const named = words.filter(isRing)
const wanted: readonly Ring[] = named.length > 0 ? named : rings
const paths = words.filter((word) => !['all', 'changed'].includes(word) && !isRing(word))
/** For a run of all tests, and of single files: each test does all of its cases. */
const testAll: Record<string, string> = all || paths.length > 0 ? { PORTREEVE_TEST_ALL: '1' } : {}
const unknown = paths.filter((path) => !existsSync(resolve(path)))
if (unknown.length > 0 || ((paths.length > 0 || changed) && words.length > Math.max(paths.length, 1))) {
  for (const path of unknown) console.error(`No such file or ring: ${path}`)
  console.error(
    `Usage: npm test [-- all] [-- ${rings.join(' | ')}], npm test -- changed, or npm test -- FILE…`,
  )
  process.exit(2)
}
const scratch = mkdtempSync(join(tmpdir(), 'portreeve-test-'))
const stackLog = join(scratch, 'stack.log')
const sum = { passed: 0, failed: 0 }
const failures: string[] = []
const times: string[] = []

try {
  if (changed) await runTests(testsReached(root, changedFiles(root)))
  else if (paths.length > 0) await testsOf(paths.map((path) => relative(root, resolve(path))))
  else {
    // The stack makes its demo data while the other rings run.
    const stack = wanted.includes('journeys') ? stackForJourneys() : undefined
    stack?.catch(() => {})
    if (wanted.includes('rules'))
      await timed('rules', unitTests(projects('rules', 'console', ...(all ? ['package'] : []))))
    if (wanted.includes('calls')) await timed('calls', unitTests(projects('calls', ...(all ? ['slow'] : []))))
    if (stack) await timed('journeys', browserTests(await stack, all ? [] : ['--grep-invert', '@slow']))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const title of failures) console.info(`\nFailed: ${title}`)
console.info(`\n${times.join(', ')}`)
console.info(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0)

function projects(...names: string[]): string[] {
  return names.flatMap((name) => ['--project', name])
}

/** Notes the time of a ring. */
async function timed(ring: string, work: Promise<void>) {
  const began = performance.now()
  await work
  times.push(`${ring}: ${Math.round((performance.now() - began) / 1000)} s`)
}

/** Runs the tests of some files: test files themselves, and of any other file the tests that have its name. */
async function testsOf(files: string[]) {
  const tests = codeFiles(root).filter(isTest)
  const found = new Set(files.flatMap((file) => testsNamed(file, tests)))
  if (found.size === 0) console.error(`No test has the name of ${files.join(', ')}.`)
  await runTests([...found])
}

/** Runs some test files, unit tests before journeys. */
async function runTests(found: string[]) {
  for (const file of found) console.info(file)
  const specs = found.filter((file) => file.endsWith('.spec.ts'))
  const units = found.filter((file) => !specs.includes(file))
  if (units.length > 0) await timed('unit tests', unitTests(units))
  if (specs.length > 0) await timed('journeys', browserTests(await stackForJourneys(), specs))
}

function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn('npx', args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** Adds a run's figures; a run that failed without a failed test (a crash, a broken file) counts as one. */
function add(passed: number, failed: number, exitCode: number) {
  sum.passed += passed
  sum.failed += failed || (exitCode === 0 ? 0 : 1)
}

async function unitTests(which: string[]) {
  const report = join(scratch, 'unit.json')
  const code = await run(
    [
      'vitest',
      'run',
      ...which,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      // A line for each file: the single tests only of one that fails, and what a test logs only if it fails.
      '--slowTestThreshold=60000',
      '--silent=passed-only',
    ],
    { ...testAll, NODE_NO_WARNINGS: '1' },
  )
  const result = read(report) as UnitReport
  for (const file of result.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed)
      failures.push(`${file.name.replace(root, '')}: ${fullName}${why(failureMessages)}`)
    if (file.status === 'failed' && failed.length === 0) failures.push(file.name.replace(root, ''))
  }
  add(result.numPassedTests ?? 0, result.numFailedTests ?? 0, code)
}

/** The product with its fixtures, on free ports. With DATABASE_URL it uses databases of that PostgreSQL. */
async function stackForJourneys() {
  const on = process.env.DATABASE_URL
  const [development, production] = on
    ? [await databaseOn(on, 'portreeve_journeys'), await databaseOn(on, 'portreeve_journeys')]
    : []
  const ports = {
    development: await freePort(),
    production: await freePort(),
    sandbox: await freePort(),
    smtp: await freePort(),
  }
  const stack = await startStack({
    ports,
    dataFolder: join(scratch, 'data'),
    ...(development &&
      production && { databases: { development: development.url, production: production.url } }),
    host: undefined,
    demo: 'fixtures',
    log: stackLog,
    ended: (name) => {
      sum.failed += 1
      failures.push(`The ${name} part has stopped during the journeys.`)
    },
  }).catch((error) => {
    printStackLog(stackLog, false)
    throw error
  })
  return {
    ports,
    database: development?.url,
    stop: async () => {
      await stack.stop()
      await Promise.all([development?.remove(), production?.remove()])
    },
  }
}

/**
 * How many times slower this machine starts a process than the machines on which the limits of journeys were chosen: from 1 to 4.
 * A slow or busy machine would fail journeys that are right.
 */
function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    return performance.now() - began
  })
  return Math.min(4, Math.max(1, (times.toSorted((one, other) => one - other)[2] ?? 0) / 60))
}

async function browserTests(
  { ports, database, stop }: Awaited<ReturnType<typeof stackForJourneys>>,
  which: string[],
) {
  const report = join(scratch, 'browser.json')
  const code = await run(
    ['playwright', 'test', '-c', 'e2e', '--reporter=./e2e/stack/lines.ts,json', ...which],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PORTREEVE_CHROMIUM: findBrowser() ?? '',
      PORTREEVE_CONSOLE: `http://localhost:${ports.development}`,
      PORTREEVE_CONSOLE_PRODUCTION: `http://localhost:${ports.production}`,
      PORTREEVE_SANDBOX: `http://localhost:${ports.sandbox}`,
      // The contrast in dark is checked with the slow tests, and for single files.
      ...testAll,
      PORTREEVE_SLOWNESS: String(slowness()),
      // Some tests import rows while a page is open.
      PORTREEVE_DATA_DIR: join(scratch, 'data'),
      ...(database && { DATABASE_URL: database }),
    },
  )
  await stop()
  printStackLog(stackLog, code === 0 && sum.failed === 0)
  const { stats, suites } = read(report) as BrowserReport
  failures.push(...failedJourneys(suites ?? []))
  // A flaky test counts as failed.
  add(stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), code)
}

function read(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object
  } catch {
    return {}
  }
}
