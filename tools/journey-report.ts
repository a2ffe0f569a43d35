import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

interface BrowserSuite {
  specs?: {
    title: string
    ok: boolean
    file: string
    line: number
    tests?: { results?: { errors?: { message?: string }[]; steps?: BrowserStep[] }[] }[]
  }[]
  suites?: BrowserSuite[]
}
interface BrowserStep {
  title: string
  /** In milliseconds; -1 of a step that did not end. */
  duration: number
  error?: object
  steps?: BrowserStep[]
}
/** The report of Playwright. */
export interface BrowserReport {
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: BrowserSuite[]
}

/** A line for each journey that failed: its place, its title with the steps that failed, and why. */
export function failedJourneys(suites: BrowserSuite[]): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) => {
        const results = spec.tests?.flatMap((one) => one.results ?? []) ?? []
        const errors = results.flatMap((result) => result.errors ?? [])
        const steps = results.flatMap((result) => failedSteps(result.steps))
        const title = [spec.title, ...steps].join(' › ')
        return `${spec.file}:${spec.line} ${title}${why(errors.map(({ message }) => message))}`
      }),
    ...failedJourneys(suite.suites ?? []),
  ])
}

/** The steps in which a test failed or was cut off: a timeout's message may not tell the place. */
function failedSteps(steps: BrowserStep[] = []): string[] {
  return steps
    .filter(({ duration, error }) => error || duration < 0)
    .flatMap((step) => [step.title, ...failedSteps(step.steps)])
}

/** A failed test's messages, on the same line: some logs keep only a run's last lines. */
export function why(messages: (string | undefined)[] = []): string {
  return messages
    .map((message) => stripVTControlCharacters(message ?? '').split(/\n\s+at /)[0] ?? '')
    .map((text) => text && ` · ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 600)}`)
    .join('')
}

/**
 * Prints the last lines of what the servers of the journeys printed. Journeys provoke failures, which are shown only where the run fails. An
 * `unexpected` one, a fault of the server itself (`server/core/http/http.ts`), none provokes: it is always shown.
 */
export function printStackLog(file: string, isPassed: boolean) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const shown = isPassed ? lines.filter((line) => line.includes('"msg":"unexpected"')) : lines
  if (shown.length > 0) console.info(`\nThe servers printed last:\n${shown.slice(-200).join('\n')}`)
}
