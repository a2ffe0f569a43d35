import { may, type Permission, roles } from '@portreeve/contract/rights'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { staff } from '../db/system.ts'
import { staffName } from './staff-name.ts'

const maxColleagues = 500

/** The staff members who can sign in and have a permission, by name; with `uids`, only those of them. */
export function colleaguesWho(
  db: Db,
  permission: Permission,
  uids?: string[],
): Promise<{ uid: string; name: string }[]> {
  const name = sql<string>`${staffName(staff, staff.uid)}`
  const able = roles.filter((role) => may(role, permission))
  return db
    .select({ uid: staff.uid, name })
    .from(staff)
    .where(
      and(
        eq(staff.disabled, false),
        inArray(staff.role, able),
        uids && sql`${staff.uid} = any(${sql.param(uids)})`,
      ),
    )
    .orderBy(asc(name), asc(staff.uid))
    .limit(maxColleagues)
}
