import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Proof, ProviderFailure, type SignInProvider } from '../../adapters/sign-in-providers.ts'
import {
  identityProviderSessions as held,
  identityAccount,
  identitySession,
  identityVerification,
} from '../../db/identity-tables.ts'
import type { Context } from '../call/context.ts'
import { accountProvider, ProviderRefusal } from '../identity/provider-sessions.ts'
import { refuse } from '../refuse.ts'

/** Minutes for which a logout is remembered: longer than a sign-in takes, and than its token is valid. */
const rememberMinutes = 15

const nameOf = (provider: SignInProvider, what: 'sid' | 'subject' | 'id', value: string) =>
  `provider-logout:${createHash('sha256')
    .update(JSON.stringify([provider.settings.issuer, what, value]))
    .digest('base64url')}`

/** OpenID Connect Back-Channel Logout: ends the sessions of a session at the provider, or all of a person. */
export async function providerLogout(
  ctx: Context,
  provider: SignInProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = new URLSearchParams(String(request.body ?? '')).getAll('logout_token')
  const logout = await provider
    .readLogout(token.length === 1 ? String(token[0]) : '')
    .catch((error: unknown) => {
      if (error instanceof ProviderFailure && error.kind !== 'unavailable')
        refuse('malformed', 'No valid logout token', 'The logout token did not pass the checks.')
      throw error instanceof ProviderFailure
        ? refuse('unavailable', 'Keys not read', "The provider's keys cannot be read at the moment.")
        : error
    })
  const { subject, sid, id } = logout
  const once = nameOf(provider, 'id', id)
  const isNew = await remember(ctx, once, logout.issuedAt)
  await remember(
    ctx,
    sid ? nameOf(provider, 'sid', sid) : nameOf(provider, 'subject', subject ?? ''),
    logout.issuedAt,
  )
  // Remembered first: a sign-in that ends meanwhile looks for it after it has opened its session (refuseLoggedOut).
  if (isNew) await endSessions(ctx, provider, subject, sid)
  await reply.code(200).send()
}

/** Remembers the latest logout of a name. Returns whether it is the first one. */
async function remember({ database }: Context, name: string, issuedAt: number): Promise<boolean> {
  const { rows } = await database.db.execute<{ first: boolean }>(sql`
    insert into ${identityVerification} as v (id, identifier, value, expires_at)
    values (${name}, ${name}, ${String(issuedAt)}, now() + make_interval(mins => ${rememberMinutes}))
    on conflict (id) do update set value = greatest(v.value::numeric, excluded.value::numeric)::text, expires_at = excluded.expires_at
    returning xmax = 0 as first`)
  return rows[0]?.first === true
}

async function endSessions(
  ctx: Context,
  provider: SignInProvider,
  subject: string | null,
  sid: string | null,
) {
  const { db } = ctx.database
  const people = db
    .select({ uid: identityAccount.userId })
    .from(identityAccount)
    .where(
      and(
        eq(identityAccount.providerId, accountProvider(provider)),
        eq(identityAccount.accountId, subject ?? ''),
      ),
    )
  const sessions = db
    .select({ id: held.sessionId })
    .from(held)
    .where(and(eq(held.provider, provider.settings.id), sidOf(subject, sid)))
  await db
    .delete(identitySession)
    .where(
      and(
        inArray(identitySession.id, sessions),
        ...(subject ? [inArray(identitySession.userId, people)] : []),
      ),
    )
}

/** A session whose own id the provider never named ends with any logout of its person. */
const sidOf = (subject: string | null, sid: string | null) =>
  sid === null ? undefined : subject === null ? eq(held.sid, sid) : or(eq(held.sid, sid), isNull(held.sid))

/** Ends a session that opened while the provider logged its person out. */
export async function refuseLoggedOut(ctx: Context, provider: SignInProvider, proof: Proof, session: string) {
  const { db } = ctx.database
  const { identifier, value } = identityVerification
  const bySubject = nameOf(provider, 'subject', proof.subject)
  const found = await db
    .select({ name: identifier, at: value })
    .from(identityVerification)
    .where(inArray(identifier, [bySubject, ...(proof.sid ? [nameOf(provider, 'sid', proof.sid)] : [])]))
  if (!found.some(({ name, at }) => name !== bySubject || Number(at) >= proof.issuedAt)) return
  await db.delete(identitySession).where(eq(identitySession.id, session))
  throw new ProviderRefusal('lost')
}
