import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeFiles, isTest } from './sources.ts'

/** The maximum lines of a file. Tests and their helpers may be longer: their parts are independent. */
const limits = { source: 250, test: 400 }

/** A sentence for every file over its limit. Biome checks the length of functions. */
export function tooLong(root: string): string[] {
  return codeFiles(root).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
    const limit = limits[isTest(file) || file.startsWith('server/test/') ? 'test' : 'source']
    return lines > limit ? [`${file} has ${lines} lines, more than ${limit}.`] : []
  })
}
