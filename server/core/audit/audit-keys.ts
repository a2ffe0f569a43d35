import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { desc, isNull } from 'drizzle-orm'
import { auditKeys } from '../../db/proof-tables.ts'
import type { Settings } from '../call/context.ts'
import type { Db } from '../database/db.ts'
import { seal, unseal } from '../identity/sealed.ts'

type Secrets = Pick<Settings, 'secret' | 'secretsBefore'>

/** The key that signs heads and bundles. */
export interface SigningKey {
  /** The fingerprint. */
  id: string
  /** The public key, base64url. */
  x: string
  /** Returns the signature of a text, base64url. */
  sign: (text: string) => string
}

/** Binds an encrypted private key to its row. */
export const sealedAs = (id: string) => `audit_keys ${id}`

/**
 * Locks the row of the key in use until the end of the transaction, so that one process at a time signs a head or changes the key.
 * The first call makes the key.
 */
async function lockRow(db: Db, secrets: Secrets) {
  const found = await db.select().from(auditKeys).where(isNull(auditKeys.retired_at)).for('update')
  if (found[0]) return found[0]
  await addKey(db, secrets)
  const [made] = await db.select().from(auditKeys).where(isNull(auditKeys.retired_at)).for('update')
  if (!made) throw new Error('The key of the audit’s heads is gone')
  return made
}

async function addKey(db: Db, secrets: Secrets): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x ?? ''
  const id = createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex')
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  await db
    .insert(auditKeys)
    .values({ id, public_key: x, private_key: seal(secrets, sealedAs(id), pkcs8) })
    // Another process has made one at the same moment.
    .onConflictDoNothing()
}

/** The key in use, locked. @throws when it was encrypted with a secret that the server no longer has */
export async function lockKey(db: Db, secrets: Secrets): Promise<SigningKey> {
  const { id, public_key, private_key } = await lockRow(db, secrets)
  const key = createPrivateKey(unseal(secrets, sealedAs(id), private_key ?? ''))
  return { id, x: public_key, sign: (text) => sign(null, Buffer.from(text), key).toString('base64url') }
}

/** Retires the key in use, erases its private part, and makes another one. Returns the two fingerprints. */
export async function changeKey(db: Db, secrets: Secrets): Promise<{ before: string; after: string }> {
  const { id } = await lockRow(db, secrets)
  await db
    .update(auditKeys)
    .set({ private_key: null, retired_at: new Date().toISOString() })
    .where(isNull(auditKeys.retired_at))
  await addKey(db, secrets)
  return { before: id, after: (await lockRow(db, secrets)).id }
}

/** The public keys as `/.well-known/portreeve-audit.json` has them, newest first. */
export async function publishedKeys(db: Db) {
  const keys = await db
    .select()
    .from(auditKeys)
    .orderBy(desc(auditKeys.made_at), isNull(auditKeys.retired_at))
  return keys.map(({ id, public_key, made_at, retired_at }) => ({
    ...{ id, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x: public_key },
    ...{ from: made_at, until: retired_at },
  }))
}
