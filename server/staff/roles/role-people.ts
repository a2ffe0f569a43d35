import type { roles as contract, RoleRights } from '@portreeve/contract/staff/roles'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { CallOf } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { roles as table } from '../../db/role-tables.ts'
import { staff } from '../../db/system-tables.ts'
import { endDuties } from '../absences.ts'
import { staffName } from '../staff-name.ts'
import { lockWork, releaseWork, tellReleased } from '../staff-work.ts'
import { standingOf } from './role-rights.ts'

type Row = typeof table.$inferSelect
export type Changing = CallOf<typeof contract.change> | CallOf<typeof contract.confirm>

/** The people of a role whose work one call can release. */
export const maxHolders = 500

/** Those who have a role, by name. */
export const holdersOf = (db: Db, role: string) =>
  db
    .select({ uid: staff.uid, name: sql<string>`${staffName(staff, staff.uid)}`, disabled: staff.disabled })
    .from(staff)
    .where(and(eq(staff.role, role), eq(staff.shared, false)))
    .orderBy(asc(staff.uid))
    .limit(maxHolders + 1)

/** Writes the rights of a locked role, and releases what its people may not do any more. Their own rows are locked in turn. */
export async function writeRights(
  call: Pick<Changing, 'db' | 'publish' | 'recordAlso'>,
  row: Row,
  set: RoleRights & Pick<Row, 'waiting'>,
  by: { uid: string; name: string | null },
) {
  const people = await holdersOf(call.db, row.name)
  if (people.length > maxHolders)
    refuse(
      'refused',
      'Too many people',
      `More than ${maxHolders} people have this role. Give some of them another one first.`,
    )
  await call.db
    .update(table)
    .set({ ...set, version: sql`${table.version} + 1` })
    .where(eq(table.name, row.name))
  for (const { uid } of people) {
    await call.db.select({ uid: staff.uid }).from(staff).where(eq(staff.uid, uid)).for('no key update')
    const standing = await standingOf(call.db, uid)
    if (!standing) continue
    const released = await releaseWork(call.db, standing, by)
    for (const left of await endDuties(call.db, standing))
      released.rows.push({ subject: ['staff', left], before: { deputy: uid }, after: { deputy: null } })
    tellReleased(call, released)
    call.publish(`staff/${uid}`, {})
  }
}

/** Records come before staff in every lock: those of the people of a role first, then the role. */
export async function lockWorkOf(db: Db, role: string) {
  for (const { uid } of await holdersOf(db, role)) await lockWork(db, uid)
}
