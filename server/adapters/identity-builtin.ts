import { createHash, randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { jwt } from 'better-auth/plugins/jwt'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { and, eq, like, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  identityAccount,
  identityJwks,
  identitySession,
  identityTwoFactor,
  identityUser,
  identityVerification,
} from '../db/identity.ts'
import type { Identity, IdentityDb } from './identity.ts'

/** Where `handle` is told the sender's address. */
export const senderHeader = 'x-portreeve-sender'

/** A secret's number, by which what it encrypted is known again, however many have come since. */
const versionOf = (secret: string): number =>
  Number.parseInt(createHash('sha256').update(secret).digest('hex').slice(0, 7), 16)

const linkKind = 'password-link:'
/** The table holds a digest: who reads it learns no link. */
const linkIdentifier = (token: string) => linkKind + createHash('sha256').update(token).digest('base64url')

interface Options {
  db: NodePgDatabase
  name: string
  address: string
  consoles: string[]
  /** The one that signs and encrypts, then earlier ones, with which kept things were encrypted. */
  secrets: readonly string[]
  tokenMinutes: number
  /** Hours after which a session ends that nobody uses, and any session. */
  sessionIdleHours: number
  sessionMaxHours: number
}

const authOf = (options: Options) =>
  betterAuth({
    appName: 'Portreeve',
    baseURL: options.address,
    basePath: '/identity',
    secrets: options.secrets.map((value) => ({ version: versionOf(value), value })),
    trustedOrigins: [options.address, ...options.consoles],
    telemetry: { enabled: false },
    logger: { disabled: true },
    // What is no answer of its own, such as a database that does not answer, is told and logged as everywhere.
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
      },
    }),
    // People are made by `npm run portreeve -- staff`, never by themselves.
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10, maxPasswordLength: 200 },
    session: { expiresIn: options.sessionIdleHours * 3600, updateAge: 600 },
    // Throttling is done by http-identity.ts, in the database, so that it holds for several processes.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: `portreeve-${options.name}`,
      useSecureCookies: options.address.startsWith('https:'),
      // http-identity.ts says where a request comes from; what the sender says of it is worth nothing.
      ipAddress: { ipAddressHeaders: [senderHeader] },
    },
    plugins: [
      twoFactor({ issuer: `Portreeve (${options.name})` }),
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
 * @param options.name keeps the cookies of two environments on one host apart.
 * @param options.tokenMinutes how long an identity token is good for; the console fetches a new one before.
 */
export function builtinIdentity(options: Options): Identity {
  const auth = authOf(options)

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
    setPassword: async ({ uid, email, name, password }, db) => {
      const hash = await (await auth.$context).password.hash(password)
      const write = (on: IdentityDb) => writePassword(on, { uid, email: email.toLowerCase(), name, hash })
      await (db ? write(db) : options.db.transaction(write))
    },
    addPerson: async ({ uid, email, name }, db) => {
      await db.insert(identityUser).values({ id: uid, email: email.toLowerCase(), name, emailVerified: true })
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
      // A password was chosen: the person's other links lead nowhere any more.
      await db
        .delete(identityVerification)
        .where(
          and(
            eq(identityVerification.value, good.uid),
            like(identityVerification.identifier, `${linkKind}%`),
          ),
        )
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
    resetSecondFactor: async (uid, db = options.db) => {
      await db.delete(identityTwoFactor).where(eq(identityTwoFactor.userId, uid))
      await db.update(identityUser).set({ twoFactorEnabled: false }).where(eq(identityUser.id, uid))
    },
  }
}

async function writePassword(
  db: IdentityDb,
  { uid, email, name, hash }: { uid: string; email: string; name: string; hash: string },
) {
  const now = new Date()
  await db
    .insert(identityUser)
    .values({ id: uid, email, name, emailVerified: true, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: identityUser.id, set: { email, name, updatedAt: now } })
  const changed = await db
    .update(identityAccount)
    .set({ password: hash, updatedAt: now })
    .where(and(eq(identityAccount.userId, uid), eq(identityAccount.providerId, 'credential')))
    .returning({ id: identityAccount.id })
  if (changed.length === 0)
    await db.insert(identityAccount).values({
      id: randomUUID(),
      accountId: uid,
      providerId: 'credential',
      userId: uid,
      password: hash,
      createdAt: now,
      updatedAt: now,
    })
  await db.delete(identitySession).where(eq(identitySession.userId, uid))
}
