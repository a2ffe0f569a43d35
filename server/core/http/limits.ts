import type { ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { RefusalError } from '../refuse.ts'

/** Timeouts in milliseconds for receiving a request's head, and the whole request. */
export const headTimeout = 10_000
export const requestTimeout = 30_000

/** Limits for slow connections and large requests. */
export const connectionLimits: ServerOptions = {
  headersTimeout: headTimeout,
  // Off: Node's own timeout has no exception for streamed bodies. `limitBodies` replaces it.
  requestTimeout: 0,
  // Interval in milliseconds at which the timeout is checked.
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16 * 1024,
}

/** Milliseconds for a client to read the last answer on its connection. */
const readingTime = 2000

/**
 * After its last answer a connection closes for writing at once, and as a whole when the client closes it, or after two seconds. One that
 * closes with unread bytes is reset, and a client that still sends a refused body would lose the answer (RFC 9112, 9.6).
 */
export function closeWhenRead(server: FastifyInstance) {
  server.server.on('connection', (socket: Socket) => {
    socket.destroySoon = () => endConnection(socket)
  })
}

function endConnection(socket: Socket, text = '') {
  socket.end(text)
  const late = setTimeout(() => socket.destroy(), readingTime).unref()
  socket.once('close', () => clearTimeout(late))
}

/**
 * Refuses a request whose body has not arrived in time.
 * @param unlimited the paths of calls that read their body as a stream, with a timeout of their own
 */
export function limitBodies(server: FastifyInstance, unlimited: RegExp) {
  server.addHook('onRequest', async (request, reply) => {
    const { raw, url } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (unlimited.test(url) || (encoding === undefined && (length ?? '0') === '0')) return
    const timer = setTimeout(() => {
      const late = Object.assign(new Error('The body came too late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (!raw.complete) refuseConnection.call({ log: server.log }, late, raw.socket)
    }, requestTimeout).unref()
    const clear = () => clearTimeout(timer)
    raw.once('end', clear)
    reply.raw.once('close', clear)
  })
}

/**
 * Answers malformed HTTP, too large a head or a timeout with a refusal in the usual wrapper, and closes the connection.
 * Fastify's `clientErrorHandler`.
 */
export function refuseConnection(
  this: { log: FastifyBaseLogger },
  error: NodeJS.ErrnoException,
  socket: Socket,
) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  this.log.debug({ err: error }, 'connection refused')
  const [status, { body }] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? (['431 Request Header Fields Too Large', tooLarge] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? (['408 Request Timeout', tooSlow] as const)
        : (['400 Bad Request', noRequest] as const)
  const text = JSON.stringify(body)
  endConnection(
    socket,
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

const tooLarge = new RefusalError('too_large', 'Too large', 'The address and headers are larger than 16 kB.')
const tooSlow = new RefusalError('malformed', 'Too slow', 'The request did not come in time.')
const noRequest = new RefusalError('malformed', 'Malformed request', 'This is not an HTTP request.')
