import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { jwt } from 'better-auth/plugins/jwt'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { serializeSignedCookie } from 'better-call'
import { and, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  identityAccount,
  identityJwks,
  identityPasskey,
  identitySession,
  identityTwoFactor,
  identityUser,
  identityVerification,
} from '../db/identity-tables.ts'
import type { Identity, IdentityDb } from './identity.ts'
import { deleteLinks, linkIdentifier, writePassword } from './identity-passwords.ts'

/** The header in which `handle` receives the sender's address. */
export const senderHeader = 'x-portreeve-sender'

/** A secret's version number, derived from it, so that data is matched to the secret that encrypted it after any number of changes. */
const versionOf = (secret: string): number =>
  Number.parseInt(createHash('sha256').update(secret).digest('hex').slice(0, 7), 16)

interface Options {
  db: NodePgDatabase
  name: string
  address: string
  consoles: string[]
  /** The secret that signs and encrypts, then earlier ones, which only decrypt. */
  secrets: readonly string[]
  tokenMinutes: number
  /** Hours after which an idle session ends, and after which any session ends. */
  sessionIdleHours: number
  sessionMaxHours: number
  /** Replaces scrypt: tests sign in hundreds of times. */
  passwords?: {
    hash: (password: string) => Promise<string>
    verify: (given: { hash: string; password: string }) => Promise<boolean>
  }
}

/** A passkey counts as both factors only if the device has checked its person, by a PIN or a biometric. The plugin does not require it. */
function refuseUnverified(isVerified: boolean | undefined) {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { message: 'The device did not check who you are' })
}

/** The audience of what is signed and is no token: the check of tokens refuses it, and there is no subject either. */
export const documentAudience = 'portreeve:document'
/** The library demands an end. The signature of a document has none. */
const endOfTime = Date.UTC(9999, 11, 31) / 1000

const authOf = (options: Omit<Options, 'db'> & { db: IdentityDb }) =>
  betterAuth({
    appName: 'Portreeve',
    baseURL: options.address,
    basePath: '/identity',
    secrets: options.secrets.map((value) => ({ version: versionOf(value), value })),
    trustedOrigins: [options.address, ...options.consoles],
    telemetry: { enabled: false },
    // Its spans quote errors, and so what people typed.
    experimental: { instrumentation: { enabled: false } },
    logger: { disabled: true },
    // Throw unexpected errors, such as an unreachable database, so that the server's error handler answers and logs them.
    onAPIError: { throw: true },
    database: drizzleAdapter(options.db, {
      provider: 'pg',
      schema: {
        user: identityUser,
        session: identitySession,
        account: identityAccount,
        verification: identityVerification,
        jwks: identityJwks,
        twoFactor: identityTwoFactor,
        passkey: identityPasskey,
      },
    }),
    // No sign-up: `npm run portreeve -- staff` or an admin creates accounts.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 200,
      ...(options.passwords && { password: options.passwords }),
    },
    // No age at which a session stops being fresh: http-passkeys.ts requires a fresh password.
    session: { expiresIn: options.sessionIdleHours * 3600, updateAge: 600, freshAge: 0 },
    // http-identity.ts throttles in the database, so that the limits hold across processes.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: `portreeve-${options.name}`,
      useSecureCookies: options.address.startsWith('https:'),
      // Trust only the header that http-identity.ts sets: a sender's own headers could be forged.
      ipAddress: { ipAddressHeaders: [senderHeader] },
    },
    plugins: [
      twoFactor({ issuer: `Portreeve (${options.name})` }),
      passkey({
        rpName: `Portreeve (${options.name})`,
        origin: [options.address, ...options.consoles],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: async ({ verification }) =>
            refuseUnverified(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: async ({ verification }) =>
            refuseUnverified(verification.authenticationInfo.userVerified),
        },
      }),
      jwt({
        jwt: {
          issuer: options.address,
          audience: options.address,
          expirationTime: `${options.tokenMinutes}m`,
          definePayload: ({ user, session }) => ({ email: user.email, name: user.name, sid: session.id }),
        },
      }),
    ],
  })

