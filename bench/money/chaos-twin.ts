import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The broken twin: a forgetful vendor. This proxy in front of the sandbox removes idempotency keys and hides
 * earlier refunds, so that every retry pays again. A bench that does not notice it proves nothing.
 */
export async function forgetfulVendor(sandbox: string): Promise<string> {
  const to = new URL(sandbox)
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'GET' && incoming.url?.startsWith('/v1/refunds')) {
      outgoing.setHeader('content-type', 'application/json')
      outgoing.end(JSON.stringify({ object: 'list', data: [], has_more: false, url: '/v1/refunds' }))
      return
    }
    const { 'idempotency-key': _forgotten, ...headers } = incoming.headers
    const passed = request(
      { host: to.hostname, port: to.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
