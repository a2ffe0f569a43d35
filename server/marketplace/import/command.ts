import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../core/database/db.ts'
import { makeFolder } from '../../core/database/make-folder.ts'
import type { Door } from './door.ts'
import type { Reject, Summary } from './file.ts'
import { FileProblem, fileProblem } from './file-problem.ts'
import { importFolder } from './folder.ts'
import { inDigits, progressLine } from './progress-line.ts'

interface Options {
  database: Database
  settings: Door['settings']
  /** The folder with the NDJSON files. */
  folder: string
  /** The folder for the file of rejected lines. Created with the first rejected line. */
  rejectsFolder: string
  /** Writes text without adding a line end. */
  print: (text: string) => void
  /** Whether the output is a terminal, where a line can be overwritten. */
  isTTY: boolean
  signal?: AbortSignal
}

/**
 * `portreeve import DIR`. Returns the exit code: 0 when every line was imported, 1 when some were rejected or nothing was
 * found, 130 when it was stopped. Throws when the database or a file fails; the next run resumes there.
 */
export async function runImport(options: Options): Promise<number> {
  const { print, isTTY, signal } = options
  const rejects = rejectsFile(options.rejectsFolder)
  const progress = progressLine(print, isTTY)
  try {
    const { summaries, unknown } = await importFolder({
      database: options.database,
      settings: options.settings,
      folder: options.folder,
      rejects: rejects.add,
      onProgress: ({ name, lines, ...of }) => progress.show({ name, lines, of }),
      onFile: (summary) => {
        progress.clear()
        print(`${inWords(summary)}\n`)
      },
      ...(signal ? { signal } : {}),
    })
    for (const file of unknown) print(`${file}: no file of an import has this name; left out\n`)
    if (summaries.length === 0) {
      print(`No file of an import in ${options.folder}. docs/import.md names them.\n`)
      return 1
    }
    print(`${total(summaries)}\n`)
    if (rejects.count() > 0) print(`${rejects.sample()}The rejected lines and why: ${rejects.path}\n`)
    return rejects.count() > 0 ? 1 : 0
  } catch (error) {
    progress.clear()
    if (signal?.aborted) {
      print('Stopped. Run it again to go on.\n')
      return 130
    }
    if (!(error instanceof FileProblem)) throw error
    print(`${error.message}\n`)
    return 1
  } finally {
    await rejects.close()
  }
}

const counted = ({
  added,
  changed,
  unchanged,
  warnings,
  rejected,
}: Omit<Summary, 'name' | 'file' | 'warned' | 'resumedAt'>) =>
  [
    `${inDigits(added)} new`,
    `${inDigits(changed)} changed`,
    `${inDigits(unchanged)} unchanged`,
    `${inDigits(warnings)} warnings`,
    `${inDigits(rejected)} rejected`,
  ].join(', ')

function inWords(summary: Summary): string {
  const resumed =
    summary.resumedAt > 0 ? ` (after line ${inDigits(summary.resumedAt)}, done by an earlier run)` : ''
  const warned = [...summary.warned].map(
    ([reason, times]) => `\n  warning, ${inDigits(times)} times: ${reason}`,
  )
  return `${`${summary.name}:`.padEnd(26)}${counted(summary)}${resumed}${warned.join('')}`
}

function total(summaries: Summary[]): string {
  const sum = (field: 'added' | 'changed' | 'unchanged' | 'warnings' | 'rejected') =>
    summaries.reduce((all, summary) => all + summary[field], 0)
  return `${'all:'.padEnd(26)}${counted({
    added: sum('added'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    warnings: sum('warnings'),
    rejected: sum('rejected'),
  })}`
}

/** One NDJSON file per run, created with the first rejected line. Only its owner may read it, because it holds personal data. */
function rejectsFile(folder: string) {
  const path = join(folder, `import-${new Date().toISOString().replace(/[:.]/g, '-')}.ndjson`)
  const first: Reject[] = []
  let file: Awaited<ReturnType<typeof open>> | undefined
  let count = 0
  return {
    path,
    count: () => count,
    sample: () =>
      first.map(({ file: name, line, reason }) => `  ${name}:${line} ${reason.slice(0, 300)}\n`).join(''),
    add: async (rejects: Reject[]) => {
      count += rejects.length
      first.push(...rejects.slice(0, 5 - first.length))
      try {
        if (!file) {
          makeFolder(folder)
          file = await open(path, 'a', 0o600)
        }
        await file.appendFile(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''))
      } catch (error) {
        throw fileProblem(path, error, 'write')
      }
    },
    close: async () => file?.close(),
  }
}
