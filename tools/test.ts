import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser } from './browser.js'
import { freePort, startStack } from './stack.ts'

// `npm test`: unit and server tests, then the browser tests on their own stack with fresh demo data.
// `npm test -- unit`, `-- server` (unit without the console's) or `-- browser` runs a part. The last line sums up.
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
interface BrowserSuite {
  specs?: {
    title: string
    ok: boolean
    file: string
    line: number
    tests?: { results?: { errors?: { message?: string }[] }[] }[]
  }[]
  suites?: BrowserSuite[]
}
interface BrowserReport {
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: BrowserSuite[]
}

const root = new URL('..', import.meta.url).pathname
const known = ['unit', 'server', 'browser']
const parts = process.argv.slice(2)
if (parts.some((word) => !known.includes(word))) {
  console.error(`Usage: npm test [-- ${known.join(' | ')}]`)
  process.exit(2)
}
const wants = (part: string) => parts.length === 0 || parts.includes(part)
const scratch = mkdtempSync(join(tmpdir(), 'portreeve-test-'))
const sum = { passed: 0, failed: 0 }
const failures: string[] = []

try {
  if (wants('unit')) await unitTests([])
  else if (wants('server')) await unitTests(['--project', 'server'])
  if (wants('browser')) await browserTests()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const title of failures) console.info(`\nFailed: ${title}`)
console.info(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0)

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

async function unitTests(projects: string[]) {
  const report = join(scratch, 'unit.json')
  const code = await run([
    'vitest',
    'run',
    ...projects,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const result = read(report) as UnitReport
  for (const file of result.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed)
      failures.push(`${file.name.replace(root, '')}: ${fullName}${why(failureMessages)}`)
    if (file.status === 'failed' && failed.length === 0) failures.push(file.name.replace(root, ''))
  }
  add(result.numPassedTests ?? 0, result.numFailedTests ?? 0, code)
}

async function browserTests() {
  const ports = {
    development: await freePort(),
    production: await freePort(),
    sandbox: await freePort(),
    smtp: await freePort(),
  }
  const stack = await startStack({
    ports,
    dataFolder: join(scratch, 'data'),
    host: undefined,
    ended: (name) => console.error(`The ${name} part has stopped during the browser tests.`),
  })
  const report = join(scratch, 'browser.json')
  const code = await run(['playwright', 'test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PORTREEVE_CHROMIUM: findBrowser() ?? '',
    PORTREEVE_CONSOLE: `http://localhost:${ports.development}`,
    PORTREEVE_CONSOLE_PRODUCTION: `http://localhost:${ports.production}`,
    PORTREEVE_SANDBOX: `http://localhost:${ports.sandbox}`,
    // Some tests import rows while a page is open.
    PORTREEVE_DATA_DIR: join(scratch, 'data'),
  })
  await stack.stop()
  const { stats, suites } = read(report) as BrowserReport
  noteFailures(suites ?? [])
  // A flaky test counts as failed.
  add(stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), code)
}

function noteFailures(suites: BrowserSuite[]) {
  for (const suite of suites) {
    for (const spec of suite.specs ?? [])
      if (!spec.ok) {
        const errors = spec.tests?.flatMap(
          ({ results }) => results?.flatMap((result) => result.errors ?? []) ?? [],
        )
        failures.push(`${spec.file}:${spec.line} ${spec.title}${why(errors?.map(({ message }) => message))}`)
      }
    noteFailures(suite.suites ?? [])
  }
}

/** The first message of a failed test, on the same line: some logs keep only a run's last lines. */
function why([first]: (string | undefined)[] = []): string {
  const [text = ''] = stripVTControlCharacters(first ?? '').split(/\n\s+at /)
  return text && ` · ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 600)}`
}

function read(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object
  } catch {
    return {}
  }
}
