import { fullSight } from '@portreeve/contract/base/case-kinds'
import { type Permission, permissions } from '@portreeve/contract/base/rights'
import { type Seer, seenBeyond } from '@portreeve/contract/base/sight'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { rightsOfRow } from '../../db/staff-rights.ts'
import { staff } from '../../db/system-tables.ts'
import type { Standing } from '../staff-work.ts'

/** A staff member as their row and role say; undefined for an unknown uid. */
export async function standingOf(db: Db, uid: string): Promise<Standing | undefined> {
  const [row] = await db
    .select({ uid: staff.uid, disabled: staff.disabled, ...rightsOfRow })
    .from(staff)
    .where(eq(staff.uid, uid))
  return row
}

/** What a role may do and see. Refuses with refused a name that no role has. */
export async function rightsOfRole(db: Db, name: string): Promise<Seer> {
  const { rows } = await db.execute<Seer & Record<string, unknown>>(
    sql`select permissions, kinds, classes from roles where name = ${name} for share`,
  )
  return rows[0] ?? refuse('refused', 'No such role', `There is no role ${name}.`)
}

const wordsOf = (one: Permission) => (Object.hasOwn(permissions, one) ? permissions[one].words : one)

/** Someone who may do and sees nothing. */
export const nobody: Seer = { permissions: [], ...fullSight }

/**
 * What of given rights someone lacks, in words that follow "may not"; null when they hold all of it.
 * @param had rights that are not given, because the role has them already
 */
export function lackedOf(own: Seer, given: Seer, had: Seer = nobody): string | null {
  const isNew = (one: Permission) => !had.permissions.includes(one) && !own.permissions.includes(one)
  const [first, ...more] = given.permissions.filter(isNew)
  if (first !== undefined) return `${wordsOf(first)}${more.length > 0 ? `, and ${more.length} more` : ''}`
  const [lacked, added] = [seenBeyond(given, own), seenBeyond(given, had)]
  if (lacked.kinds.some((one) => added.kinds.includes(one))) return 'see cases of all these kinds'
  return lacked.classes.some((one) => added.classes.includes(one)) ? 'see reports of all these classes' : null
}

/** Refuses with forbidden rights that a caller lacks: nobody gives what they do not hold. Lock the admins first. */
export async function refuseGiving(db: Db, by: string, given: Seer, had?: Seer): Promise<void> {
  const lacked = lackedOf((await standingOf(db, by)) ?? nobody, given, had)
  if (lacked !== null)
    refuse('forbidden', 'Not allowed', `You may not ${lacked}: nobody gives what they do not hold.`)
}

/**
 * Refuses with refused a name that no role has, and as `refuseGiving` a role that may do more than the caller: nobody gives it,
 * nor changes a colleague who has it.
 * @param by the caller; null for the command line and the groups of a provider, which give any role
 */
export async function refuseBeyond(db: Db, by: string | null, names: readonly string[]): Promise<void> {
  for (const name of new Set(names)) {
    const given = await rightsOfRole(db, name)
    if (by !== null) await refuseGiving(db, by, given)
  }
}
