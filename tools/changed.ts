import { execFileSync } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { targetsOf } from './circles.ts'
import { codeFiles, isTest } from './sources.ts'

/** Files that nearly all others reach: what is found through them is the whole product. */
const hubs =
  /^(server\/(app|hooks|main|tasks)|contract\/index|console\/(main|routes|page)|\w+\/testing\/\w+)\.tsx?$/

/** The files that differ from the last commit, as paths from the root. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...new Set([
      ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ]
}

/**
 * The tests that some changed files reach. Rules and components: all that import them, also over other files. Calls, which reach the server over
 * its address: those in the folder with the name of a file that imports them, and those that import them directly. Journeys: those of a changed page.
 */
export function testsReached(root: string, changed: readonly string[]): string[] {
  const files = codeFiles(root)
  const tests = files.filter((file) => isTest(file) && !file.includes('.slow.'))
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const target of targetsOf(root, file))
      importers.set(target, [...(importers.get(target) ?? []), file])
  const own = new Set(changed.filter((file) => files.includes(file)))
  const reached = new Set(own)
  for (const file of reached)
    if (!hubs.test(file)) for (const importer of importers.get(file) ?? []) reached.add(importer)
  const folders = new Set([...own].map(dirname))
  const isCall = (test: string) => test.startsWith('server/') && !test.includes('.rules.')
  const pages = [...folders].filter((folder) => /^console\/\w+\/[\w-]+$/.test(folder))
  return tests.filter((test) => {
    if (own.has(test)) return true
    if (test.startsWith('e2e/')) return pages.some((page) => test.startsWith(page.replace('console', 'e2e')))
    if (!isCall(test)) return reached.has(test)
    if (folders.has(dirname(test)))
      return [...reached].some((file) => dirname(file) === dirname(test) && isNamed(test, file))
    return targetsOf(root, test).some((target) => own.has(target))
  })
}

const nameOf = (file: string) => basename(file).replace(/((\.slow|\.rules)?\.test)?\.tsx?$/, '')

/** `bulk.test.ts` and `bulk-run-….test.ts` belong to `bulk-run.ts`. */
function isNamed(test: string, file: string): boolean {
  const [of, name] = [nameOf(test), nameOf(file)]
  return of === name || of.startsWith(`${name}-`) || name.startsWith(`${of}-`)
}

/** The tests with the name of a file, but no journeys: those take longer. */
export const testsNamed = (file: string, tests: readonly string[]): string[] =>
  isTest(file) ? [file] : tests.filter((test) => test.includes('.test.') && isNamed(test, file))
