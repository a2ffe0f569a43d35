import type { Role } from '@portreeve/contract/rights'
import {
  staff as contract,
  passwordLinkHours,
  type StaffMember,
  type StaffSession,
} from '@portreeve/contract/staff'
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { noMail } from '../adapters/mail.ts'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { page, pageSize, placeOf } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { refuseIfMoved } from '../core/versions.ts'
import { identityAccount, identitySession, identityUser } from '../db/identity.ts'
import { operations, staff as table } from '../db/system.ts'
import { newStaffUid } from '../store/staff.ts'
import { addStaff, changeStaff, lockStaff } from '../store/staff-changes.ts'
import { recordGrant } from '../store/staff-grants.ts'
import { beginPasswordLink } from '../store/staff-links.ts'

/** Maximum sessions in a list. */
const maxSessions = 100

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
      invitation: sql<StaffMember['invitation']>`case when ${identityUser.id} is null or exists (
          select from ${identityAccount} where ${identityAccount.userId} = ${table.uid} and ${identityAccount.password} is not null
        ) then null else coalesce((
          select case when ${operations.state} = 'pending' then 'sending' when ${operations.state} = 'failed' then 'failed'
            when ${operations.settled_at} < now() - make_interval(hours => ${passwordLinkHours}) then 'expired' else 'sent' end
          from ${operations} where ${operations.kind} = 'staff.link' and ${operations.subject_kind} = 'staff'
            and ${operations.subject_id} = ${table.uid} order by ${operations.created_at} desc limit 1
        ), 'expired') end`,
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

async function endSession(db: Db, uid: string, id: string) {
  const [ended] = await db
    .delete(identitySession)
    .where(and(eq(identitySession.userId, uid), eq(identitySession.id, id)))
    .returning({ address: identitySession.ipAddress })
  if (!ended) refuse('not_found', 'No such session', 'This session has ended already.')
  return ended
}

async function change(call: Call<'staff/{uid}'>, uid: string, set: { role: Role } | { disabled: boolean }) {
  const { before } = await changeStaff(call.db, call.ctx.identity, uid, set, {
    by: call.staff.uid,
    check: (row) => refuseIfMoved(call, row, 'this person'),
  })
  call.record({ subject: ['staff', uid], before, after: set })
  call.publish(`staff/${uid}`, {})
  return member(call, uid)
}

/** Mails the person a link to choose a password. Refuses without a mail server, because the link would never arrive. */
async function mailLink(call: Call, uid: string, invited: boolean) {
  if (call.ctx.mail === noMail)
    refuse(
      'refused',
      'No mail server',
      'The link goes by mail, and no mail server is set up (PORTREEVE_SMTP). Use npm run staff instead.',
    )
  const { uid: by, displayName, email } = call.staff
  await beginPasswordLink(call.db, uid, { uid: by, name: displayName ?? email }, invited)
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
    const { uid = newStaffUid(), ...person } = body
    const isMailed = body.uid === undefined
    if (isMailed && !call.ctx.settings.issuers.some(({ jwks }) => jwks === 'builtin'))
      refuse(
        'refused',
        'No sign-in here',
        'People sign in at an outside provider here: give their uid there.',
      )
    await addStaff(call.db, call.ctx.identity, { ...person, uid }, call.staff.uid)
    if (isMailed) {
      await call.ctx.identity.addPerson({ uid, email: person.email, name: person.displayName }, call.db)
      await mailLink(call, uid, true)
    }
    const made = await member(call, uid)
    call.record({ subject: ['staff', uid], after: { email: made.email, role: made.role } })
    return made
  },

  sendPasswordLink: async ({ params }, call) => {
    const row = await lockStaff(call.db, params.uid, call.staff.uid)
    refuseIfMoved(call, row, 'this person')
    if (row.uid === call.staff.uid)
      refuse('conflict', 'Not yourself', 'You change your own password under Your sign-in.')
    if (row.disabled) refuse('conflict', 'Disabled', 'This person is disabled. Enable them first.')
    const { signs_in_here, invitation } = await member(call, row.uid)
    if (!signs_in_here) refuse('conflict', 'No password here', 'This person signs in at an outside provider.')
    await mailLink(call, row.uid, invitation !== null)
    await recordGrant(call.db, row.uid, call.staff.uid, 'credentials')
    call.record({ subject: ['staff', row.uid] })
    return member(call, row.uid)
  },

  changeRole: ({ params, body }, call) => change(call, params.uid, { role: body.role }),
  disable: ({ params }, call) => change(call, params.uid, { disabled: true }),
  enable: ({ params }, call) => change(call, params.uid, { disabled: false }),

  resetSecondFactor: async ({ params }, call) => {
    await lockStaff(call.db, params.uid, call.staff.uid)
    const { second_factor } = await member(call, params.uid)
    if (!second_factor) refuse('conflict', 'No second factor', 'This person has no second factor.')
    await call.ctx.identity.resetSecondFactor(params.uid, call.db)
    await recordGrant(call.db, params.uid, call.staff.uid, 'credentials')
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
