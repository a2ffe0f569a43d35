import { Id } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** The kinds of work that point at a staff member: open conversations, disputes and cases of the desk, and macros that assign to them. */
export const workKinds = ['conversations', 'disputes', 'cases', 'macros'] as const
export type WorkKind = (typeof workKinds)[number]

const ofEach = <T extends z.ZodType>(one: T) =>
  Object.fromEntries(workKinds.map((kind) => [kind, one])) as Record<WorkKind, T>

/** How much of each kind there is. */
export const StaffWork = z.object(ofEach(z.int()))
export type StaffWork = z.infer<typeof StaffWork>

/** The colleague who gets each kind of a staff member's work; a kind that is not named is free for others. */
export const Takers = z.strictObject(ofEach(Id)).partial()
export type Takers = z.infer<typeof Takers>
