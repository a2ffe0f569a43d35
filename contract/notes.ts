import { Id, post, text } from './endpoint.ts'
import { type TimelineKind, timelineKinds } from './timeline.ts'
import { z } from './zod.ts'

/** Maximum characters of a staff note. */
export const longestNote = 5000

/** The audit action of a note; the note's text is the row's reason. A note does not change its record. */
export const noteAction = 'notes.create'

export const notes = {
  create: post('/v1/admin/notes', {
    may: 'notes.write',
    about:
      'Puts a note for other staff on the timeline of a record. It stays as it is for good. Needs the permission to see the record. Not part of the spec.',
    body: z.strictObject({
      kind: z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]),
      id: Id,
      text: text(longestNote).refine((value) => value.trim() !== '', 'is empty'),
    }),
    data: z.null(),
  }),
}
