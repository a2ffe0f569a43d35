import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storedImages } from './images.ts'

let asked: string[] = []
const answers: Record<string, RequestListener> = {
  '/p/a%20b/1.jpg': (_, response) => response.setHeader('content-type', 'image/jpeg').end('picture'),
  '/p/page': (_, response) => response.setHeader('content-type', 'text/html').end('<html>'),
  '/p/moved': (_, response) => response.writeHead(302, { location: '/p/a%20b/1.jpg' }).end(),
  '/p/busy': (_, response) => response.writeHead(503).end(),
  '/p/large': (_, response) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(15_000_001)),
}
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const answer = answers[request.url ?? '']
  if (answer) answer(request, response)
  else response.writeHead(404).end()
})
let own = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
})
afterAll(() => void server.close())
const read = (path: string) => storedImages(`${own}/p/{path}`).read(path)

test('a path below the store, or an address in it', async () => {
  for (const path of ['a b/1.jpg', '/a b/1.jpg', `${own}/p/a%20b/1.jpg`])
    expect(await read(path)).toEqual({ type: 'image/jpeg', bytes: Buffer.from('picture') })
})

test.each(['none.jpg', 'page', 'moved', 'large'])('no picture: %s', async (path) => {
  expect(await read(path)).toBeUndefined()
})

test('a row cannot make the server call another address', async () => {
  const port = new URL(own).port
  for (const path of [
    `http://localhost:${port}/p/a%20b/1.jpg`,
    'http://169.254.169.254/latest',
    'https://127.0.0.1',
    'http://',
    'HTTP://x',
  ])
    expect(await read(path)).toBeUndefined()
  expect(asked).toEqual([])
  for (const path of [
    '../../secret',
    '..%2f..%2fsecret',
    `//127.0.0.1:${port}/x`,
    '?x=y#z',
    `@127.0.0.1:${port}`,
  ])
    await read(path)
  for (const url of asked) expect(url).toMatch(/^\/p\//)
})

test('the address of the store may be written in another way; without a place for the path, or of a host that a path would change, it has none', async () => {
  const { port } = new URL(own)
  expect(await storedImages(`HTTP://127.0.0.1:${port}/p/{path}`).read('a b/1.jpg')).toBeDefined()
  asked = []
  expect(await storedImages(`${own}/p/a%20b/1.jpg`).read('a b/1.jpg')).toBeUndefined()
  expect(await storedImages('http://127.0.0.1{path}').read(`:${port}/p/a b/1.jpg`)).toBeUndefined()
  expect(await storedImages('{path}').read(`${own}/p/a%20b/1.jpg`)).toBeUndefined()
  expect(asked).toEqual([])
})

test('a store that is busy or does not answer is read again later', async () => {
  await expect(read('busy')).rejects.toThrow('503')
  await expect(storedImages('http://127.0.0.1:9/{path}').read('x')).rejects.toThrow()
})
