import { type Permission, permissions } from '@portreeve/contract/base/rights'
import type { Colleague } from '@portreeve/contract/staff/away'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { staff } from '../db/system-tables.ts'
import { staffName } from './staff-name.ts'

const maxColleagues = 500

/** Whether the role of a row of staff has a permission, or each of several. */
const isAble = (permission: Permission | readonly Permission[]) =>
  sql`exists (select from roles where name = staff.role and permissions @> ${sql.param([permission].flat())}::text[])`

/** The staff members who can sign in and have a permission, or each of several, by name; with `uids`, only those of them. */
export function colleaguesWho(
  db: Db,
  permission: Permission | readonly Permission[],
  uids?: string[],
): Promise<Colleague[]> {
  const name = sql<string>`${staffName(staff, staff.uid)}`
  return db
    .select({ uid: staff.uid, name })
    .from(staff)
    .where(
      and(eq(staff.disabled, false), isAble(permission), uids && sql`${staff.uid} = any(${sql.param(uids)})`),
    )
    .orderBy(asc(name), asc(staff.uid))
    .limit(maxColleagues)
}

/**
 * Those of some staff members who can sign in and have a permission. Locks their rows until the transaction ends: a change of
 * their role or state waits, and then releases what this transaction gives them. Lock the record first, as all calls do.
 */
export async function stillAble(
  db: Db,
  permission: Permission,
  uids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const given = [...new Set(uids.filter((uid) => uid !== null))]
  if (given.length === 0) return new Set()
  // First the lock, then the rights: a statement that waits for a lock reads other tables as of before.
  await db.execute(sql`select from staff where uid = any(${sql.param(given)}) order by uid for share`)
  const { rows } = await db.execute<{ uid: string }>(sql`
    select uid from staff where uid = any(${sql.param(given)}) and not disabled and ${isAble(permission)}`)
  return new Set(rows.map(({ uid }) => uid))
}

/** Refuses with refused, and why, a staff member who cannot be given work that needs a permission. Locks as `stillAble` does. */
export async function refuseUnable(db: Db, permission: Permission, uid: string): Promise<void> {
  if ((await stillAble(db, permission, [uid])).has(uid)) return
  const [person] = await db
    .select({ name: sql<string>`${staffName(staff, staff.uid)}`, role: staff.role, disabled: staff.disabled })
    .from(staff)
    .where(eq(staff.uid, uid))
  refuse(
    'refused',
    'Cannot be assigned',
    person === undefined
      ? 'There is no such colleague.'
      : person.disabled
        ? `${person.name} cannot sign in.`
        : `${person.name} has the role ${person.role} and may not ${permissions[permission].words}.`,
  )
}
