import { type DeskKind, deskKinds, type HarmClass } from '@portreeve/contract/base/case-kinds'
import { type Permission, permissions } from '@portreeve/contract/base/rights'
import type { Colleague } from '@portreeve/contract/staff/away'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { permissionsOf } from '../db/staff-rights.ts'
import { staff } from '../db/system-tables.ts'
import { staffName } from './staff-name.ts'

const maxColleagues = 500

/** What someone may do: a permission, or to get a case of a kind, of reports with their class. */
export type Ability = Permission | { kind: DeskKind; class?: HarmClass | undefined }

const within = (limit: SQL, one: string) => sql`(${limit} = '{}' or ${one} = any(${limit}))`
const ability = (one: Ability): SQL =>
  typeof one === 'string'
    ? sql`${one} = any(permissions)`
    : sql`${deskKinds[one.kind]} = any(permissions) and ${within(sql`kinds`, one.kind)} and ${one.class === undefined ? sql`true` : within(sql`classes`, one.class)}`

/** Whether the role of a row of staff allows it, or each of several. */
const isAble = (of: Ability | readonly Ability[]) =>
  sql`exists (select from roles where name = staff.role and ${sql.join([sql`true`, ...[of].flat().map(ability)], sql` and `)})`

/** The staff members who can sign in and may do something, or each of several, by name; with `uids`, only those of them. */
export function colleaguesWho(
  db: Db,
  may: Ability | readonly Ability[],
  uids?: string[],
): Promise<Colleague[]> {
  const name = sql<string>`${staffName(staff, staff.uid)}`
  return db
    .select({ uid: staff.uid, name })
    .from(staff)
    .where(and(eq(staff.disabled, false), isAble(may), uids && sql`${staff.uid} = any(${sql.param(uids)})`))
    .orderBy(asc(name), asc(staff.uid))
    .limit(maxColleagues)
}

/**
 * Those of some staff members who can sign in and may do something. Locks their rows until the transaction ends: a change of
 * their role or state waits, and then releases what this transaction gives them. Lock the record first, as all calls do.
 */
export async function stillAble(
  db: Db,
  may: Ability,
  uids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const given = [...new Set(uids.filter((uid) => uid !== null))]
  if (given.length === 0) return new Set()
  // First the lock, then the rights: a statement that waits for a lock reads other tables as of before.
  await db.execute(sql`select from staff where uid = any(${sql.param(given)}) order by uid for share`)
  const { rows } = await db.execute<{ uid: string }>(sql`
    select uid from staff where uid = any(${sql.param(given)}) and not disabled and ${isAble(may)}`)
  return new Set(rows.map(({ uid }) => uid))
}

/** Refuses with refused, and why, a staff member who cannot be given some work. Locks as `stillAble` does. */
export async function refuseUnable(db: Db, may: Ability, uid: string): Promise<void> {
  if ((await stillAble(db, may, [uid])).has(uid)) return
  const [person] = await db
    .select({
      ...{ name: sql<string>`${staffName(staff, staff.uid)}`, role: staff.role, disabled: staff.disabled },
      permissions: permissionsOf,
    })
    .from(staff)
    .where(eq(staff.uid, uid))
  const permission = typeof may === 'string' ? may : deskKinds[may.kind]
  refuse(
    'refused',
    'Cannot be assigned',
    person === undefined
      ? 'There is no such colleague.'
      : person.disabled
        ? `${person.name} cannot sign in.`
        : `${person.name} has the role ${person.role} and ${person.permissions.includes(permission) ? 'does not see such cases' : `may not ${permissions[permission].words}`}.`,
  )
}
