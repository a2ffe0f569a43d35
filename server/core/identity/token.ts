import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Issuer } from '../call/context.ts'
import { RefusalError, refuse } from '../refuse.ts'

/** Checks bearer tokens against the configured issuers and gives the token's subject. */
export type TokenCheck = (authorization: string | undefined) => Promise<Subject>

export interface Subject {
  uid: string
  /** The session at the built-in provider that the token was made from. */
  session?: string
  /** When the person signed in at an outside provider, from the token's `auth_time`. Seconds since 1970. */
  signedInAt?: number
}

const algorithms = ['EdDSA', 'ES256', 'RS256']

/** Cool-down in milliseconds before an unknown key causes another read of our own keys. */
const keysCooldown = 5000

/** Milliseconds for which a verified token is cached, at most until it expires. */
const cacheFor = 60_000
/** Maximum number of cached tokens. The oldest is evicted first. */
const maxCached = 2000

/** @param ownKeys the public keys of the built-in provider. */
export function tokenCheck(issuers: Issuer[], ownKeys: () => Promise<{ keys: object[] }>): TokenCheck {
  const keys = new Map(
    issuers.map((issuer) => [
      issuer.issuer,
      issuer.jwks === 'builtin' ? local(ownKeys) : remote(issuer.jwks),
    ]),
  )
  const cache = new Map<string, { subject: Subject; until: number }>()
  return async (authorization) => {
    // D-005: 'Bearer <token>', or the bare token.
    const token = authorization?.replace(/^Bearer\s+/i, '').trim()
    if (!token) refuse('signed_out', 'Not signed in', 'This call carries no identity token.')
    const before = cache.get(token)
    if (before && Date.now() < before.until) return before.subject
    const { issuer, key } = known(token)
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms,
        requiredClaims: ['sub', 'exp'],
      })
      if (!payload.sub) throw new Error('no subject')
      // Only the built-in provider has sessions that this server checks.
      const own = issuer.jwks === 'builtin' && typeof payload.sid === 'string'
      const signedInAt = own || typeof payload.auth_time !== 'number' ? undefined : payload.auth_time
      const subject = {
        uid: payload.sub,
        ...(own ? { session: payload.sid as string } : {}),
        ...(signedInAt === undefined ? {} : { signedInAt }),
      }
      remember(token, subject, (payload.exp ?? 0) * 1000)
      return subject
    } catch (error) {
      if (error instanceof RefusalError) throw error
      const code = (error as { code?: string }).code
      if (code === 'ERR_JWKS_TIMEOUT' || (error instanceof TypeError && issuer.jwks !== 'builtin'))
        refuseUnread()
      if (code === 'ERR_JWT_EXPIRED')
        refuse('signed_out', 'Signed out', 'Your session has ended. Please sign in again.')
      refuse('signed_out', 'Not signed in', 'The identity token is not valid here.')
    }
  }

  function remember(token: string, subject: Subject, ends: number) {
    cache.delete(token)
    cache.set(token, { subject, until: Math.min(ends, Date.now() + cacheFor) })
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
  }

  function known(token: string): { issuer: Issuer; key: JWTVerifyGetKey } {
    try {
      const claimed = decodeJwt(token).iss
      const issuer = issuers.find((one) => one.issuer === claimed)
      const key = issuer && keys.get(issuer.issuer)
      if (issuer && key) return { issuer, key }
    } catch {
      // Malformed: refused like a token of an unknown issuer.
    }
    refuse('signed_out', 'Not signed in', 'The identity token is not valid here.')
  }
}

/** Refuses as unavailable, not as signed out: the token may be valid, so the console keeps the session. */
const refuseUnread = () =>
  refuse(
    'unavailable',
    'Sign-in is not available',
    "The identity provider's keys cannot be read at the moment.",
  )

const remote = (address: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(address), { timeoutDuration: 4000 })

function local(ownKeys: () => Promise<{ keys: object[] }>): JWTVerifyGetKey {
  let current: JWTVerifyGetKey | undefined
  let readAt = 0
  let reading: Promise<JWTVerifyGetKey> | undefined
  // Parallel calls after a start share one read.
  const read = () => {
    reading ??= ownKeys()
      .then((keys) => {
        current = createLocalJWKSet(keys as Parameters<typeof createLocalJWKSet>[0])
        readAt = Date.now()
        return current
      }, refuseUnread)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  return async (header, token) => {
    try {
      return await (current ?? (await read()))(header, token)
    } catch (error) {
      if (error instanceof RefusalError || Date.now() - readAt < keysCooldown) throw error
      return (await read())(header, token)
    }
  }
}
