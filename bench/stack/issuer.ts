import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The benches' own identity provider, so that many people need not sign in. */
export async function openIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256' }] })
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'application/json' }).end(keys),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    trusted: { issuer, audience: 'bench', jwks: `${issuer}/keys` },
    token: (uid: string) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
        .setSubject(uid)
        .setIssuer(issuer)
        .setAudience('bench')
        .setExpirationTime('4 hours')
        .sign(privateKey),
    close: async () => void server.close(),
  }
}
