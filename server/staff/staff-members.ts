import type { Passkey } from '@portreeve/contract/staff/passkeys'
import { type PersonalSettings, usualSettings } from '@portreeve/contract/staff/personal-settings'
import { passwordLinkHours, type StaffMember, type StaffSession } from '@portreeve/contract/staff/staff'
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { pageSize } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { providerOfSession } from '../core/identity/provider-sessions.ts'
import { refuse } from '../core/refuse.ts'
import { identityAccount, identityPasskey, identitySession, identityUser } from '../db/identity-tables.ts'
import { operations, staff as table } from '../db/system-tables.ts'
import { absence } from './absences.ts'
import { isLinked } from './provider-people.ts'

/** Maximum sessions in a list. */
const maxSessions = 100

const alive = (call: Pick<Call, 'ctx'>) =>
  and(
    gt(identitySession.expiresAt, sql`now()`),
    sql`${identitySession.createdAt} > now() - make_interval(hours => ${call.ctx.settings.sessionMaxHours})`,
  )

/** The staff members as admins see them, one more than a page. */
export function members(call: Call, where: SQL | undefined): Promise<StaffMember[]> {
  return call.db
    .select({
      uid: table.uid,
      email: table.email,
      displayName: table.displayName,
      role: table.role,
      disabled: table.disabled,
      version: table.version,
      created_at: table.created_at,
      last_seen_at: table.last_seen_at,
      signs_in_here: sql<boolean>`${identityUser.id} is not null and not ${isLinked}`,
      invitation: sql<
        StaffMember['invitation']
      >`case when ${identityUser.id} is null or ${isLinked} or exists (
          select from ${identityAccount} where ${identityAccount.userId} = ${table.uid} and ${identityAccount.password} is not null
        ) then null else coalesce((
          select case when ${operations.state} = 'pending' then 'sending' when ${operations.state} = 'failed' then 'failed'
            when ${operations.settled_at} < now() - make_interval(hours => ${passwordLinkHours}) then 'expired' else 'sent' end
          from ${operations} where ${operations.kind} = 'staff.link' and ${operations.subject_kind} = 'staff'
            and ${operations.subject_id} = ${table.uid} order by ${operations.created_at} desc limit 1
        ), 'expired') end`,
      second_factor: sql<boolean>`coalesce(${identityUser.twoFactorEnabled}, false)`,
      passkeys: sql<number>`(select count(*)::int from ${identityPasskey} where ${identityPasskey.userId} = ${table.uid})`,
      away: absence,
      sessions: sql<number>`(select count(*)::int from ${identitySession} where ${identitySession.userId} = ${table.uid} and ${alive(call)})`,
    })
    .from(table)
    .leftJoin(identityUser, eq(identityUser.id, table.uid))
    .where(and(eq(table.shared, false), where))
    .orderBy(asc(table.email))
    .limit(pageSize + 1)
}

/** A staff member as admins see them. Refuses an unknown uid. */
export async function member(call: Call, uid: string): Promise<StaffMember> {
  const [found] = await members(call, eq(table.uid, uid))
  return found ?? refuse('not_found', 'No such staff member', 'Nobody here has this uid.')
}

/** A staff member's own settings of the console. */
export async function settingsOf(db: Db, uid: string): Promise<PersonalSettings> {
  const [row] = await db.select({ settings: table.settings }).from(table).where(eq(table.uid, uid))
  return { ...usualSettings, ...row?.settings }
}

/** The sessions of a staff member that have not ended, the last used first. */
export async function sessionsOf(call: Call, uid: string): Promise<StaffSession[]> {
  const rows = await call.db
    .select()
    .from(identitySession)
    .where(and(eq(identitySession.userId, uid), alive(call)))
    .orderBy(desc(identitySession.updatedAt), asc(identitySession.id))
    .limit(maxSessions)
  return rows.map((row) => ({
    id: row.id,
    started_at: row.createdAt.toISOString(),
    last_used_at: row.updatedAt.toISOString(),
    address: row.ipAddress || null,
    user_agent: row.userAgent || null,
    current: row.id === call.session,
  }))
}

/** The company's provider that opened the session of the call. */
export async function ownProvider({ ctx, session }: Pick<Call, 'ctx' | 'session'>) {
  const id = session === undefined ? null : await providerOfSession(ctx, session)
  if (id === null) return null
  return { id, name: ctx.providers.find(({ settings }) => settings.id === id)?.settings.name ?? id }
}

/** The passkeys of a staff member, the oldest first. */
export async function passkeysOf(call: Call, uid: string): Promise<Passkey[]> {
  const rows = await call.db
    .select()
    .from(identityPasskey)
    .where(eq(identityPasskey.userId, uid))
    .orderBy(asc(identityPasskey.createdAt), asc(identityPasskey.id))
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? 'Passkey',
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    synced: row.backedUp,
  }))
}
