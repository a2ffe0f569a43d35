import { get, Id, post, Time, text } from './endpoint.ts'
import { type TimelineKind, timelineKinds } from './timeline.ts'
import { z } from './zod.ts'

/** Maximum characters of a staff note. */
export const maxNoteLength = 5000

/** The audit action of a note; the note's text is the row's reason. A note does not change its record. */
export const noteAction = 'notes.create'

/** The notes of a record: their number, and the newest one. */
export const Notes = z.object({
  count: z.int(),
  newest: z
    .object({
      /** Its position in the audit chain, as in the timeline. */
      id: z.int(),
      text: z.string(),
      by: z.object({ uid: Id, name: text(1000).nullable() }),
      at: Time,
    })
    .nullable(),
})
export type Notes = z.infer<typeof Notes>

export const notes = {
  of: get('/v1/admin/notes/{kind}/{id}', {
    // The permission depends on the kind: `timelineKinds`.
    may: 'staff',
    about:
      'The number of staff notes on a person (user), listing, transaction or conversation, and the newest one. Needs the permission to see the record. Not part of the spec.',
    data: Notes,
  }),
  create: post('/v1/admin/notes', {
    may: 'notes.write',
    tells: ['notes'],
    about:
      'Adds a note for other staff to the timeline of a record. Notes cannot be changed or deleted. Needs the permission to see the record. Not part of the spec.',
    body: z.strictObject({
      kind: z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]),
      id: Id,
      text: text(maxNoteLength).refine((value) => value.trim() !== '', 'is empty'),
    }),
    data: z.null(),
  }),
}
