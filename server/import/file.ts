import type { ImportEntity } from '@portreeve/contract/imports'
import type { Database } from '../core/db.ts'
import { checkLine } from './check.ts'
import { FileProblem } from './file-problem.ts'
import type { Item } from './item.ts'
import { type Line, readLines } from './lines.ts'
import { committedLines, fingerprint, forget } from './progress.ts'
import { findRepeats } from './repeats.ts'
import { trueTime } from './source-time.ts'
import type { Target } from './targets.ts'
import { type Mark, type Outcome, writeBatch } from './write.ts'

/** A line that was not imported, and why. */
export interface Reject {
  file: string
  line: number
  reason: string
}

/** The result of importing one file. */
export interface Summary {
  name: string
  file: string
  added: number
  changed: number
  unchanged: number
  warnings: number
  rejected: number
  /** Each kind of warning with its number. */
  warned: Map<string, number>
  /** Lines that an interrupted import of the same file had already committed. */
  resumedAt: number
}

interface Options {
  database: Database
  path: string
  rejects: (rejects: Reject[]) => Promise<void>
  /** Called after every batch: lines and bytes of this file so far. */
  onBatch: (lines: number, bytes: number) => void
  signal?: AbortSignal | undefined
}

const maxRows = 1000
const maxBytes = 2 * 1024 * 1024
/** Target time of a batch in milliseconds. Short, because a batch blocks the calls of a running server on the embedded database. */
const targetTime = 300

/** Imports one file. A bad line is rejected and the import continues; only a failing database or file ends it. */
export async function importFile<Row>(
  entity: ImportEntity,
  target: Target<Row>,
  { database, path, rejects, onBatch, signal }: Options,
): Promise<Summary> {
  const { file, name, key, sourceTimes } = entity
  const any = target as Target<unknown>
  const id =
    any.id ?? ((row: unknown) => key.map((field) => (row as Record<string, string>)[field]).join('\u0000'))
  const summary: Summary = {
    name,
    file,
    added: 0,
    changed: 0,
    unchanged: 0,
    warnings: 0,
    rejected: 0,
    warned: new Map(),
    resumedAt: 0,
  }
  const warn = (reason: string) => {
    summary.warnings += 1
    summary.warned.set(reason, (summary.warned.get(reason) ?? 0) + 1)
  }
  const print = await fingerprint(path)
  const repeats = await findRepeats(path, entity, id, signal)
  summary.resumedAt = await committedLines(database, path, print)

  let batch: Item[] = []
  let refused: Reject[] = []
  let bytes = 0
  let rows = maxRows / 4
  let lastLine = summary.resumedAt
  let lastByte = 0
  // An interrupted import resumes before the first rejected line, so that the next run reports it again.
  let firstReject = Number.POSITIVE_INFINITY
  const refuse = (line: number, reason: string) => {
    firstReject = Math.min(firstReject, line)
    refused.push({ file, line, reason })
  }
  const take = (line: Line) => {
    if (line.number <= summary.resumedAt) return
    lastLine = line.number
    bytes += line.end - lastByte
    lastByte = line.end
    if (line.text === undefined) return refuse(line.number, line.problem ?? 'cannot be read')
    const checked = checkLine(entity, line.text)
    if ('reason' in checked) return refuse(line.number, checked.reason)
    const { row } = checked
    const itsId = id(row)
    if ((repeats.get(itsId) ?? 0) > line.number) return warn('is given again on a later line, which counts')
    for (const field of sourceTimes) {
      const text = row[field]
      if (typeof text === 'string' && !trueTime(text)) warn(`${field} is no date; its text is kept`)
    }
    batch.push({ line: line.number, id: itsId, row, record: any.record(row) })
  }

  const flush = async () => {
    const items = batch
    batch = []
    bytes = 0
    const mark =
      (upTo: number) =>
      (rejected: Outcome['rejected']): Mark => {
        const first = Math.min(firstReject, ...rejected.map((one) => one.line))
        return { file: path, fingerprint: print, lines: Math.min(upTo, first - 1) }
      }
    const started = performance.now()
    for (const done of await writeSafely(database, entity, any, items, lastLine, mark)) {
      summary.added += done.added
      summary.changed += done.changed
      summary.unchanged += done.unchanged
      for (const { line, reason } of done.rejected) refuse(line, reason)
    }
    const took = performance.now() - started
    rows = Math.round(Math.min(maxRows, Math.max(50, rows * Math.min(2, Math.max(0.5, targetTime / took)))))
    summary.rejected += refused.length
    if (refused.length > 0) await rejects(refused.sort((a, b) => a.line - b.line))
    refused = []
    onBatch(lastLine, lastByte)
  }

  for await (const lines of readLines(path, signal))
    for (const line of lines) {
      take(line)
      if (batch.length + refused.length >= rows || bytes >= maxBytes) await flush()
      signal?.throwIfAborted()
    }
  await flush()
  await forget(database, path)
  return summary
}

/**
 * Writes a batch. Splits a batch that the database rejects or that times out, until the bad line is alone. So a value that only
 * PostgreSQL can recognize as bad costs one line and not the import.
 */
async function writeSafely(
  database: Database,
  entity: ImportEntity,
  target: Target<unknown>,
  items: Item[],
  upTo: number,
  mark: (upTo: number) => (rejected: Outcome['rejected']) => Mark,
): Promise<Outcome[]> {
  try {
    if (database.isFull?.())
      throw new FileProblem(
        'The disk of the database is full: free some space and run the import again, it goes on from there.',
      )
    return [await writeBatch(database, entity, target, items, mark(upTo))]
  } catch (error) {
    const state = sqlState(error)
    const [only] = items
    const dataIsBad = /^2[23]|^54/.test(state)
    const [middle] = items.slice(Math.floor(items.length / 2))
    if (items.length > 1 && middle && (dataIsBad || isTransient(state, error))) {
      const at = items.indexOf(middle)
      const first = await writeSafely(database, entity, target, items.slice(0, at), middle.line - 1, mark)
      return [...first, ...(await writeSafely(database, entity, target, items.slice(at), upTo, mark))]
    }
    if (!only || !dataIsBad) throw error
    return [
      {
        added: 0,
        changed: 0,
        unchanged: 0,
        rejected: [{ line: only.line, reason: `the database refuses it: ${inWords(error)}` }],
      },
    ]
  }
}

const cause = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error)

function sqlState(error: unknown): string {
  const found = cause(error)
  return typeof found === 'object' && found !== null && 'code' in found ? String(found.code) : ''
}

/** Whether the error is a timeout or a conflict: a smaller batch may succeed. */
const isTransient = (state: string, error: unknown): boolean =>
  ['57014', '55P03', '40P01', '40001'].includes(state) || /Query read timeout/.test(String(cause(error)))

/** PostgreSQL's message without the values, which may be personal data. */
function inWords(error: unknown): string {
  const found = cause(error)
  const message = found instanceof Error ? found.message : String(found)
  return message.replace(/: ".*$/s, '')
}
