import { type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { keyFor } from '../testing/machine.ts'

const s = useServer()
let port: number
let token: string
beforeAll(async () => {
  await s.server.listen({ host: '127.0.0.1', port: 0 })
  port = (s.server.server.address() as AddressInfo).port
  token = await keyFor(s, ['ingest.users'])
})

/** Begins a call whose body is written piece by piece. */
function begin(query = '', type = 'application/x-ndjson') {
  const request: ClientRequest = open({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/v1/ingest/users${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  })
  const answer = new Promise<IncomingMessage>((done, fail) => {
    request.once('response', done)
    request.once('error', fail)
  })
  return { request, answer }
}
const textOf = async (answer: IncomingMessage) => {
  let text = ''
  for await (const chunk of answer) text += chunk
  return text
}

test('answers rows as they arrive, before the body ends', async () => {
  const { request, answer } = begin()
  request.write('{"uid":"first"}\n{"uid":"sec')
  const response = await answer
  const lines = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  expect(String((await lines.next()).value)).toBe('{"line":1,"key":"first","result":"new"}\n')
  expect(await s.query("select uid from users where uid = 'first'")).toHaveLength(1)
  request.end('ond"}\n')
  expect(String((await lines.next()).value)).toContain('"key":"second","result":"new"')
})

test('a body that breaks off keeps the rows before it, and no answer says that it is whole', async () => {
  const { request, answer } = begin()
  request.write('{"uid":"kept"}\n')
  const response = await answer
  response.once('data', () => request.destroy())
  await expect(textOf(response)).rejects.toThrow()
  expect(await s.query("select uid from users where uid = 'kept'")).toHaveLength(1)
})

test('a body of 40 MB is written row by row', { timeout: 60_000 }, async () => {
  const { request, answer } = begin('?results=rejected')
  const filler = 'x'.repeat(40_000)
  const send = async () => {
    for (let n = 0; n < 1000; n++) {
      // Too long for a name: the row is rejected without a write.
      const more = request.write(`${JSON.stringify({ uid: `big-${n}`, displayName: filler })}\n`)
      if (!more) await new Promise((drained) => request.once('drain', drained))
    }
    request.end('{"uid":"after"}\n')
  }
  const [text] = await Promise.all([answer.then(textOf), send()])
  const end = JSON.parse(text.trim().split('\n').at(-1) ?? '') as object
  expect(end).toMatchObject({ status_code: 1, data: { new: 1, rejected: 1000 } })
})

test('a JSON array and an atomic call have at most 16 MB', async () => {
  for (const [query, type] of [
    ['', 'application/json'],
    ['?atomic=true', 'application/x-ndjson'],
  ] as const) {
    const { request, answer } = begin(query, type)
    const piece = `${' '.repeat(1024 * 1024)}\n`
    for (let n = 0; n < 17; n++) request.write(piece)
    request.end()
    const response = await answer
    expect([response.statusCode, JSON.parse(await textOf(response)).code]).toEqual([413, 'too_large'])
  }
})

test('a call without a key is refused before its body is read', async () => {
  const { request, answer } = begin()
  request.setHeader('authorization', 'Bearer ptv_wrong')
  request.write('{"uid":"never"}\n')
  const response = await answer
  expect(response.statusCode).toBe(401)
  request.destroy()
})

test('two calls that write the same records at once both succeed', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => n)
  const send = async (order: number[], displayName: string) => {
    const { request, answer } = begin()
    request.end(order.map((n) => `${JSON.stringify({ uid: `both-${n}`, displayName })}\n`).join(''))
    return textOf(await answer)
  }
  const texts = await Promise.all([send(rows, 'A'), send([...rows].reverse(), 'B'), send(rows, 'C')])
  for (const text of texts) expect(text.trim().split('\n').at(-1)).toContain('"rejected":0')
  expect(await s.query("select count(*)::int as n from users where uid like 'both-%'")).toEqual([{ n: 300 }])
})
