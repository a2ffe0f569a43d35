import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeFiles, isTest } from './sources.ts'

/**
 * The maximum lines of a file. Tests and their helpers may be longer: their parts are independent. The files that `path`
 * names are read one after another, so they are shorter.
 */
const limits = { source: 250, test: 400, onPath: 150 }

/** The document that follows one call through the program. */
const path = 'docs/a-refund.md'

/** A sentence for every file over its limit, and for every file that `path` names and that does not exist. Biome checks functions. */
export function tooLong(root: string): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const named = [...read(path).matchAll(/`((?:contract|server|console)\/[\w./-]+\.tsx?)`/g)].map(
    ([, file = '']) => file,
  )
  const long = codeFiles(root).flatMap((file) => {
    const lines = read(file).trimEnd().split('\n').length
    const source = named.includes(file) ? limits.onPath : limits.source
    const limit = isTest(file) || file.startsWith('server/testing/') ? limits.test : source
    return lines > limit ? [`${file} has ${lines} lines, more than ${limit}.`] : []
  })
  const gone = named.filter((file) => !existsSync(join(root, file)))
  return [...long, ...gone.map((file) => `${path} names ${file}, which does not exist.`)]
}
