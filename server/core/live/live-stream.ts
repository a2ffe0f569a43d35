import { Readable } from 'node:stream'

/** Milliseconds between two heartbeats. A client that receives none for longer reconnects. */
const heartbeatEvery = 15_000

/** Milliseconds after which a page must reconnect with a fresh token. */
const maxAge = 5 * 60_000

/** Maximum number of buffered characters for a slow reader. Above it the stream ends; the page reconnects and resumes. */
const maxBuffered = 4_000_000

/** The stream of one page, in the format of server-sent events. */
export interface EventStream {
  readable: Readable
  /** Returns false when the stream accepts no more. */
  send: (text: string) => boolean
  end: () => void
}

/** @param ended runs once, when the stream has ended for whatever reason */
export function openStream(ended: () => void): EventStream {
  const readable = new Readable({ read() {} })
  let isFull = false
  let isOver = false
  const finish = () => {
    if (isFull || readable.destroyed) return
    isFull = true
    readable.push(null)
  }
  const send = (text: string): boolean => {
    if (isFull || readable.destroyed) return false
    readable.push(text)
    if (readable.readableLength > maxBuffered) finish()
    return !isFull
  }
  const end = () => {
    if (isOver) return
    isOver = true
    clearInterval(heartbeat)
    clearTimeout(age)
    ended()
    finish()
  }
  send(': here\n\n')
  const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatEvery)
  const age = setTimeout(end, maxAge)
  readable.once('close', end)
  return { readable, send, end }
}
