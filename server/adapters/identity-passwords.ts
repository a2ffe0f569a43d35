import { createHash, randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import {
  identityAccount,
  identitySession,
  identityUser,
  identityVerification,
} from '../db/identity-tables.ts'
import type { IdentityDb } from './identity.ts'

const linkKind = 'password-link:'
/** The table holds a digest, so that reading it reveals no link. */
export const linkIdentifier = (token: string) =>
  linkKind + createHash('sha256').update(token).digest('base64url')

/** Deletes the links to choose a password of a person. */
export const deleteLinks = (db: IdentityDb, uid: string) =>
  db
    .delete(identityVerification)
    .where(and(eq(identityVerification.value, uid), like(identityVerification.identifier, `${linkKind}%`)))

/** Adds a person who can sign in, or changes their password and ends their sessions. */
export async function writePassword(
  db: IdentityDb,
  { uid, email, name, hash }: { uid: string; email: string; name: string; hash: string },
) {
  const now = new Date()
  // A person with a password signs in here, no longer with a company's provider.
  await db
    .delete(identityAccount)
    .where(and(eq(identityAccount.userId, uid), like(identityAccount.providerId, 'oidc:%')))
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
