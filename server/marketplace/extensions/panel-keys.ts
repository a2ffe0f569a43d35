import { createECDH, createHash, hkdfSync, randomUUID } from 'node:crypto'
import { panelSeconds } from '@portreeve/contract/marketplace/extensions'
import { eq } from 'drizzle-orm'
import { importJWK, SignJWT } from 'jose'
import type { Context, Settings } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { originOf } from './declarations.ts'
import { extensions } from './extension-tables.ts'

/** The pair of keys of a secret. It follows from the secret: no table has it, and it changes with the secret. */
function keysOf(secret: string, environment: string) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `portreeve panels ${environment}`, 32)))
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16)
  const published = { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid, x, y }
  return { published, secret: { ...published, d: pair.getPrivateKey('base64url') } }
}

/** What a token says beside its times. */
export interface PanelContext {
  panel: string
  record: { kind: string; id: string; version: number }
  /** The uid of the staff member, if the panel's declaration says so. */
  caller?: { uid: string }
}

/** A token for the frame of a panel: it names ids alone, for one origin and one minute. */
export async function signPanel(
  { secret: own, environment, address }: Settings,
  audience: string,
  context: PanelContext,
): Promise<string> {
  const { secret } = keysOf(own, environment)
  return new SignJWT({ ...context, environment })
    .setProtectedHeader({ alg: 'ES256', typ: 'portreeve-panel+jwt', kid: secret.kid })
    .setIssuer(address)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${panelSeconds}s`)
    .setJti(randomUUID())
    .sign(await importJWK(secret))
}

const frameOrigins = async (db: Db): Promise<string[]> => {
  const rows = await db
    .select({ declared: extensions.declared })
    .from(extensions)
    .where(eq(extensions.type, 'panel'))
  return [...new Set(rows.map(({ declared }) => originOf(declared.url)))].sort()
}

/** What `/.well-known/portreeve-panels.json` has: the public keys, that of the present secret first, and the origins of the panels. */
export const publishedPanels =
  ({ settings, database }: Pick<Context, 'settings' | 'database'>) =>
  async () => ({
    keys: [settings.secret, ...settings.secretsBefore].map(
      (secret) => keysOf(secret, settings.environment).published,
    ),
    frames: await frameOrigins(database.db),
  })
