import { appendFile, open, readFile, rename, writeFile } from 'node:fs/promises'
import { type Portreeve, portreeve } from '../../client/index.ts'

// The marketplace of records.ts: sends its outbox, a file with a row per line, and stores the position of the rows that have a
// result. It is killed with -9 and started again. BENCH_TWIN: it stores the position before it sends.
const { outbox, position, problems, addresses, key, twin } = JSON.parse(process.argv[2] ?? '{}') as {
  outbox: string
  position: string
  problems: string
  addresses: string[]
  key: string
  twin: boolean
}
const pause = (ms: number) => new Promise<void>((later) => setTimeout(later, ms))

/** Of the calls, 30 % fail before or after the server has them, break off, or are slow. */
const faulty: typeof fetch = async (...given) => {
  const kind = Math.random()
  if (kind < 0.1) throw new TypeError('No connection')
  if (kind < 0.15) await pause(1500)
  const answer = await fetch(...given)
  const text = await answer.text()
  if (kind >= 0.15 && kind < 0.25) throw new TypeError('The answer is lost')
  const isCut = kind >= 0.25 && kind < 0.3
  return new Response(isCut ? text.slice(0, text.length / 2) : text, {
    status: answer.status,
    headers: answer.headers,
  })
}

/** Renames a whole new file into place: a kill leaves the old position or the new one. */
async function store(at: number) {
  await writeFile(`${position}.new`, String(at))
  await rename(`${position}.new`, position)
}

/** The bytes of whole rows after a position. */
async function after(at: number): Promise<Buffer> {
  const file = await open(outbox)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64_000), 0, 64_000, at)
    return buffer.subarray(0, buffer.subarray(0, bytesRead).lastIndexOf(10) + 1)
  } finally {
    await file.close()
  }
}

async function send(desk: Portreeve, bytes: Buffer) {
  const rows = bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { uid: string })
  for await (const { result, key: uid, reason } of desk.ingest('users', rows, { batch: 100 }))
    if (result === 'rejected') await appendFile(problems, `${uid} ${reason}\n`)
}

let at = Number(await readFile(position, 'utf8').catch(() => '0'))
const desks = addresses.map((address) => portreeve({ address, key, fetch: faulty, attempts: 2 }))
process.once('disconnect', () => process.exit())
process.send?.('ready')
for (let turn = 0; ; turn++) {
  const bytes = await after(at)
  const [desk] = desks.slice(turn % desks.length)
  if (bytes.length === 0 || !desk) {
    await pause(50)
    continue
  }
  if (twin) await store(at + bytes.length)
  try {
    await send(desk, bytes)
  } catch {
    // The server was killed. The rows stay in the outbox.
    if (!twin) continue
  }
  at += bytes.length
  if (!twin) await store(at)
}
