import { type Permission, permissions } from '@portreeve/contract/base/rights'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { permissionsOf, staff } from '../../db/system-tables.ts'
import type { Standing } from '../staff-work.ts'

/** A staff member as their row and role say; undefined for an unknown uid. */
export async function standingOf(db: Db, uid: string): Promise<Standing | undefined> {
  const [row] = await db
    .select({ uid: staff.uid, disabled: staff.disabled, permissions: permissionsOf })
    .from(staff)
    .where(eq(staff.uid, uid))
  return row
}

/** The permissions of a role. Refuses with refused a name that no role has. */
export async function permissionsOfRole(db: Db, name: string): Promise<Standing['permissions']> {
  const { rows } = await db.execute<{ permissions: Standing['permissions'] }>(
    sql`select permissions from roles where name = ${name} for share`,
  )
  return rows[0]?.permissions ?? refuse('refused', 'No such role', `There is no role ${name}.`)
}

const wordsOf = (one: Permission) => (Object.hasOwn(permissions, one) ? permissions[one].words : one)

/** Refuses with forbidden permissions that a caller lacks: nobody gives what they do not hold. Lock the admins first. */
export async function refuseGiving(db: Db, by: string, given: readonly Permission[]): Promise<void> {
  const own = await standingOf(db, by)
  const [first, ...more] = given.filter((one) => !own?.permissions.includes(one))
  if (first === undefined) return
  const others = more.length > 0 ? `, and ${more.length} more` : ''
  refuse(
    'forbidden',
    'Not allowed',
    `You may not ${wordsOf(first)}${others}: nobody gives what they do not hold.`,
  )
}

/**
 * Refuses with refused a name that no role has, and as `refuseGiving` a role that may do more than the caller: nobody gives it,
 * nor changes a colleague who has it.
 * @param by the caller; null for the command line and the groups of a provider, which give any role
 */
export async function refuseBeyond(db: Db, by: string | null, names: readonly string[]): Promise<void> {
  for (const name of new Set(names)) {
    const given = await permissionsOfRole(db, name)
    if (by !== null) await refuseGiving(db, by, given)
  }
}
