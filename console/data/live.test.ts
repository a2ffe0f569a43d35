import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLive } from './live.ts'
import * as streams from './live-stream.ts'
import { createSession, type Session } from './session.ts'

const jwt = `x.${btoa(JSON.stringify({ sub: 'me', iat: 1000, exp: 1900 }))}.x`
const fetched = vi.fn<typeof fetch>()
let session: Session

/** A stream that the test writes into. */
function stream(status = 200, type = 'text/event-stream') {
  let out: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller
    },
  })
  return {
    answer: new Response(body, { status, headers: { 'content-type': type } }),
    write: (text: string) => out.enqueue(new TextEncoder().encode(text)),
    end: () => out.close(),
    break: () => out.error(new TypeError('network')),
  }
}
const event = (id: string, data: unknown, topic = 'review') =>
  `id: ${id}\ndata: ${JSON.stringify({ topic, data })}\n\n`
const headers = (call: number) => (fetched.mock.calls[call]?.[1]?.headers ?? {}) as Record<string, string>
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(async () => {
  vi.useFakeTimers()
  const identity = { signIn: async () => {}, token: async () => jwt, signOut: async () => {} }
  session = createSession(identity as never)
  await session.start()
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const make = () => createLive({ api: 'http://api.test', apiKey: 'k' }, session, async () => streams)

it('opens one stream for all listeners, with token and key, and passes each the events of its topic', async () => {
  const one = stream()
  fetched.mockResolvedValue(one.answer)
  const live = make()
  const events: unknown[] = []
  live.subscribe('review', (data) => events.push(data))
  live.subscribe('review', (data) => events.push(data))
  await settle()
  expect(fetched).toHaveBeenCalledOnce()
  expect(fetched.mock.calls[0]?.[0]).toBe('http://api.test/v1/realtime?topic=review')
  expect(headers(0)).toMatchObject({ Authorization: `Bearer ${jwt}`, 'x-api-key': 'k' })
  expect(headers(0)).not.toHaveProperty('Last-Event-ID')
  const whole = event('1-1', 'a')
  one.write(`: here\n\n${whole.slice(0, 9)}`)
  await settle()
  one.write(`${whole.slice(9)}${event('1-2', 'x', 'another')}`)
  await settle()
  expect(events).toEqual(['a', 'a'])
})

it('resumes at its position after a break, and backs off longer after each failure', async () => {
  // No jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const first = stream()
  const last = stream()
  fetched.mockResolvedValueOnce(first.answer)
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  fetched.mockResolvedValueOnce(last.answer)
  const events: unknown[] = []
  make().subscribe('review', (data) => events.push(data))
  await settle()
  first.write(event('7-3', 'a'))
  await settle()
  first.break()
  await vi.advanceTimersByTimeAsync(1300)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1400)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(fetched).toHaveBeenCalledTimes(4)
  expect([1, 2, 3].map((call) => headers(call)['Last-Event-ID'])).toEqual(['7-3', '7-3', '7-3'])
  last.write(event('7-4', 'b'))
  await settle()
  expect(events).toEqual(['a', 'b'])
})

it('discards a position that the server refuses, and starts without one', async () => {
  const [first, last] = [stream(), stream()]
  fetched.mockResolvedValueOnce(first.answer)
  fetched.mockResolvedValueOnce(new Response('', { status: 400 }))
  fetched.mockResolvedValueOnce(last.answer)
  const live = make()
  live.subscribe('review', () => {})
  await settle()
  first.write(event('7-3', 'a'))
  await settle()
  first.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(headers(1)['Last-Event-ID']).toBe('7-3')
  expect(headers(2)).not.toHaveProperty('Last-Event-ID')
  expect(live.state()).toBe('live')
})

it('the state stays live when a stream ends and is reopened, and is broken when one breaks', async () => {
  const [first, second] = [stream(), stream()]
  fetched.mockResolvedValueOnce(first.answer)
  fetched.mockResolvedValueOnce(second.answer)
  fetched.mockRejectedValue(new TypeError('offline'))
  const live = make()
  live.subscribe('review', () => {})
  const states: string[] = []
  live.onState(() => states.push(live.state()))
  await settle()
  first.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(states).toEqual(['live'])
  second.break()
  await settle()
  expect(states).toEqual(['live', 'broken'])
})

it('a silent stream is aborted and opened again', async () => {
  fetched.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
  )
  make().subscribe('review', () => {})
  await vi.advanceTimersByTimeAsync(39_000)
  expect(fetched).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(4000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

it.each([
  ['a server without it', 'off', () => new Response('', { status: 404 })],
  ['a role without the permission', 'refused', () => new Response('', { status: 403 })],
  [
    'a server that answers with a web page',
    'off',
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  ],
])('%s gets one request and no retry: %s', async (_, state, answer) => {
  fetched.mockImplementation(async () => answer())
  const live = make()
  live.subscribe('review', () => {})
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetched).toHaveBeenCalledOnce()
  expect(live.state()).toBe(state)
})

it('each refusal is reported, also that of the topics after the last one', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 403 }))
  const live = make()
  live.subscribe('review', () => {})
  const states: string[] = []
  live.onState(() => states.push(live.state()))
  await settle()
  live.subscribe('macros', () => {})
  await settle()
  expect(states).toEqual(['refused', 'off', 'refused'])
})

it('no request goes out without a session, nor without a subscription', async () => {
  fetched.mockImplementation(async () => stream().answer)
  await session.signOut()
  const stop = make().subscribe('review', () => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).not.toHaveBeenCalled()
  await session.start()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).toHaveBeenCalledOnce()
  stop()
  await settle()
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledOnce()
})
