import { may, type Permission, type ReadingScope, readingScopes } from '@portreeve/contract/base/rights'
import type { Me } from '@portreeve/contract/staff/staff'

/** The staff member who calls, and their session at the built-in provider; undefined with an outside provider. */
export interface StaffCaller {
  staff: Me
  session: string | undefined
  /** The role of the caller, who looks into the past in another one (header `As-Role`). */
  ownRole?: string
  /** The program that calls with the staff member's rights, of whom its key's scopes give a part. */
  program?: Program
}

/** A program that acts. What it does is in its owner's hand: it is never a second person. */
export interface Program {
  /** The id of its key. */
  id: string
  name: string
  /** The scope under which the call is counted. */
  scope: string
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
  scopes: string[]
  /** The staff member who answers for a key that acts. */
  owner: string | null
}

/** Whether a caller has a permission: a staff member by their role, a program by its scope. */
export const callerMay = (caller: Caller, permission: Permission): boolean =>
  'staff' in caller
    ? may(caller.staff, permission)
    : readingScopes[caller.scope].some((given) => given === permission)
