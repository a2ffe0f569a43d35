import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { address } from './harness.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A challenge as the server sends it, with the parts that a device reads. */
interface Challenge {
  challenge: string
}

interface Wrong {
  origin?: string
  /** The device did not check its person. */
  unverified?: boolean
}

/**
 * A device with one passkey (WebAuthn level 3, key of type ES256, attestation "none"). It answers challenges in the JSON that
 * a browser's `toJSON()` gives.
 */
export function authenticator(host = new URL(address).hostname) {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0
  const client = (type: string, { challenge }: Challenge, origin = address) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  /** Flags: present 1, verified 4, with a credential 64. */
  const data = (flags: number, { unverified = false }: Wrong, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(host), Buffer.from([flags | (unverified ? 0 : 4)]), count, credential])
  }
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]),
    ),
  })
  return {
    make: (challenge: Challenge, wrong: Wrong = {}) => {
      // CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = data(1 | 64, wrong, credential)
      // CBOR of {fmt: 'none', attStmt: {}, authData}.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      return answer({
        clientDataJSON: client('webauthn.create', challenge, wrong.origin),
        attestationObject,
      })
    },
    use: (challenge: Challenge, wrong: Wrong = {}) => {
      const clientDataJSON = client('webauthn.get', challenge, wrong.origin)
      const authenticatorData = data(1, wrong)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return answer({ clientDataJSON, authenticatorData, signature })
    },
  }
}
