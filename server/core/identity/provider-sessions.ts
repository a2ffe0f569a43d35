import type { ProviderRefusalCode } from '@portreeve/contract/staff/provider-sign-in'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { ProviderFailure, type SignInProof, type SignInProvider } from '../../adapters/sign-in-providers.ts'
import {
  identityProviderSessions as held,
  identityAccount,
  identitySession,
} from '../../db/identity-tables.ts'
import type { Context } from '../call/context.ts'
import { hook } from '../call/hook.ts'
import type { Transaction } from '../database/db.ts'
import { untimed } from '../deadline.ts'
import { isConflict } from '../refusal-of.ts'
import { refuse } from '../refuse.ts'
import { seal, unseal } from './sealed.ts'

// The sessions that a company's provider has opened (decision 42).

/** Minutes after which the provider must confirm a session, and for which it may be unavailable. */
const confirmMinutes = 10
const graceMinutes = 60
/** Hours for which a session lasts that the provider cannot confirm: it gave no refresh token. */
export const unconfirmedHours = 8
/** Seconds for which one process alone refreshes a token: longer than the provider has time to answer. */
const leaseSeconds = 20

/** Refuses a sign-in; the page shows the sentence. */
export class ProviderRefusal extends Error {
  readonly code: ProviderRefusalCode
  /** The staff member, whose sessions end. */
  readonly uid: string | undefined
  constructor(code: ProviderRefusalCode, uid?: string) {
    super(`The sign-in with a provider was refused: ${code}`)
    this.code = code
    this.uid = uid
  }
}

/** A proof, with the provider that gave it and the sender of the request. */
export interface Admission {
  provider: SignInProvider
  proof: SignInProof
  address: string
  requestId: string
}

/**
 * Gives the person of a proof the role that the mapping says; makes or links the staff member at the first sign-in. staff/provider-people.ts
 * fills it. Throws a ProviderRefusal. @param open runs before the audit rows, in the same transaction
 */
export const admit =
  hook<
    (
      tx: Transaction,
      ctx: Context,
      admission: Admission,
      open: (uid: string, role: string) => Promise<unknown>,
    ) => Promise<void>
  >('admit')

/** The name of a provider in `identity_account`. The issuer, not our id: the id may be given to another provider. */
export const accountProvider = ({ settings }: SignInProvider) => `oidc:${settings.issuer}`

/** Runs `admit` in a transaction, and ends the sessions of a person whom it refuses. */
export async function admitted(
  ctx: Context,
  admission: Admission,
  open: (tx: Transaction, uid: string) => Promise<unknown>,
): Promise<void> {
  for (let left = 2; ; left--)
    try {
      return await ctx.database.db.transaction((tx) => admit(tx, ctx, admission, (uid) => open(tx, uid)))
    } catch (error) {
      if (error instanceof ProviderRefusal && error.uid) await ctx.identity.endSessions(error.uid)
      if (left === 0 || !isConflict(error)) throw error
    }
}

const sealedOf = (session: string) => `provider session ${session}`

/** Records what the provider said about a session, at its start and when the person proves again who they are. */
export async function keepProof(
  tx: Transaction,
  ctx: Context,
  session: string,
  { provider, proof }: Pick<Admission, 'provider' | 'proof'>,
): Promise<void> {
  const { sid, secondFactor, refreshToken } = proof
  const row = {
    ...{ provider: provider.settings.id, sid, secondFactor },
    refreshToken: refreshToken && seal(ctx.settings, sealedOf(session), refreshToken),
  }
  await tx
    .insert(held)
    .values({ sessionId: session, ...row })
    .onConflictDoUpdate({
      target: held.sessionId,
      set: { ...row, checkedAt: sql`now()`, checkingSince: null },
    })
}

/** The provider of a session; null for the built-in sign-in. */
export async function providerOfSession({ database }: Context, session: string): Promise<string | null> {
  const [row] = await database.db
    .select({ provider: held.provider })
    .from(held)
    .where(eq(held.sessionId, session))
  return row?.provider ?? null
}

const minutesSince = (column: typeof held.checkedAt | typeof identitySession.createdAt) =>
  sql<number>`extract(epoch from now() - ${column})::float8 / 60`

