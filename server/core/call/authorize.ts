import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { freshMinutes } from '@portreeve/contract/base/rights'
import { and, eq, sql } from 'drizzle-orm'
import { identityProviderSessions, identitySession, identityUser } from '../../db/identity-tables.ts'
import { callerOfRow } from '../../db/staff-rights.ts'
import { secondFactorRoles, staff } from '../../db/system-tables.ts'
import type { Subject } from '../identity/token.ts'
import { refuse } from '../refuse.ts'
import type { StaffCaller } from './caller.ts'
import type { Context } from './context.ts'
import { demand, demandFresh } from './rights.ts'

/** `last_seen_at` is written at most once a minute. */
const isUnseen = sql<boolean>`(${staff.last_seen_at} is null or ${staff.last_seen_at} < now() - interval '1 minute')`

/**
 * Step 2: the staff record, the session and the endpoint's permission, read on every call, so that disabling a staff member or
 * ending a session takes effect at once. Refuses with not_staff, signed_out, second_factor_needed, forbidden or password_needed.
 */
export async function authorize(
  { database, settings }: Context,
  subject: Subject,
  permission: Endpoint['may'],
): Promise<StaffCaller> {
  const { uid, session } = subject
  const ownSession = sql`select 1 from ${identitySession} where ${identitySession.id} = ${session ?? null}
    and ${identitySession.userId} = ${uid}`
  const ofProvider = sql`select provider from ${identityProviderSessions} where ${identityProviderSessions.sessionId} = ${session ?? null}`
  const [row] = await database.db
    .select({
      ...callerOfRow,
      unseen: isUnseen,
      ended: sql<boolean>`${session !== undefined}::boolean and not exists (${ownSession}
        and ${identitySession.expiresAt} > now()
        and ${identitySession.createdAt} > now() - make_interval(hours => ${settings.sessionMaxHours}))`,
      fresh: sql<boolean>`exists (${ownSession}
        and ${identitySession.passwordAt} > now() - make_interval(mins => ${freshMinutes}))`,
      // An outside provider keeps its own rules.
      unguarded: sql<boolean>`${session !== undefined}::boolean
        and exists (select 1 from ${secondFactorRoles} needed where needed.role = staff.role)
        and not exists (select 1 from ${identityUser} where ${identityUser.id} = ${uid} and ${identityUser.twoFactorEnabled})
        and not exists (${ownSession} and ${identitySession.passkeyId} is not null)
        and not exists (${ofProvider} and ${identityProviderSessions.secondFactor})`,
      provider: sql<string | null>`(${ofProvider})`,
    })
    .from(staff)
    .where(eq(staff.uid, uid))
    .prepare('caller')
    .execute()
  if (!row) refuse('not_staff', 'Not staff', 'This account is not a staff account here.')
  const { disabled, unseen, ended, fresh, unguarded, provider, ...member } = row
  if (disabled) refuse('not_staff', 'Account disabled', 'This staff account is disabled.')
  if (ended) refuse('signed_out', 'Signed out', 'Your session has ended. Please sign in again.')
  if (unguarded && provider !== null)
    refuse(
      'signed_out',
      'Second factor needed',
      `Your role, ${member.role}, requires a second factor. Sign in with one at your company's provider.`,
    )
  if (unguarded)
    refuse(
      'second_factor_needed',
      'Second factor needed',
      `Your role, ${member.role}, requires a second factor. Set one up to go on.`,
    )
  if (unseen)
    await database.db
      .update(staff)
      .set({ last_seen_at: sql`now()` })
      .where(and(eq(staff.uid, uid), isUnseen))
      .catch(unlessDiskFull)
  demand(member, permission)
  demandFresh(permission, subject, fresh, provider)
  return { staff: member, session }
}

/** Ignores a full disk: a read must not fail because `last_seen_at` cannot be written. */
function unlessDiskFull(error: unknown) {
  if ((error as { cause?: { code?: string } }).cause?.code !== '53100') throw error
}
