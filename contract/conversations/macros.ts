import { del, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { MacroActions } from './inbox.ts'

/** A canned reply (spec: Macro). */
export const Macro = z.object({
  id: Id.describe('The macro.'),
  title: text(1000).describe('Its title, by which it is searched.'),
  text: text(100_000).describe('The reply.'),
  created_at: Time.describe('When it was made.'),
  /** What it does beside its text in the team inbox; other servers may leave it out. */
  actions: MacroActions.optional(),
  /** The number of uses in messages; other servers may leave it out. */
  uses: z.int().optional(),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type Macro = z.infer<typeof Macro>

/** The fields that staff write. Title and text may be empty (MAC-25). Without `actions` a change leaves them as they are; null removes them. */
const Draft = z.strictObject({
  text: Macro.shape.text,
  title: Macro.shape.title,
  actions: MacroActions.nullable().optional(),
})

export const macros = {
  list: get('/v1/admin/macros', {
    may: 'macros.read',
    about: 'All macros by title.',
    data: z.array(Macro),
  }),
  create: post('/v1/admin/macros', {
    may: 'macros.write',
    deed: { subject: 'macro', topic: 'macros' },
    about: 'Creates a macro.',
    body: Draft,
    data: Macro,
  }),
  update: patch('/v1/admin/macros/{id}', {
    may: 'macros.write',
    deed: { subject: 'macro', topic: 'macros' },
    about: 'Changes a macro. Refuses with conflict when it no longer has the version of If-Match.',
    body: Draft,
    data: Macro,
  }),
  remove: del('/v1/admin/macros/{id}', {
    may: 'macros.delete',
    deed: { subject: 'macro', topic: 'macros' },
    about: 'Deletes a macro. Refuses with conflict when it no longer has the version of If-Match.',
    data: z.null(),
  }),
  use: post('/v1/admin/macros/{id}/uses', {
    may: 'macros.read',
    deed: { subject: 'macro' },
    about: 'Counts one use of a macro in a message. Not part of the spec.',
    data: z.object({ uses: z.int() }),
  }),
}
