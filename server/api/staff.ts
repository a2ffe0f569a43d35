import type { Role } from '@portreeve/contract/rights'
import { staff as contract, type StaffMember, type StaffSession } from '@portreeve/contract/staff'
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { page, pageSize, placeOf } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { refuseIfMoved } from '../core/versions.ts'
import { staff as table } from '../db/house.ts'
import { identitySession, identityUser } from '../db/identity.ts'
import { newStaffUid } from '../store/staff.ts'
import { addStaff, changeStaff, lockStaff } from '../store/staff-changes.ts'

/** Sessions of one person that are listed. */
const mostSessions = 100

const alive = (call: Pick<Call, 'ctx'>) =>
  and(
    gt(identitySession.expiresAt, sql`now()`),
    sql`${identitySession.createdAt} > now() - make_interval(hours => ${call.ctx.settings.sessionMaxHours})`,
  )

function members(call: Call, where: SQL | undefined): Promise<StaffMember[]> {
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
      signs_in_here: sql<boolean>`${identityUser.id} is not null`,
      second_factor: sql<boolean>`coalesce(${identityUser.twoFactorEnabled}, false)`,
      sessions: sql<number>`(select count(*)::int from ${identitySession} where ${identitySession.userId} = ${table.uid} and ${alive(call)})`,
    })
    .from(table)
    .leftJoin(identityUser, eq(identityUser.id, table.uid))
    .where(where)
    .orderBy(asc(table.email))
    .limit(pageSize + 1)
}

async function member(call: Call, uid: string): Promise<StaffMember> {
  const [found] = await members(call, eq(table.uid, uid))
  return found ?? refuse('not_found', 'No such staff member', 'Nobody here has this uid.')
}

async function sessionsOf(call: Call, uid: string): Promise<StaffSession[]> {
  const rows = await call.db
    .select()
    .from(identitySession)
    .where(and(eq(identitySession.userId, uid), alive(call)))
    .orderBy(desc(identitySession.updatedAt), asc(identitySession.id))
    .limit(mostSessions)
  return rows.map((row) => ({
    id: row.id,
    started_at: row.createdAt.toISOString(),
    last_used_at: row.updatedAt.toISOString(),
    address: row.ipAddress || null,
    user_agent: row.userAgent || null,
    current: row.id === call.session,
  }))
}

async function endSession(db: Db, uid: string, id: string) {
  const [ended] = await db
    .delete(identitySession)
    .where(and(eq(identitySession.userId, uid), eq(identitySession.id, id)))
    .returning({ address: identitySession.ipAddress })
  if (!ended) refuse('not_found', 'No such session', 'This session has ended already.')
  return ended
}

async function change(call: Call, uid: string, set: { role: Role } | { disabled: boolean }) {
  const { before } = await changeStaff(call.db, call.ctx.identity, uid, set, {
    by: call.staff.uid,
    look: (row) => refuseIfMoved(call, row, 'this person'),
  })
  call.record({ subject: ['staff', uid], before, after: set })
  return member(call, uid)
}

export const staff = implement('staff', contract, {
  me: async (_input, call) => call.staff,

  mySignIn: async (_input, call) => {
    const { signs_in_here, second_factor } = await member(call, call.staff.uid)
    return { signs_in_here, second_factor, sessions: await sessionsOf(call, call.staff.uid) }
  },

  endMySession: async ({ params }, call) => {
    const before = await endSession(call.db, call.staff.uid, params.id)
    call.record({ subject: ['staff', call.staff.uid], before })
    return null
  },

  endMyOtherSessions: async (_input, call) => {
    const ended = await call.db
      .delete(identitySession)
      .where(
        and(
          eq(identitySession.userId, call.staff.uid),
          sql`${identitySession.id} is distinct from ${call.session ?? null}`,
        ),
      )
      .returning({ id: identitySession.id })
    call.record({ subject: ['staff', call.staff.uid], before: { sessions: ended.length } })
    return null
  },

  list: async ({ query }, call) => {
    const [counted] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table)
    call.total(counted?.n ?? 0)
    const after = query.cursor === undefined ? undefined : gt(table.email, placeOf(query.cursor).id)
    return page(call, await members(call, after), ({ email }) => ({ time: null, id: email }))
  },

  invite: async ({ body }, call) => {
    const { password, uid = newStaffUid(), ...person } = body
    if (password && !call.ctx.settings.issuers.some(({ jwks }) => jwks === 'builtin'))
      refuse(
        'refused',
        'No sign-in here',
        'People sign in at an outside provider here: give their uid there.',
      )
    await addStaff(call.db, call.ctx.identity, { ...person, uid, password })
    const made = await member(call, uid)
    call.record({ subject: ['staff', uid], after: { email: made.email, role: made.role } })
    return made
  },

  changeRole: ({ params, body }, call) => change(call, params.uid, { role: body.role }),
  disable: ({ params }, call) => change(call, params.uid, { disabled: true }),
  enable: ({ params }, call) => change(call, params.uid, { disabled: false }),

  resetSecondFactor: async ({ params }, call) => {
    await lockStaff(call.db, params.uid, call.staff.uid)
    const { second_factor } = await member(call, params.uid)
    if (!second_factor) refuse('conflict', 'No second factor', 'This person has no second factor.')
    await call.ctx.identity.resetSecondFactor(params.uid, call.db)
    await call.ctx.identity.endSessions(params.uid, call.db)
    call.record({
      subject: ['staff', params.uid],
      before: { second_factor },
      after: { second_factor: false },
    })
    return member(call, params.uid)
  },

  sessions: async ({ params }, call) => {
    const { uid } = await member(call, params.uid)
    return sessionsOf(call, uid)
  },

  endSession: async ({ params }, call) => {
    await lockStaff(call.db, params.uid, call.staff.uid)
    call.record({ subject: ['staff', params.uid], before: await endSession(call.db, params.uid, params.id) })
    return null
  },

  endSessions: async ({ params }, call) => {
    await lockStaff(call.db, params.uid, call.staff.uid)
    const { sessions } = await member(call, params.uid)
    await call.ctx.identity.endSessions(params.uid, call.db)
    call.record({ subject: ['staff', params.uid], before: { sessions } })
    return null
  },
})
