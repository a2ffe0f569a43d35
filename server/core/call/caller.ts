import { may, type Permission, type ReadingScope, readingScopes } from '@portreeve/contract/base/rights'
import type { Me } from '@portreeve/contract/staff/staff'

/** The staff member who calls, and their session at the built-in provider; undefined with an outside provider. */
export interface StaffCaller {
  staff: Me
  session: string | undefined
  /** The role of the caller, who looks into the past in another one (header `As-Role`). */
  ownRole?: string
}

/** The program that calls. It has no role: its rights are those of the scope with which it makes the call. */
export interface MachineCaller {
  machine: Machine
  scope: ReadingScope
}

export type Caller = StaffCaller | MachineCaller

/** A program of the marketplace that has shown a valid key. */
export interface Machine {
  id: string
  name: string
  /** The staff member who made the key. */
  maker: string
}

/** Whether a caller has a permission: a staff member by their role, a program by its scope. */
export const callerMay = (caller: Caller, permission: Permission): boolean =>
  'staff' in caller
    ? may(caller.staff, permission)
    : readingScopes[caller.scope].some((given) => given === permission)
