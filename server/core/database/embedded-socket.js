// Plain JavaScript for the worker thread (embedded-worker.js).
import { createServer } from 'node:net'

// PGlite is a single PostgreSQL session. Connections share it in turns: a whole round trip or transaction at a time.
// Why not pglite-socket 0.2.17: docs/decisions/002.

const query = 'Q'.charCodeAt(0)
const sync = 'S'.charCodeAt(0)
const terminate = 'X'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
const idle = 'I'.charCodeAt(0)
const sslRequest = 80877103
const cancelRequest = 80877102
const passwordless = Buffer.from('N')

/** Milliseconds after which an idle transaction is rolled back, because other connections wait for it. */
const idleTransactionTimeout = 30_000

/** A client's connection: what it has sent and has not been run. */
class Connection {
  /** Bytes not yet cut into messages. */
  bytes = Buffer.alloc(0)
  /** Messages since the last complete round. @type {Buffer[]} */
  messages = []
  /** Complete rounds not yet run. @type {Buffer[][]} */
  rounds = []
  started = false
  closed = false
  /** @type {NodeJS.Timeout | undefined} */
  timer

  /**
   * @param {import('node:net').Socket} socket
   * @param {(connection: Connection) => void} changed called when a round is complete and when the connection is closed
   */
  constructor(socket, changed) {
    this.socket = socket
    this.changed = changed
    socket.setNoDelay(true)
    socket.on('data', (data) => this.read(data))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.closed = true
      this.rounds = []
      this.changed(this)
    })
  }

  /** Cuts bytes into messages and messages into rounds: a simple query, or an extended one up to its Sync. @param {Buffer} data */
  read(data) {
    this.bytes = Buffer.concat([this.bytes, data])
    for (;;) {
      const head = this.started ? 1 : 0
      if (this.bytes.length < head + 4) return
      const length = head + this.bytes.readInt32BE(head)
      if (this.bytes.length < length) return
      const message = this.bytes.subarray(0, length)
      this.bytes = this.bytes.subarray(length)
      this.take(message)
    }
  }

  /** @param {Buffer} message */
  take(message) {
    if (!this.started) {
      const code = message.length >= 8 ? message.readInt32BE(4) : 0
      if (code === sslRequest) return void this.socket.write(passwordless)
      if (code === cancelRequest) return void this.socket.end()
      this.started = true
      return this.round([message])
    }
    if (message[0] === terminate) return void this.socket.end()
    this.messages.push(message)
    if (message[0] !== query && message[0] !== sync) return
    this.round(this.messages)
    this.messages = []
  }

  /** @param {Buffer[]} messages */
  round(messages) {
    this.rounds.push(messages)
    this.changed(this)
  }

  /**
   * Runs the next round. Returns true when no transaction is left open.
   * @param {import('@electric-sql/pglite').PGlite} db
   */
  async run(db) {
    const messages = this.rounds.shift() ?? []
    // The answer ends with ReadyForQuery: 'Z', the length in four bytes, and the transaction status.
    let tail = Buffer.alloc(0)
    for (const message of messages)
      await db.execProtocolRawStream(message, {
        onRawData: (answer) => {
          const bytes = Buffer.from(answer)
          tail = Buffer.concat([tail, bytes.subarray(-6)]).subarray(-6)
          if (!this.closed) this.socket.write(bytes)
        },
      })
    return !(tail[0] === readyForQuery && tail[5] !== idle)
  }
}

/**
 * Serves a PGlite on a unix socket. Returns how to stop.
 * @param {import('@electric-sql/pglite').PGlite} db
 * @param {string} path
 * @returns {Promise<() => Promise<void>>}
 */
export async function serveSocket(db, path) {
  /** The queue of connections with a complete round. @type {Connection[]} */
  const waiting = []
  /** The connection whose round or transaction is running. @type {Connection | undefined} */
  let holder
  let working = false
  let stopping = false

  /** @param {Connection} connection */
  const changed = (connection) => {
    const queued = holder === connection || waiting.includes(connection)
    if (connection.rounds.length > 0 && !queued) waiting.push(connection)
    void work()
  }

  async function work() {
    if (working) return
    working = true
    for (;;) {
      if (holder?.closed) await release(holder)
      holder ??= waiting.shift()
      if (!holder || (holder.rounds.length === 0 && !holder.closed)) break
      if (holder.closed) continue
      const current = holder
      clearTimeout(current.timer)
      try {
        if (await current.run(db)) {
          holder = undefined
          if (current.rounds.length > 0) waiting.push(current)
        } else current.timer = setTimeout(() => current.socket.destroy(), idleTransactionTimeout)
      } catch (error) {
        // A failed query is an answer, not an error, so PGlite itself has failed. The thread ends, and the process reopens the
        // database. Throw outside the promise, because options of Node may ignore an unhandled rejection.
        if (!stopping)
          setImmediate(() => {
            throw error
          })
        return
      }
    }
    working = false
  }

  /** Rolls back the open transaction of a closed connection. @param {Connection} connection */
  async function release(connection) {
    clearTimeout(connection.timer)
    holder = undefined
    await db.exec('rollback').catch(() => {})
  }

  const connections = new Set()
  const server = createServer((socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    new Connection(socket, changed)
  })
  await new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, () => done(undefined))
  })
  return async () => {
    stopping = true
    for (const socket of connections) socket.destroy()
    await new Promise((done) => server.close(done))
  }
}
