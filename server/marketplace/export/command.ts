import type { Database } from '../../core/database/db.ts'
import type { Reject } from '../import/file.ts'
import { FileProblem } from '../import/file-problem.ts'
import { inDigits, progressLine } from '../import/progress-line.ts'
import { exportFolder } from './folder.ts'

interface Options {
  database: Pick<Database, 'db'>
  /** The folder for the NDJSON files. */
  folder: string
  /** Writes text without adding a line end. */
  print: (text: string) => void
  /** Whether the output is a terminal, where a line can be overwritten. */
  isTTY: boolean
  signal?: AbortSignal
}

/** How many lines that an import would reject are named. */
const maxNamed = 20

/**
 * `portreeve export DIR`. Returns the exit code: 0 when an import would take every line, 1 when it would reject some or the folder
 * cannot be used, 130 when it was stopped. Throws when the database fails.
 */
export async function runExport({ database, folder, print, isTTY, signal }: Options): Promise<number> {
  const progress = progressLine(print, isTTY)
  const odd: Reject[] = []
  let oddLines = 0
  let all = 0
  const counted = (name: string, lines: number) => print(`${`${name}:`.padEnd(26)}${inDigits(lines)} lines\n`)
  try {
    const left = await exportFolder({
      database,
      folder,
      signal,
      onOdd: (line) => {
        oddLines += 1
        if (odd.length < maxNamed) odd.push(line)
      },
      onProgress: progress.show,
      onFile: ({ name, lines }) => {
        all += lines
        progress.clear()
        counted(name, lines)
      },
    })
    counted('all', all)
    if (left.length > 0) print('\nNot in the files (docs/export.md):\n')
    for (const { what, rows } of left) print(`${inDigits(rows).padStart(12)}  ${what}\n`)
    if (oddLines === 0) return 0
    print(`\nAn import would reject ${inDigits(oddLines)} of the lines:\n`)
    for (const { file, line, reason } of odd) print(`  ${file}:${line} ${reason.slice(0, 300)}\n`)
    return 1
  } catch (error) {
    progress.clear()
    if (signal?.aborted) {
      print('Stopped. Nothing was exported.\n')
      return 130
    }
    if (!(error instanceof FileProblem)) throw error
    print(`${error.message}\n`)
    return 1
  }
}
