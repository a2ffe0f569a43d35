import type { Readable } from 'node:stream'
import { maxWhole } from '@portreeve/contract/marketplace/ingest'
import { refuse } from '../refuse.ts'
import { repeatedKey } from './repeated-key.ts'

// The bodies of ingest calls. A valid key does not make a client trustworthy: time and memory per body are limited.

/** Milliseconds without a byte after which a call is cut off. */
export const idleTimeout = 30_000
/** Milliseconds without the end of a row after which a call is cut off: a body that trickles is never idle. */
const rowTimeout = 120_000
/** Milliseconds in which a body of limited size must arrive. */
const wholeTimeout = 60_000
/** Hard limit in bytes of a row: the call ends. A row of 16 to 64 MB is only rejected. */
const maxRow = 64 * 1024 * 1024

const newline = 10

/** The chunks of a body of any length. Ends the call when no byte, or no end of a row, comes for a while. */
export async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  let rowBegan = performance.now()
  const time = () => Math.min(idleTimeout, rowBegan + rowTimeout - performance.now())
  for await (const chunk of chunksOf(body, time, 'The rows with a result are kept.')) {
    yield chunk
    const end = chunk.lastIndexOf(newline)
    // The row's time starts again when the caller is ready for more: it does not count the writing of rows.
    if (end >= 0) rowBegan = performance.now()
    bytes = end >= 0 ? chunk.length - end - 1 : bytes + chunk.length
    if (bytes > maxRow)
      refuse(
        'too_large',
        'Too large',
        'A row has over 64 MB without an end. The rows with a result are kept.',
      )
  }
}

/** A body of limited size. Refuses one that is larger, and one that takes too long. */
export async function wholeBody(body: Readable): Promise<Buffer> {
  const until = performance.now() + wholeTimeout
  const chunks: Buffer[] = []
  let bytes = 0
  const time = () => Math.min(idleTimeout, until - performance.now())
  for await (const chunk of chunksOf(body, time, 'Nothing was written.')) {
    bytes += chunk.length
    if (bytes > maxWhole) refuseSize()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const refuseSize = (): never =>
  refuse(
    'too_large',
    'Too large',
    'This body has at most 16 MB. Send NDJSON that is not atomic: it has no limit.',
  )

/** The chunks of a body. Ends the call when the next one does not come within the time. */
export async function* chunksOf(body: Readable, time: () => number, effect: string): AsyncGenerator<Buffer> {
  // A refusal before the end of the body needs the connection for its answer.
  const chunks = body.iterator({ destroyOnReturn: false })
  for (;;) {
    const chunk = await next(chunks, Math.max(0, time())).catch(() =>
      refuse('malformed', 'Cut off', `The body did not arrive in full. ${effect}`),
    )
    if (chunk === undefined) return
    yield chunk
  }
}

async function next(chunks: AsyncIterator<Buffer>, milliseconds: number): Promise<Buffer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The body stopped')), milliseconds).unref()
  })
  try {
    const { done, value } = await Promise.race([chunks.next(), late])
    return done ? undefined : value
  } finally {
    clearTimeout(timer)
  }
}

/** The rows of a JSON array, each as a line. */
export async function* linesOfArray(body: Buffer): AsyncGenerator<Buffer> {
  // A byte order mark is no part of the rows, as in NDJSON.
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch {
    refuse('malformed', 'Malformed request', 'The body is no JSON.')
  }
  if (!Array.isArray(rows)) refuse('malformed', 'Malformed request', 'The body must be a JSON array of rows.')
  const key = repeatedKey(text)
  if (key !== undefined)
    refuse(
      'malformed',
      'Malformed request',
      `The body has the key ${JSON.stringify(key.slice(0, 100))} more than once.`,
    )
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

/** A body as its only chunk. */
export async function* only(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}
