import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bytesOf, linesOfArray, wholeBody } from './ingest-body.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Reads a body to its end, and returns the refusal. */
async function refusalOf(reading: Promise<unknown>): Promise<string | undefined> {
  return reading.then(
    () => undefined,
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  )
}
const all = async (body: AsyncIterable<Buffer>) => {
  for await (const _chunk of body);
}
/** Writes a piece every so many milliseconds, without an end. */
async function trickle(body: PassThrough, piece: string, every: number, times: number) {
  for (let n = 0; n < times; n++) {
    body.write(piece)
    await vi.advanceTimersByTimeAsync(every)
  }
}
const cutOff =
  /^malformed: The body did not arrive in full\. (The rows with a result are kept|Nothing was written)\.$/

test('a body that stops is cut off after 30 seconds; the connection stays for the answer', async () => {
  for (const read of [(body: Readable) => all(bytesOf(body)), wholeBody]) {
    const body = new PassThrough()
    const refused = refusalOf(read(body))
    await trickle(body, '{"uid":', 29_000, 2)
    await vi.advanceTimersByTimeAsync(1001)
    expect(await refused).toMatch(cutOff)
    expect(body.destroyed).toBe(false)
  }
})

test('an array may begin with a byte order mark, as NDJSON may', async () => {
  const lines = async (text: string) => {
    const all: string[] = []
    for await (const line of linesOfArray(Buffer.from(text))) all.push(line.toString())
    return all
  }
  expect(await lines('\uFEFF[{"uid":"ana"}]')).toEqual(['{"uid":"ana"}\n'])
})

test('a row that trickles is cut off after two minutes, an array after one', async () => {
  const body = new PassThrough()
  const refused = refusalOf(all(bytesOf(body)))
  await trickle(body, 'x', 20_000, 7)
  expect(await refused).toMatch(cutOff)
  const array = new PassThrough()
  const late = refusalOf(wholeBody(array))
  await trickle(array, ' ', 10_000, 7)
  expect(await late).toMatch(cutOff)
})

test('whole rows may come slowly for hours, and their writing takes any time', async () => {
  const body = new PassThrough()
  let read = 0
  const done = (async () => {
    for await (const _chunk of bytesOf(body)) {
      read += 1
      await new Promise((written) => setTimeout(written, 300_000))
    }
  })()
  await trickle(body, '{}\n', 300_000 + 29_000, 20)
  body.end()
  await vi.advanceTimersByTimeAsync(400_000)
  await done
  expect(read).toBe(20)
})

test('a row without an end is refused at 64 MB, and no more is read', async () => {
  let sent = 0
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const endless = Readable.from(
    (function* () {
      for (;;) {
        sent += piece.length
        yield piece
      }
    })(),
  )
  expect(await refusalOf(all(bytesOf(endless)))).toMatch(/^too_large: A row has over 64 MB/)
  expect(sent / piece.length).toBeLessThan(90)
})
