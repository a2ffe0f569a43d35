import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Identity } from '../adapters/identity.ts'
import { writeAudit, writeAudits } from '../core/audit/audit.ts'
import { publishAll } from '../core/live/live.ts'
import { refuse } from '../core/refuse.ts'
import { staff } from '../db/system-tables.ts'
import { addStaff, changeStaff, operator } from './staff-changes.ts'

interface Hands {
  db: NodePgDatabase
  identity: Identity
  /** The key of the audit chain. */
  auditKey: string
}

/** A uid for a staff member of the built-in sign-in. */
export const newStaffUid = () => randomBytes(14).toString('hex')

/** Creates a staff member. Refuses an email address or uid that is taken. */
export async function invite(
  { db, identity, auditKey }: Hands,
  { name, ...person }: { email: string; name: string; role: string; uid?: string; password?: string },
): Promise<{ uid: string }> {
  const uid = person.uid ?? newStaffUid()
  await db.transaction(async (tx) => {
    await addStaff(tx, identity, { ...person, uid, displayName: name }, null)
    await writeAudit(tx, auditKey, operator, 'staff.invite', {
      subject: ['staff', uid],
      after: { email: person.email.trim().toLowerCase(), role: person.role },
    })
  })
  return { uid }
}

/**
 * Creates a shared account, in whose name the team answers: the uid is that of the marketplace's own account. No one signs in
 * with it. Refuses a uid that is taken.
 */
export async function addShared({ db, auditKey }: Hands, uid: string, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    // A text that is no email address takes none.
    const row = { uid, email: `shared:${uid}`, displayName: name, role: 'support' as const }
    const made = await tx
      .insert(staff)
      .values({ ...row, disabled: true, shared: true })
      .onConflictDoNothing()
      .returning({ uid: staff.uid })
    if (made.length === 0) refuse('conflict', `The uid ${uid} is taken`)
    await writeAudit(tx, auditKey, operator, 'staff.shared', {
      subject: ['staff', uid],
      after: { shared: true, displayName: name },
    })
  })
}

async function byEmail(db: NodePgDatabase, email: string) {
  const [row] = await db.select().from(staff).where(eq(staff.email, email.trim().toLowerCase()))
  return row ?? refuse('not_found', `There is no staff member ${email}`)
}

async function change(
  { db, identity, auditKey }: Hands,
  email: string,
  set: { role: string } | { disabled: boolean },
) {
  const { uid } = await byEmail(db, email)
  await db.transaction(async (tx) => {
    const { before, released } = await changeStaff(tx, identity, uid, set, { by: null })
    await publishAll(tx, [[`staff/${uid}`, {}], ...released.events])
    await writeAudits(tx, auditKey, operator, [
      ['staff.change', { subject: ['staff', uid], before, after: set }],
      ...released.rows.map((row) => ['staff.released', row] as const),
    ])
  })
}

/** Gives a staff member another role. It applies from their next call. Refuses for the last admin. */
export const changeRole = (hands: Hands, email: string, role: string) => change(hands, email, { role })

/** Disables a staff member, or enables them again. Their next call is refused, their sessions end. Refuses for the last admin. */
export const setDisabled = (hands: Hands, email: string, disabled: boolean) =>
  change(hands, email, { disabled })

/** Sets a password for the built-in sign-in; other sessions of the person end. */
export async function setPassword({ db, identity, auditKey }: Hands, email: string, password: string) {
  const person = await byEmail(db, email)
  await identity.setPassword({
    uid: person.uid,
    email: person.email,
    name: person.displayName ?? person.email,
    password,
  })
  await db.transaction((tx) =>
    writeAudit(tx, auditKey, operator, 'staff.password', { subject: ['staff', person.uid] }),
  )
}

/** All staff members. */
export const allStaff = (db: NodePgDatabase) =>
  db.select().from(staff).where(eq(staff.shared, false)).orderBy(staff.email)
