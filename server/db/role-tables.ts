import type { DeskKind, HarmClass } from '@portreeve/contract/base/case-kinds'
import type { Permission } from '@portreeve/contract/base/rights'
import type { WaitingRole } from '@portreeve/contract/staff/roles'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { cents } from './columns.ts'

/**
 * The roles: the built-in ones, whose permissions staff/program/roles.sql writes from the contract, and those that the marketplace
 * has made (staff/roles/). An admin has all permissions.
 */
export const roles = pgTable('roles', {
  name: text('name').primaryKey(),
  built_in: boolean('built_in').notNull().default(false),
  permissions: text('permissions').array().$type<Permission[]>().notNull().default([]),
  /** The kinds of cases and the classes of reports that its people see on the desk; empty: all that its permissions allow. */
  kinds: text('kinds').array().$type<DeskKind[]>().notNull().default([]),
  classes: text('classes').array().$type<HarmClass[]>().notNull().default([]),
  /** Cents that a person may refund of an order, and a day, without a second person, below what the environment allows; null: as there. */
  refund_alone: cents('refund_alone'),
  refund_alone_day: cents('refund_alone_day'),
  /** What the next person has to confirm: a role's money permissions and limits need two. */
  waiting: jsonb('waiting').$type<WaitingRole>(),
  version: integer('version').notNull().default(1),
})
