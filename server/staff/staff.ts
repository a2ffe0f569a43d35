import { staff as contract } from '@portreeve/contract/staff/staff'
import type { Takers } from '@portreeve/contract/staff/staff-work'
import { and, eq, gt, sql } from 'drizzle-orm'
import { noMail } from '../adapters/mail.ts'
import type { Call, CallOf } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { page, placeOf } from '../core/call/page.ts'
import { refuseIfMoved } from '../core/call/versions.ts'
import { pick } from '../core/call/whole-record.ts'
import type { Db } from '../core/database/db.ts'
import { beginPasswordLink } from '../core/http/password-links.ts'
import { refuse } from '../core/refuse.ts'
import { identityPasskey, identitySession } from '../db/identity-tables.ts'
import { staff as table } from '../db/system-tables.ts'
import { nobody, rightsOfRole } from './roles/role-rights.ts'
import { saveSignInSettings, signInSettings } from './sign-in-settings.ts'
import { newStaffUid } from './staff-accounts.ts'
import { addStaff, changeStaff, lockStaff, removeInvited } from './staff-changes.ts'
import { recordGrant } from './staff-grants.ts'
import { member, members, ownProvider, passkeysOf, sessionsOf, settingsOf } from './staff-members.ts'
import { nameOf } from './staff-name.ts'
import { countWork, lockWork, tellReleased } from './staff-work.ts'

async function endSession(db: Db, uid: string, id: string) {
  const [ended] = await db
    .delete(identitySession)
    .where(and(eq(identitySession.userId, uid), eq(identitySession.id, id)))
    .returning({ address: identitySession.ipAddress })
  if (!ended) refuse('not_found', 'No such session', 'This session has ended already.')
  return ended
}

const ownPasskey = (uid: string, id: string) =>
  and(eq(identityPasskey.userId, uid), eq(identityPasskey.id, id))
const noSuchPasskey = () => refuse('not_found', 'No such passkey', 'This passkey was removed already.')

const byOf = ({ staff }: Pick<Call, 'staff'>) => ({ uid: staff.uid, name: nameOf(staff) })

async function change(
  call: CallOf<typeof contract.changeRole>,
  uid: string,
  set: { role: string } | { disabled: boolean },
  to?: Takers,
) {
  const { before, released } = await changeStaff(call.db, call.ctx.identity, uid, set, {
    by: byOf(call),
    to,
    check: (row) => refuseIfMoved(call, row, 'this person'),
  })
  call.did(uid, { before, after: set })
  tellReleased(call, released)
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
  await beginPasswordLink(call.db, uid, { by: byOf(call), invited })
}

export const staff = implement('staff', contract, {
  me: async (_input, call) => call.staff,

  mySignIn: async (_input, call) => {
    const { uid } = call.staff
    const { signs_in_here, second_factor } = await member(call, uid)
    const provider = await ownProvider(call)
    const [passkeys, sessions] = [await passkeysOf(call, uid), await sessionsOf(call, uid)]
    return { signs_in_here, second_factor, provider, passkeys, sessions }
  },

  renameMyPasskey: async ({ params, body }, call) => {
    const mine = ownPasskey(call.staff.uid, params.id)
    const [found] = await call.db
      .select({ name: identityPasskey.name })
      .from(identityPasskey)
      .where(mine)
      .for('update')
    if (!found) noSuchPasskey()
    await call.db.update(identityPasskey).set(body).where(mine)
    call.did(call.staff.uid, { before: found, after: body })
    return null
  },

  removeMyPasskey: async ({ params }, call) => {
    const [removed] = await call.db
      .delete(identityPasskey)
      .where(ownPasskey(call.staff.uid, params.id))
      .returning({ name: identityPasskey.name })
    call.did(call.staff.uid, { before: removed ?? noSuchPasskey() })
    return null
  },

  endMySession: async ({ params }, call) => {
    const before = await endSession(call.db, call.staff.uid, params.id)
    call.did(call.staff.uid, { before })
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
    call.did(call.staff.uid, { before: { sessions: ended.length } })
    return null
  },

  mySettings: (_input, call) => settingsOf(call.db, call.staff.uid),

  saveMySettings: async ({ body }, call) => {
    const { uid } = call.staff
    await call.db.select({ uid: table.uid }).from(table).where(eq(table.uid, uid)).for('update')
    const before = await settingsOf(call.db, uid)
    const settings = { ...before, ...body }
    await call.db.update(table).set({ settings }).where(eq(table.uid, uid))
    call.did(uid, { before: pick(before, Object.keys(body)), after: body })
    return settings
  },

  list: async ({ query }, call) => {
    const [counted] = await call.db
      .select({ n: sql<number>`count(*)::int` })
      .from(table)
      .where(eq(table.shared, false))
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
    call.did(uid, { after: { email: made.email, role: made.role } })
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
    call.did(row.uid)
    return member(call, row.uid)
  },

  revokeInvitation: async ({ params }, call) => {
    await lockWork(call.db, params.uid)
    const row = await lockStaff(call.db, params.uid, call.staff.uid)
    refuseIfMoved(call, row, 'this person')
    const { invitation, email, role } = await member(call, row.uid)
    if (invitation === null)
      refuse(
        'conflict',
        'Not an invitation any more',
        'This person can sign in already. Disable them instead.',
      )
    tellReleased(call, await removeInvited(call.db, call.ctx.identity, row, byOf(call)))
    call.did(row.uid, { before: { email, role } })
    return null
  },

  signInSettings: (_input, call) => signInSettings(call),

  saveSignInSettings: async ({ body }, call) => {
    const before = await saveSignInSettings(call, body)
    const after = await signInSettings(call)
    const changed = Object.keys(body)
    call.did(null, { before: pick(before, changed), after: pick(after, changed) })
    return after
  },

  changeRole: ({ params, body }, call) => change(call, params.uid, { role: body.role }, body.to),
  disable: ({ params, body }, call) => change(call, params.uid, { disabled: true }, body?.to),
  enable: ({ params }, call) => change(call, params.uid, { disabled: false }),

  work: async ({ params: { uid }, query: { role } }, call) => {
    const { disabled } = await member(call, uid)
    const rights = role === undefined ? nobody : await rightsOfRole(call.db, role)
    return countWork(call.db, { uid, ...rights, disabled: disabled || role === undefined })
  },

  resetSecondFactor: async ({ params }, call) => {
    await lockStaff(call.db, params.uid, call.staff.uid)
    const { second_factor, passkeys } = await member(call, params.uid)
    if (!second_factor && passkeys === 0)
      refuse('conflict', 'No second factor', 'This person has no second factor and no passkey.')
    await call.ctx.identity.resetSecondFactor(params.uid, call.db)
    await recordGrant(call.db, params.uid, call.staff.uid, 'credentials')
    await call.ctx.identity.endSessions(params.uid, call.db)
    const after = { second_factor: false, passkeys: 0 }
    call.did(params.uid, { before: { second_factor, passkeys }, after })
    return member(call, params.uid)
  },

  sessions: async ({ params }, call) => {
    const { uid } = await member(call, params.uid)
    return sessionsOf(call, uid)
  },

  endSession: async ({ params }, call) => {
    await lockStaff(call.db, params.uid, call.staff.uid)
    call.did(params.uid, { before: await endSession(call.db, params.uid, params.id) })
    return null
  },

  endSessions: async ({ params }, call) => {
    await lockStaff(call.db, params.uid, call.staff.uid)
    const { sessions } = await member(call, params.uid)
    await call.ctx.identity.endSessions(params.uid, call.db)
    call.did(params.uid, { before: { sessions } })
    return null
  },
})
