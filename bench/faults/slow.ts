import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { headTimeout, requestTimeout } from '../../server/core/http/limits.ts'
import { apiKey } from '../stack/client.ts'
import { count, megabytes } from '../stack/figures.ts'
import type { ServerUnderTest } from '../stack/server-under-test.ts'
import { byStatus, worst } from './check.ts'
import { type Called, get, send } from './load.ts'

/** Connections that send a byte now and then. */
const slowOnes = 400
/** Milliseconds between two bytes of a connection. */
const betweenBytes = 2000
/** Milliseconds until the server, which checks every 2 s, and this bench must notice. */
const slack = 4000
/** Milliseconds within which a normal call must be answered. */
const limit = 1000
/** Megabytes by which the server may grow, well below 400 requests of the largest size. */
const maxGrowth = 150

interface Slow {
  what: 'head' | 'body'
  began: number
  /** When the server has cut it off, and its answer. */
  cut?: { at: number; answer: string }
}

/** 400 connections that send a byte now and then, half of them within the head, half within the body, and requests of 10,000 headers. */
export async function slowConnections(server: ServerUnderTest, { seconds }: { seconds: number }) {
  const token = await server.token()
  const all: Slow[] = []
  let working = true

  /** A slow connection that reconnects. */
  const slow = async (what: Slow['what'], at: number) => {
    await pause((at * betweenBytes) / slowOnes)
    while (working) {
      const one: Slow = { what, began: Date.now() }
      all.push(one)
      const answer = await drip(server.api, token, what, () => working)
      if (working) one.cut = { at: Date.now(), answer }
    }
  }
  const normal: Called[] = []
  const search = get('search', '/v1/admin/user_search?search_term=seller')
  const ask = async () => void normal.push(await send(server, token, search))
  for (let turn = 0; turn < 20; turn++) await ask()
  const before = megabytes(server.pid())
  const began = Date.now()
  const loops = Array.from({ length: slowOnes }, (_, at) => slow(at % 2 === 0 ? 'head' : 'body', at))
  const memory: number[] = []
  const headers: Record<string, number> = {}
  let most = 0
  while (Date.now() - began < seconds * 1000) {
    await Promise.all([ask(), pause(100)])
    if (normal.length % 20 === 0) {
      const [answer] = await Promise.all([manyHeaders(server.api), ask()])
      count(headers, answer)
      memory.push(megabytes(server.pid()))
    }
    most = Math.max(most, all.filter(({ cut }) => !cut).length)
  }
  working = false
  const ended = Date.now()
  await Promise.all(loops)
  const code = await server.stop()

  const faults: string[] = []
  /** The connections of one kind, and their faults. */
  const kind = (what: Slow['what'], may: number) => {
    const own = all.filter((one) => one.what === what)
    const cuts = own.flatMap(({ cut }) => cut ?? [])
    const longest = Math.max(0, ...own.map((one) => (one.cut?.at ?? ended) - one.began))
    const wordless = cuts.filter(({ answer }) => !/^HTTP\/1\.1 408 .*"status_code":0/s.test(answer)).length
    if (longest > may) faults.push(`a slow ${what} lived for ${longest} ms, more than ${may}`)
    if (cuts.length === 0) faults.push(`no slow ${what} was ever cut off`)
    if (wordless > 0) faults.push(`${wordless} connections with a slow ${what} got no reason`)
    return { 'cut off with 408': cuts.length, 'longest life (ms)': longest }
  }
  const heads = kind('head', headTimeout + slack)
  const bodies = kind('body', requestTimeout + slack)
  const failed = normal.filter(({ status, took }) => status !== 200 || took > limit)
  const growth = Math.max(...memory) - before
  if (failed.length > 0)
    faults.push(`normal calls failed or took over 1 s: ${JSON.stringify(byStatus(failed))}`)
  if (Object.keys(headers).some((answer) => !answer.startsWith('HTTP/1.1 431')))
    faults.push(`10,000 headers were answered ${JSON.stringify(headers)}`)
  if (growth > maxGrowth) faults.push(`the server grew by ${growth} MB`)
  if (code !== 0) faults.push(`the server ended with ${code}`)
  return {
    faults,
    figures: {
      ...{ seconds, 'slow connections at once': most, heads, bodies },
      'normal calls': byStatus(normal),
      'worst normal call (ms)': worst(normal),
      'requests of 10,000 headers': headers,
      'memory before, most, last (MB)': [before, Math.max(...memory), memory.at(-1)],
    },
  }
}

/** A connection of its own, and everything received on it until its end. */
function open(api: string) {
  const { hostname, port } = new URL(api)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  return { socket, ended: new Promise<string>((done) => socket.once('close', () => done(text))) }
}

/** Sends a byte now and then until the server ends the connection, or `isRunning` is false. Returns the server's answer. */
async function drip(
  api: string,
  token: string,
  what: Slow['what'],
  isRunning: () => boolean,
): Promise<string> {
  const { socket, ended } = open(api)
  socket.write(
    what === 'head'
      ? 'GET /v1/admin/users/x HTTP/1.1\r\nhost: x\r\nx-slow: '
      : `POST /v2/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
  )
  const timer = setInterval(() => {
    if (isRunning()) socket.write('a')
    else socket.destroy()
  }, betweenBytes)
  const text = await ended
  clearInterval(timer)
  return text
}

/** The first line of the answer to 10,000 headers. */
async function manyHeaders(api: string): Promise<string> {
  const { socket, ended } = open(api)
  const lines = Array.from({ length: 10_000 }, (_, at) => `x-${at}: ${at}\r\n`)
  socket.write(`GET /v1/admin/users/x HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`)
  return (await ended).split('\r\n')[0] ?? ''
}
