import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints a line for each file of journeys when its last one has ended, and a failed journey at once, with its error and the code around it. */
export default class Lines implements Reporter {
  private root = ''
  /** The journeys of each file that have not ended, and the seconds and failures of those that have. */
  private readonly files = new Map<string, { left: number; all: number; ms: number; failed: number }>()

  printsToStdio() {
    return true
  }

  onBegin(config: FullConfig, suite: Suite) {
    this.root = config.rootDir
    for (const test of suite.allTests()) {
      const file = this.fileOf(test)
      file.left += 1
      file.all += 1
    }
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const file = this.fileOf(test)
    file.left -= 1
    file.ms += result.duration
    if (result.status !== test.expectedStatus) {
      file.failed += 1
      console.info(` ✘ ${test.titlePath().filter(Boolean).join(' › ')}`)
      for (const { message, stack, snippet } of result.errors)
        console.info([stack ?? message, snippet].filter(Boolean).join('\n'))
    }
    if (file.left > 0) return
    const name = relative(this.root, test.location.file)
    console.info(
      ` ${file.failed ? '✘' : '✓'}  ${name} (${file.all} journeys${file.failed ? `, ${file.failed} failed` : ''}) ${Math.round(file.ms / 1000)} s`,
    )
  }

  private fileOf({ location }: TestCase) {
    const found = this.files.get(location.file) ?? { left: 0, all: 0, ms: 0, failed: 0 }
    this.files.set(location.file, found)
    return found
  }
}
