import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { type IngestResult, maxAtomic } from '@portreeve/contract/marketplace/ingest'
import type { Transaction } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import type { InTurn } from '../../core/turns.ts'
import { keySeparator } from '../../search/upsert.ts'
import { checkRow, readObject } from './check.ts'
import type { Door } from './door.ts'
import { type Item, idOf, oddTimes } from './item.ts'
import type { Line } from './lines.ts'
import { type Target, targets } from './targets.ts'
import { versionOf } from './versions.ts'
import { type Outcome, writeRows } from './write.ts'
import { writeSafely } from './write-safely.ts'

// Rows that a program of the marketplace sends: checked and written as those of a file, with a result for each.

/** Rows per transaction: few enough that staff, whose calls lock the same records, do not wait. */
const maxRows = 500
const maxBytes = 2 * 1024 * 1024

/** Writes rows as they arrive. Good rows are kept, even when a later row is rejected. Yields the results of each transaction. */
export async function* ingestRows(
  door: Door,
  entity: ImportEntity,
  lines: AsyncIterable<Line[]>,
  inTurn: InTurn,
): AsyncGenerator<IngestResult[]> {
  const { target, take } = reader(entity)
  let batch = newBatch()
  const flush = async () => {
    const { items, results } = batch
    batch = newBatch()
    // In the order of their keys, so that two calls cannot deadlock.
    const sorted = [...items.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const outcomes =
      sorted.length > 0 ? await inTurn(() => writeSafely(door, entity, target, sorted, async () => {})) : []
    return [...results, ...outcomes.flatMap((outcome) => resultsOf(entity, outcome))].sort(
      (a, b) => a.line - b.line,
    )
  }
  const blocks = lines[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = blocks.next()
      // The program may wait for the results before it sends more.
      if (batch.items.size + batch.results.length > 0 && !(await comesSoon(next))) yield await flush()
      const { done, value: block } = await next
      if (done) break
      for (const line of block) {
        const taken = take(line)
        if ('result' in taken) batch.results.push(taken)
        // Two rows of one record are written one after the other.
        else {
          if (batch.items.has(taken.id)) yield await flush()
          batch.items.set(taken.id, taken)
          batch.bytes += line.text?.length ?? 0
        }
        if (batch.items.size + batch.results.length >= maxRows || batch.bytes >= maxBytes) yield await flush()
      }
    }
    if (batch.items.size + batch.results.length > 0) yield await flush()
  } finally {
    // Do not await: return() resolves only after the pending block, which the client may never send.
    void blocks.return?.().catch(() => {})
  }
}

/** Milliseconds to wait for more rows before a partial batch is written: a chunk of the body has about a hundred rows. */
const batchDelay = 5

/** Whether a block, or the end, comes soon enough to be part of the same transaction. A failure counts: it is thrown by the next step. */
async function comesSoon(next: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), batchDelay)
  })
  try {
    return await Promise.race([next.then(() => true).catch(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

const newBatch = () => ({ items: new Map<string, Item>(), results: [] as IngestResult[], bytes: 0 })

/** Writes all rows in one transaction. Refuses the call when one of them is bad, and names up to ten. */
export async function ingestAtomically(
  door: Door,
  entity: ImportEntity,
  lines: AsyncIterable<Line[]>,
  inTurn: InTurn,
): Promise<IngestResult[]> {
  const { target, take } = reader(entity)
  const items: Item[] = []
  const bad: IngestResult[] = []
  for await (const block of lines)
    for (const line of block) {
      const taken = take(line)
      if ('result' in taken) bad.push(taken)
      else items.push(taken)
      if (items.length + bad.length > maxAtomic)
        refuse(
          'too_large',
          'Too many rows',
          `An atomic call has at most ${maxAtomic} rows. Nothing was written.`,
        )
    }
  if (bad.length > 0) refuseRows(bad)
  const writeItems = async (tx: Transaction) => {
    const results: IngestResult[] = []
    let part = new Map<string, Item>()
    const write = async () => {
      const outcome = await writeRows(tx, door, entity, target, [...part.values()])
      const rejected = resultsOf(entity, { written: [], rejected: outcome.rejected })
      if (rejected.length > 0) refuseRows(rejected)
      results.push(...resultsOf(entity, outcome))
      part = new Map()
    }
    for (const item of items) {
      if (part.has(item.id) || part.size >= maxRows) await write()
      part.set(item.id, item)
    }
    await write()
    return results
  }
  return inTurn(() => door.database.db.transaction(writeItems))
}

function refuseRows(bad: IngestResult[]): never {
  const shown = bad.slice(0, 10).map(({ line, reason }) => `Line ${line} ${reason ?? 'is not accepted'}`)
  const more = bad.length > shown.length ? `; and ${bad.length - shown.length} more` : ''
  refuse('refused', 'Nothing was written', `${shown.join('; ')}${more}.`)
}

/** Reads and checks lines: each gives an item to write, or the result of a bad row. */
function reader(entity: ImportEntity) {
  const target = targets[entity.name as keyof typeof targets] as Target<unknown>
  const id = idOf(entity, target)
  const take = ({ number, text, problem }: Line): Item | IngestResult => {
    const bad = (reason: string, key: string | null = null): IngestResult => ({
      line: number,
      key,
      result: 'rejected',
      reason,
    })
    if (text === undefined) return bad(problem ?? 'cannot be read')
    const read = readObject(text)
    if ('reason' in read) return bad(read.reason)
    const { source_version, ...value } = read.value
    const version = source_version == null ? undefined : versionOf(source_version)
    if (source_version != null && version === undefined)
      return bad('source_version must be a whole number from 0 or an ISO-8601 time', keyIn(entity, value))
    const checked = checkRow(entity.row, value)
    if ('reason' in checked) return bad(checked.reason, keyIn(entity, value))
    const { row } = checked
    return {
      line: number,
      id: id(row),
      row,
      record: target.record(row),
      ...(version !== undefined && { version }),
    }
  }
  return { target, take }
}

/** The key that a bad row names, by which the program finds it. */
function keyIn({ key }: ImportEntity, value: Record<string, unknown>): string | null {
  const parts = key.map((field) => value[field])
  return parts.every((part) => typeof part === 'string') ? parts.join(',').slice(0, 500) : null
}

const shownKey = (id: string) => id.replaceAll(keySeparator, ',')

const resultsOf = (entity: ImportEntity, { written, rejected }: Outcome): IngestResult[] => [
  ...written.map(({ item, effect, kept, late }): IngestResult => {
    const odd = oddTimes(entity, item.row)
    return {
      line: item.line,
      key: shownKey(item.id),
      result: effect,
      ...(late && { late }),
      ...(kept.length > 0 && { kept }),
      ...(odd.length > 0 && { odd }),
    }
  }),
  ...rejected.map(
    ({ item, reason }): IngestResult => ({
      line: item.line,
      key: shownKey(item.id),
      result: 'rejected',
      reason,
    }),
  ),
]
