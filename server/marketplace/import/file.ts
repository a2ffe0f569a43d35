import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import type { Database, Db } from '../../core/database/db.ts'
import { checkLine } from './check.ts'
import type { Door } from './door.ts'
import { type Item, idOf, oddTimes } from './item.ts'
import { type Line, readLines } from './lines.ts'
import { committedLines, fingerprint, forget, saveProgress } from './progress.ts'
import { findRepeats } from './repeats.ts'
import type { Target } from './targets.ts'
import type { Outcome } from './write.ts'
import { writeSafely } from './write-safely.ts'

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
  settings: Door['settings']
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
  { database, settings, path, rejects, onBatch, signal }: Options,
): Promise<Summary> {
  const { file, name } = entity
  const any = target as Target<unknown>
  const door: Door = { database, settings, from: 'file' }
  const id = idOf(entity, any)
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
    for (const field of oddTimes(entity, row)) warn(`${field} is no date; its text is kept`)
    batch.push({ line: line.number, id: itsId, row, record: any.record(row) })
  }

  const flush = async () => {
    const items = batch
    batch = []
    bytes = 0
    const upTo = lastLine
    const mark = (tx: Db, { rejected }: Outcome, last: Item | undefined) => {
      const first = Math.min(firstReject, ...rejected.map(({ item }) => item.line))
      const line = last === items.at(-1) ? upTo : (last?.line ?? upTo)
      return saveProgress(tx, { file: path, fingerprint: print, lines: Math.min(line, first - 1) })
    }
    const started = performance.now()
    for (const { written, rejected } of await writeSafely(door, entity, any, items, mark)) {
      for (const { effect } of written) summary[effect === 'new' ? 'added' : effect] += 1
      for (const { item, reason } of rejected) refuse(item.line, reason)
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
