import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'

/** Maximum length of a line in bytes. A longer line is not held in memory. */
export const maxLine = 16 * 1024 * 1024

/** One line of a file: its text, or its problem. */
export interface Line {
  /** From 1. */
  number: number
  text?: string
  problem?: string
  /** Bytes of the file up to the end of this line. */
  end: number
}

/** Streams the lines of a file of any size in blocks. Skips empty lines. Stops when the signal aborts. */
export const readLines = (path: string, signal?: AbortSignal): AsyncGenerator<Line[]> =>
  linesOf(createReadStream(path, { highWaterMark: 256 * 1024, signal }))

/** Splits a stream of bytes into lines: a block of lines for each chunk. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 0
  let end = 0
  let kept: Buffer[] = []
  let bytes = 0

  const add = (piece: Buffer) => {
    bytes += piece.length
    if (bytes > maxLine) kept = []
    else if (piece.length > 0) kept.push(piece)
  }
  const finish = (): Line | undefined => {
    number += 1
    const whole = kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept)
    const tooLong = bytes > maxLine
    kept = []
    bytes = 0
    if (tooLong) return { number, end, problem: 'is longer than 16 MB' }
    if (!isUtf8(whole)) return { number, end, problem: 'is not UTF-8 text' }
    const text = number === 1 ? whole.toString('utf8').replace(/^\uFEFF/, '') : whole.toString('utf8')
    return text.trim() === '' ? undefined : { number, end, text }
  }

  for await (const block of chunks) {
    const lines: Line[] = []
    let from = 0
    for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, from)) {
      add(block.subarray(from, at))
      end += at + 1 - from
      from = at + 1
      const line = finish()
      if (line) lines.push(line)
    }
    add(block.subarray(from))
    end += block.length - from
    if (lines.length > 0) yield lines
  }
  const last = bytes > 0 ? finish() : undefined
  if (last) yield [last]
}