const readHeld = async ({ database }: Context, session: string) =>
  (
    await database.db
      .select({
        row: held,
        uid: identitySession.userId,
        age: minutesSince(identitySession.createdAt),
        unconfirmed: minutesSince(held.checkedAt),
        isChecking: sql<boolean>`coalesce(${held.checkingSince} > now() - make_interval(secs => ${leaseSeconds}), false)`,
      })
      .from(held)
      .innerJoin(identitySession, eq(identitySession.id, held.sessionId))
      .where(eq(held.sessionId, session))
  ).at(0)
type Held = NonNullable<Awaited<ReturnType<typeof readHeld>>>

/**
 * Before an identity token: asks the provider whether the person may go on. Ends the session where they may not, and where it cannot be
 * asked. Where it does not answer, the person goes on for an hour.
 */
export async function confirmAtProvider(
  ctx: Context,
  session: string,
  from: Pick<Admission, 'address' | 'requestId'>,
) {
  const found = await readHeld(ctx, session)
  if (!found) return
  const provider = ctx.providers.find(({ settings }) => settings.id === found.row.provider)
  if (!provider || (found.row.refreshToken === null && found.age > unconfirmedHours * 60))
    return endSession(ctx, session)
  if (found.row.refreshToken === null || found.unconfirmed < confirmMinutes) return
  // Without the call's deadline: a new refresh token that is not stored would be lost.
  if (await lease(ctx, found)) await untimed(() => confirm(ctx, provider, found, from))
  else await waitFor(ctx, session)
  const after = await readHeld(ctx, session)
  if (!after) refuseEnded()
  if (after.unconfirmed > graceMinutes)
    refuse(
      'unavailable',
      'Sign-in is not available',
      `${provider.settings.name} cannot be reached, so your session cannot be confirmed.`,
    )
}

/** Only one process refreshes: the provider revokes a refresh token that is used twice. */
async function lease({ database }: Context, { row }: Held): Promise<boolean> {
  const free = or(
    isNull(held.checkingSince),
    lt(held.checkingSince, sql`now() - make_interval(secs => ${leaseSeconds})`),
  )
  const taken = await database.db
    .update(held)
    .set({ checkingSince: sql`now()` })
    .where(and(eq(held.sessionId, row.sessionId), eq(held.refreshToken, row.refreshToken ?? ''), free))
    .returning({ id: held.sessionId })
  return taken.length > 0
}

/** Waits while another process asks the provider. */
async function waitFor(ctx: Context, session: string): Promise<void> {
  for (let left = 60; left > 0; left--) {
    const found = await readHeld(ctx, session)
    if (!found?.isChecking) return
    await new Promise((resume) => setTimeout(resume, 100))
  }
}

async function confirm(
  ctx: Context,
  provider: SignInProvider,
  { row, uid }: Held,
  from: Pick<Admission, 'address' | 'requestId'>,
): Promise<void> {
  const { sessionId, refreshToken, secondFactor } = row
  const { db } = ctx.database
  try {
    const [account] = await db
      .select({ subject: identityAccount.accountId })
      .from(identityAccount)
      .where(and(eq(identityAccount.userId, uid), eq(identityAccount.providerId, accountProvider(provider))))
    if (!account || refreshToken === null) return await endSession(ctx, sessionId)
    const proof = await provider.refresh(
      unseal(ctx.settings, sealedOf(sessionId), refreshToken),
      account.subject,
    )
    const next = proof.refreshToken && seal(ctx.settings, sealedOf(sessionId), proof.refreshToken)
    // The new token first: the old one is revoked.
    await db
      .update(held)
      .set({ checkedAt: sql`now()`, checkingSince: null, ...(next && { refreshToken: next }) })
      .where(eq(held.sessionId, sessionId))
    if (proof.groups)
      await admitted(
        ctx,
        { provider, proof: { ...proof, groups: proof.groups, secondFactor }, ...from },
        async () => {},
      )
  } catch (error) {
    const isOver =
      error instanceof ProviderRefusal ||
      (error instanceof ProviderFailure && /ended|rejected/.test(error.kind))
    if (isOver) return endSession(ctx, sessionId)
    ctx.log.warn({ err: error }, 'a session was not confirmed at its provider')
    await db.update(held).set({ checkingSince: null }).where(eq(held.sessionId, sessionId))
  }
}

async function endSession({ database }: Context, session: string): Promise<never> {
  await database.db.delete(identitySession).where(eq(identitySession.id, session))
  return refuseEnded()
}

function refuseEnded(): never {
  refuse('signed_out', 'Signed out', 'Your session has ended. Please sign in again.')
}