/**
 * better-auth behind our port.
 * @param options.name separates the cookies of two environments on one host.
 * @param options.tokenMinutes lifetime of an identity token; the console fetches a new one before it expires.
 */
export function builtinIdentity(options: Options): Identity {
  const auth = authOf(options)
  const resetSecondFactor: Identity['resetSecondFactor'] = async (uid, db = options.db) => {
    await db.delete(identityTwoFactor).where(eq(identityTwoFactor.userId, uid))
    await db.delete(identityPasskey).where(eq(identityPasskey.userId, uid))
    await db.update(identityUser).set({ twoFactorEnabled: false }).where(eq(identityUser.id, uid))
  }

  return {
    handle: async (request) => {
      await options.db
        .delete(identitySession)
        .where(sql`${identitySession.createdAt} < now() - make_interval(hours => ${options.sessionMaxHours})`)
      return auth.handler(request)
    },
    keys: async () => {
      const response = await auth.handler(new Request(`${options.address}/identity/jwks`))
      return (await response.json()) as { keys: object[] }
    },
    sign: async (claims, db) => {
      // The key is read in the caller's transaction: the embedded database answers one transaction at a time.
      const iat = Math.floor(Date.now() / 1000)
      const payload = { ...claims, iat, aud: documentAudience, exp: endOfTime }
      return (await authOf({ ...options, db }).api.signJWT({ body: { payload } })).token
    },
    setPassword: async ({ uid, email, name, password }, db) => {
      const hash = await (await auth.$context).password.hash(password)
      const write = (on: IdentityDb) => writePassword(on, { uid, email: email.toLowerCase(), name, hash })
      await (db ? write(db) : options.db.transaction(write))
    },
    addPerson: async ({ uid, email, name }, db) => {
      await db.insert(identityUser).values({ id: uid, email: email.toLowerCase(), name, emailVerified: true })
    },
    removePerson: async (uid, db) => {
      await deleteLinks(db, uid)
      await db.delete(identityUser).where(eq(identityUser.id, uid))
    },
    allowNewPassword: async ({ uid, token, hours }) => {
      await options.db.insert(identityVerification).values({
        id: randomUUID(),
        identifier: linkIdentifier(token),
        value: uid,
        expiresAt: new Date(Date.now() + hours * 3_600_000),
      })
    },
    takePasswordToken: async (token, db) => {
      const rows = await db
        .delete(identityVerification)
        .where(eq(identityVerification.identifier, linkIdentifier(token)))
        .returning({ uid: identityVerification.value, expiresAt: identityVerification.expiresAt })
      const good = rows.find(({ expiresAt }) => expiresAt.getTime() > Date.now())
      if (!good) return null
      // The person has chosen a password: delete their other links.
      await deleteLinks(db, good.uid)
      return good.uid
    },
    confirmPassword: async (session) => {
      await options.db
        .update(identitySession)
        .set({ passwordAt: new Date() })
        .where(eq(identitySession.id, session))
    },
    endSessions: async (uid, db = options.db) => {
      await db.delete(identitySession).where(eq(identitySession.userId, uid))
    },
    resetSecondFactor,
    openSession: async ({ uid, address, userAgent, provedAt }, db) => {
      const [id, token] = [randomUUID(), randomBytes(24).toString('base64url')]
      await db.insert(identitySession).values({
        ...{ id, token, userId: uid, ipAddress: address, userAgent: userAgent ?? '' },
        expiresAt: new Date(Date.now() + options.sessionIdleHours * 3_600_000),
        passwordAt: new Date((provedAt ?? 0) * 1000),
      })
      const { authCookies, secret } = await auth.$context
      const { name, attributes } = authCookies.sessionToken
      return { id, cookie: await serializeSignedCookie(name, token, secret, attributes) }
    },
    forgetCredentials: async (uid, db) => {
      await deleteLinks(db, uid)
      await resetSecondFactor(uid, db)
      await db.delete(identitySession).where(eq(identitySession.userId, uid))
      await db
        .delete(identityAccount)
        .where(and(eq(identityAccount.userId, uid), eq(identityAccount.providerId, 'credential')))
    },
  }
}
