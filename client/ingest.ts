import { type Attempt, ending, type Options, patiently } from './call.ts'
import type { Entity, Result, Row, Summary } from './types.ts'

export interface IngestOptions {
  /** Rows of one call; default 500. */
  batch?: number
  signal?: AbortSignal
}

/**
 * Writes rows, and yields the result of each in their order. Reads the next rows only after the results of the previous ones
 * were taken, so that memory stays flat. A call that fails for a while is repeated: rows that were written already are then
 * 'unchanged'.
 */
export async function* ingest<E extends Entity>(
  attempt: Attempt,
  options: Options,
  entity: E,
  rows: AsyncIterable<Row<E>> | Iterable<Row<E>>,
  { batch = 500, signal }: IngestOptions,
): AsyncGenerator<Result & { row: Row<E> }, Summary> {
  const total: Summary = { new: 0, changed: 0, unchanged: 0, deleted: 0, rejected: 0 }
  for await (const part of batches(rows, batch)) {
    const body = part.map((row) => `${JSON.stringify(row)}\n`).join('')
    const results = await patiently(options, signal, async () => {
      const text = await attempt(`/v1/ingest/${entity}`, {
        method: 'POST',
        body,
        type: 'application/x-ndjson',
        signal,
      })
      const counts = ending(text) as Summary
      for (const name of Object.keys(total) as (keyof Summary)[]) total[name] += counts[name]
      return text
        .trimEnd()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Result)
    })
    for (const result of results) {
      const row = part[result.line - 1]
      if (row !== undefined) yield { ...result, row }
    }
  }
  return total
}

async function* batches<T>(rows: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let part: T[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
