import { Id } from '../base/endpoint.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'

/** Work that points at a staff member: open conversations, disputes and cases of the desk, and macros that assign to them. */
export const StaffWork = z.object({
  conversations: z.int(),
  disputes: z.int(),
  cases: z.int(),
  macros: z.int(),
})
export type StaffWork = z.infer<typeof StaffWork>
export const workKinds = namesOf(StaffWork.shape)
export type WorkKind = keyof StaffWork

/** The colleague who gets each kind of a staff member's work; a kind that is not named is free for others. */
export const Takers = z.strictObject({ conversations: Id, disputes: Id, cases: Id, macros: Id }).partial()
export type Takers = z.infer<typeof Takers>
