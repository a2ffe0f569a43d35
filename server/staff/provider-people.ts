import { roles } from '@portreeve/contract/base/rights'
import { and, eq, inArray, like, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { SignInProvider } from '../adapters/sign-in-providers.ts'
import { type Audited, writeAudits } from '../core/audit/audit.ts'
import type { Context } from '../core/call/context.ts'
import type { Db, Transaction } from '../core/database/db.ts'
import { type Admission, accountProvider, ProviderRefusal } from '../core/identity/provider-sessions.ts'
import { publishAll } from '../core/live/live.ts'
import { RefusalError } from '../core/refuse.ts'
import { identityAccount, identityUser } from '../db/identity-tables.ts'
import { providerRoles, secondFactorRoles, staff } from '../db/system-tables.ts'
import { newStaffUid } from './staff-accounts.ts'
import { addStaff, changeStaff } from './staff-changes.ts'
import { recordGrant } from './staff-grants.ts'
import { lockAdmins } from './staff-locks.ts'
import { lockWork } from './staff-work.ts'

// The staff members who sign in with a company's provider: who gets in, and with which role (decision 42).

type Row = typeof staff.$inferSelect
interface Given {
  role: string
  /** The admin who mapped the group to the role. */
  by: string
}

/** An admin's role comes first, then those that the marketplace has made, then the others in the order of `roles`. */
const rank = (role: string) => {
  const place = (roles as readonly string[]).indexOf(role)
  return place === -1 ? 0.5 : place
}

/** The highest role that the groups give. */
async function roleOf(db: Db, { provider, proof }: Admission): Promise<Given | null> {
  if (proof.groups.length === 0) return null
  const rows = await db
    .select({ role: providerRoles.role, by: providerRoles.set_by })
    .from(providerRoles)
    .where(
      and(
        eq(providerRoles.provider, provider.settings.id),
        inArray(providerRoles.value, proof.groups.slice(0, 1000)),
      ),
    )
  return rows.toSorted((a, b) => rank(a.role) - rank(b.role) || (a.role < b.role ? -1 : 1)).at(0) ?? null
}

/** The staff member whom an account of the provider is linked to. */
async function linked(db: Db, { provider, proof }: Admission): Promise<Row | undefined> {
  const rows = await db
    .select({ staff })
    .from(identityAccount)
    .innerJoin(staff, eq(staff.uid, identityAccount.userId))
    .where(
      and(
        eq(identityAccount.providerId, accountProvider(provider)),
        eq(identityAccount.accountId, proof.subject),
      ),
    )
  return rows[0]?.staff
}

const byEmail = async (db: Db, email: string) =>
  (await db.select().from(staff).where(eq(staff.email, email))).at(0)

/** Whether a staff member signs in with a company's provider. */
export const isLinked = sql<boolean>`exists (select from ${identityAccount}
  where ${identityAccount.userId} = ${staff.uid} and ${like(identityAccount.providerId, 'oidc:%')})`

/** Lets the person of a proof in (core/identity/provider-sessions.ts). */
export async function admitPerson(
  tx: Transaction,
  ctx: Context,
  admission: Admission,
  open: (uid: string, role: string) => Promise<unknown>,
): Promise<void> {
  const given = await roleOf(tx, admission)
  const known = await linked(tx, admission)
  if (!given) throw new ProviderRefusal('no_role', known?.uid)
  if (known?.disabled) throw new ProviderRefusal('disabled', known.uid)
  const audits: Audited[] = []
  const person = known ?? (await firstSignIn(tx, ctx, admission, given, audits))
  const role = await follow(tx, ctx, person, given, audits)
  // Else a provider that maps the group lower would take the last admin over by the address.
  if (!known && role !== given.role) throw new ProviderRefusal('taken')
  await demandSecondFactor(tx, admission, role)
  await open(person.uid, role)
  const { address, requestId } = admission
  await writeAudits(tx, ctx.settings.auditKey, { uid: person.uid, role, address, requestId }, audits)
}

/** An outside proof counts as the second factor that a role requires only where the provider's settings say so. */
async function demandSecondFactor(db: Db, { proof }: Admission, role: string) {
  const required = await db.select().from(secondFactorRoles).where(eq(secondFactorRoles.role, role))
  if (required.length > 0 && !proof.secondFactor) throw new ProviderRefusal('second_factor')
}

/** Links the staff member with this email address, or makes one. The lock of the admins makes two first sign-ins take turns. */
async function firstSignIn(
  tx: Transaction,
  ctx: Context,
  admission: Admission,
  given: Given,
  audits: Audited[],
): Promise<Row> {
  const { provider, proof } = admission
  const { email } = proof
  if (email === null || !z.email().max(320).safeParse(email).success) throw new ProviderRefusal('no_email')
  const seen = await byEmail(tx, email)
  if (seen) await lockWork(tx, seen.uid)
  await lockAdmins(tx)
  const meanwhile = await linked(tx, admission)
  if (meanwhile) return meanwhile
  const [found] = await tx.select().from(staff).where(eq(staff.email, email)).for('update')
  if (found?.disabled) throw new ProviderRefusal('disabled', found.uid)
  const name = proof.name?.slice(0, 1000) ?? email
  const uid = found?.uid ?? newStaffUid()
  const subject = ['staff', uid] as const
  const after = { provider: provider.settings.id, role: found?.role ?? given.role }
  if (!found) {
    await addStaff(tx, ctx.identity, { uid, email, displayName: name, role: given.role }, null)
    await recordGrant(tx, uid, given.by, 'invited')
    audits.push(['staff.joined', { subject, after: { ...after, email } }])
  } else audits.push(['staff.linked', { subject, after }])
  await link(tx, ctx, provider, { uid, email, name, subject: proof.subject })
  const [made] = await tx.select().from(staff).where(eq(staff.uid, uid))
  if (!made) throw new Error(`The staff member ${uid} is gone`)
  return made
}

/**
 * From now on the person signs in with the provider alone. A person who has an account at a provider that is set up is not linked again: the
 * address may have been given to someone else, or another provider claims it.
 */
async function link(
  tx: Transaction,
  ctx: Context,
  provider: SignInProvider,
  { uid, email, name, subject }: { uid: string; email: string; name: string; subject: string },
) {
  const providerId = accountProvider(provider)
  await tx.insert(identityUser).values({ id: uid, email, name, emailVerified: true }).onConflictDoNothing()
  const others = await tx
    .select({ id: identityAccount.id })
    .from(identityAccount)
    .where(
      and(
        eq(identityAccount.userId, uid),
        inArray(identityAccount.providerId, ctx.providers.map(accountProvider)),
      ),
    )
  if (others.length > 0) throw new ProviderRefusal('taken')
  await ctx.identity.forgetCredentials(uid, tx)
  await tx.insert(identityAccount).values({ id: newStaffUid(), accountId: subject, providerId, userId: uid })
}

/** Gives the role of the mapping; the last admin stays one. Returns the person's role. */
async function follow(
  tx: Transaction,
  ctx: Context,
  person: Row,
  given: Given,
  audits: Audited[],
): Promise<string> {
  if (person.role === given.role) return person.role
  const { uid } = person
  try {
    const { before, released } = await tx.transaction((inner) =>
      changeStaff(inner, ctx.identity, uid, { role: given.role }, { by: null }),
    )
    await recordGrant(tx, uid, given.by, 'role')
    await publishAll(tx, [[`staff/${uid}`, {}], ...released.events])
    audits.push(['staff.followed', { subject: ['staff', uid], before, after: { role: given.role } }])
    audits.push(...released.rows.map((row) => ['staff.released', row] as const))
    return given.role
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'conflict') return person.role
    throw error
  }
}
