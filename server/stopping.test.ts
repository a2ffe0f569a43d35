import { type AddressInfo, connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { apiKey, useServer } from './testing/harness.ts'

const s = useServer()

test('at a stop running calls finish, and new calls on an open connection are refused with a retry', async () => {
  await s.addUser({ uid: 'person' })
  await s.server.listen({ port: 0, host: '127.0.0.1' })
  const requests = vi.fn()
  s.server.server.on('request', requests)
  const lines = [
    'host: x',
    `x-api-key: ${apiKey}`,
    `authorization: Bearer ${await s.token('admin')}`,
    'content-type: application/json',
    'content-length: 18',
  ]
  const ban = `PATCH /v1/admin/users/person/ban HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"ban_reason":"x"}`

  const { port } = s.server.server.address() as AddressInfo
  /** A separate connection, and everything received on it until its end. */
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    const ended = new Promise<string>((done) => socket.once('close', () => done(text)))
    return { socket, ended }
  }

  const holder = await s.ctx.database.pool.connect()
  await holder.query('begin')
  await holder.query("select 1 from users where uid = 'person' for update")
  const running = open()
  running.socket.write(ban)
  await expect.poll(() => requests.mock.calls.length).toBe(1)
  // A client that has started its request when the stop begins.
  const late = open()
  const connected = new Promise((done) => s.server.server.once('connection', done))
  late.socket.write(ban.slice(0, 40))
  await connected
  await expect.poll(() => late.socket.bytesWritten).toBe(40)
  const closed = s.server.close()
  await expect.poll(() => s.server.server.listening).toBe(false)
  late.socket.write(ban.slice(40))
  const refused = await late.ended
  await holder.query('rollback')
  holder.release()

  expect(await running.ended).toMatch(/^HTTP\/1\.1 200 /)
  await closed
  expect(await s.query("select 1 from ban_reasons where uid = 'person'")).toHaveLength(1)
  expect(refused).toMatch(/^HTTP\/1\.1 503 .*connection: close/is)
  expect(JSON.parse(refused.slice(refused.indexOf('\r\n\r\n')))).toMatchObject({
    status_code: 0,
    code: 'unavailable',
    error_title: 'Stopping',
  })
})
