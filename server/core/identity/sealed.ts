import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Settings } from '../call/context.ts'

type Secrets = Pick<Settings, 'secret' | 'secretsBefore'>

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'portreeve sealed values', 32))

/** Encrypts a value that the server itself has to read again (AES-256-GCM). @param of binds it to its record */
export function seal({ secret }: Secrets, of: string, value: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(of))
  const bytes = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64')
}

/** Decrypts it with the secret or an earlier one. @throws when none of them fits */
export function unseal({ secret, secretsBefore }: Secrets, of: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  for (const one of [secret, ...secretsBefore])
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(one), bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another secret.
    }
  throw new Error(`The sealed value of ${of} fits neither the secret nor an earlier one`)
}
