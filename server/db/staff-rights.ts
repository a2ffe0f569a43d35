import type { DeskKind, HarmClass } from '@portreeve/contract/base/case-kinds'
import type { Permission } from '@portreeve/contract/base/rights'
import { sql } from 'drizzle-orm'
import { staff } from './system-tables.ts'

/** The permissions of the role of a row of staff. */
export const permissionsOf = sql<Permission[]>`(select permissions from roles where name = ${staff.role})`

/** What the role of a row of staff may do, and what of the desk it sees. */
export const rightsOfRow = {
  permissions: permissionsOf,
  kinds: sql<DeskKind[]>`(select kinds from roles where name = ${staff.role})`,
  classes: sql<HarmClass[]>`(select classes from roles where name = ${staff.role})`,
}

/** A staff member as a call has them (`Me`), and whether they may still sign in. */
export const callerOfRow = {
  uid: staff.uid,
  email: staff.email,
  displayName: staff.displayName,
  role: staff.role,
  ...rightsOfRow,
  disabled: staff.disabled,
}
