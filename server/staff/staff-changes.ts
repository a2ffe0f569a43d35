import type { Takers } from '@portreeve/contract/staff/staff-work'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Identity } from '../adapters/identity.ts'
import { conversationStates } from '../conversations/inbox/inbox-tables.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { staff, staffGrants } from '../db/system-tables.ts'
import { endDuties } from './absences.ts'
import { notifications } from './notification-tables.ts'
import { nobody, refuseBeyond, standingOf } from './roles/role-rights.ts'
import { recordGrant } from './staff-grants.ts'
import { lockAdmins } from './staff-locks.ts'
import { lockWork, type Released, releaseWork } from './staff-work.ts'

type Row = typeof staff.$inferSelect

/** The command line acts under its own name: its user has access to the database anyway. */
export const operator = { uid: 'operator', name: 'The command line', role: 'operator' }

/**
 * Creates a staff member, with a password for the built-in sign-in if one is given. Refuses an email address or uid that is taken,
 * and a role that may do more than the admin.
 * @param by the admin; null for the command line
 */
export async function addStaff(
  db: Db,
  identity: Identity,
  person: { uid: string; email: string; displayName: string; role: string; password?: string | undefined },
  by: string | null,
): Promise<void> {
  const { password, ...row } = { ...person, email: person.email.trim().toLowerCase() }
  if (by !== null) await lockAdmins(db, by)
  await refuseBeyond(db, by, [row.role])
  const made = await db.insert(staff).values(row).onConflictDoNothing().returning({ uid: staff.uid })
  if (made.length === 0)
    refuse(
      'conflict',
      `There is already a staff member ${row.email}`,
      'The email address or the uid is taken.',
    )
  await recordGrant(db, row.uid, by, 'invited')
  if (password)
    await identity.setPassword({ uid: row.uid, email: row.email, name: row.displayName, password }, db)
}

/**
 * Changes a staff member's role or state in the caller's transaction, and releases the work that they may not do any more. The
 * caller publishes the change to their open pages, and writes the audit rows and events of what was released.
 * @param by the admin; null for the command line
 * @param to the colleagues who get what is released
 * @param check may refuse the locked row
 * Refuses to remove the last admin who can sign in, a change of the caller's own account or of a colleague who may do more, a role
 * that may do more than the caller, and a caller who may not manage staff any more: all changes of staff lock the admins' rows in turn.
 */
export async function changeStaff(
  db: Db,
  identity: Identity,
  uid: string,
  set: { role: string } | { disabled: boolean },
  {
    by,
    to,
    check,
  }: { by: { uid: string; name: string } | null; to?: Takers | undefined; check?: (row: Row) => void },
): Promise<{ before: typeof set; row: Row; released: Released }> {
  await lockWork(db, uid)
  const admins = await lockAdmins(db, by?.uid ?? null)
  const rows = await db
    .select()
    .from(staff)
    .where(inArray(staff.uid, [uid, ...Object.values(to ?? {})]))
    .orderBy(staff.uid)
    .for('no key update')
  const row = rows.find((one) => one.uid === uid)
  if (!row || row.shared) refuse('not_found', 'No such staff member', 'Nobody here has this uid.')
  check?.(row)
  await refuseBeyond(db, by?.uid ?? null, 'role' in set ? [row.role, set.role] : [row.role])
  const before: typeof set = 'role' in set ? { role: row.role } : { disabled: row.disabled }
  const leaves = 'role' in set ? set.role !== 'admin' : set.disabled
  if (by?.uid === uid)
    refuse('conflict', 'Not yourself', 'Nobody changes their own role or state: another admin must do it.')
  if (leaves && admins.length === 1 && admins[0] === uid)
    refuse('conflict', `${row.email} is the last admin`, 'Make another person an admin first.')
  const [changed] = await db
    .update(staff)
    .set({ ...set, version: sql`${staff.version} + 1` })
    .where(eq(staff.uid, uid))
    .returning()
  const standing = (await standingOf(db, uid)) ?? refuse('not_found', 'No such staff member')
  const released = await releaseWork(db, standing, by ?? operator, to)
  for (const left of await endDuties(db, standing))
    released.rows.push({ subject: ['staff', left], before: { deputy: uid }, after: { deputy: null } })
  if ('role' in set) await recordGrant(db, uid, by?.uid ?? null, 'role')
  else if (set.disabled) await identity.endSessions(uid, db)
  else await recordGrant(db, uid, by?.uid ?? null, 'enabled')
  return { before, row: changed ?? row, released }
}

/** Locks a staff member's row, for a change of their credentials or their removal. Refuses a caller who may not manage staff any more, or who may do less. */
export async function lockStaff(db: Db, uid: string, by: string): Promise<Row> {
  await lockAdmins(db, by)
  const [row] = await db.select().from(staff).where(eq(staff.uid, uid)).for('no key update')
  if (!row) refuse('not_found', 'No such staff member', 'Nobody here has this uid.')
  await refuseBeyond(db, by, [row.role])
  return row
}

/**
 * Deletes the record of an invited person who never signed in, with the links, and releases what colleagues gave them meanwhile.
 * A mail that is about to leave is harmless: its link finds no person.
 */
export async function removeInvited(
  db: Db,
  identity: Identity,
  row: Row,
  by: { uid: string; name: string },
): Promise<Released> {
  const { uid } = row
  const released = await releaseWork(db, { uid, ...nobody, disabled: true }, by)
  await db.update(conversationStates).set({ assignee: null }).where(eq(conversationStates.assignee, uid))
  await db.delete(notifications).where(eq(notifications.staff_uid, uid))
  await identity.removePerson(uid, db)
  await db.delete(staffGrants).where(eq(staffGrants.staff_uid, uid))
  await db.delete(staff).where(eq(staff.uid, uid))
  return released
}
