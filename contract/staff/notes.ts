import { Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'
import { FileIds, StoredFile } from './files.ts'
import { timelineKinds } from './timeline.ts'

/** Maximum characters of a staff note. */
export const maxNoteLength = 5000

/** The audit action of a note; the note's text is the row's reason. A note does not change its record. */
export const noteAction = 'notes.create'

/** The audit actions whose reason is shown as a note. */
export const noteActions = [noteAction, 'inbox.assign'] as const

/** Maximum colleagues that one note can mention. */
export const maxMentions = 20

/** Maximum further people whom one note is about. */
export const maxAlsoAbout = 100

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
      files: z.array(StoredFile).optional(),
    })
    .nullable(),
})
export type Notes = z.infer<typeof Notes>

/** Records that one call of `notes.ofMany` may name. */
export const maxNoted = 200

/** A note, as it stands between the messages of a conversation. */
export const Note = z.object({
  /** Its position in the audit chain, as in the timeline. */
  id: z.int(),
  text: z.string(),
  by: z.object({ uid: Id, name: text(1000).nullable() }),
  at: Time,
  /** The colleagues whom it mentions. */
  mentions: z.array(z.object({ uid: Id, name: text(1000) })),
  files: z.array(StoredFile).optional(),
  /** For a note that came with an assignment: to whom; null for no one. */
  assigned: z
    .object({ uid: Id, name: text(1000) })
    .nullable()
    .optional(),
})
export type Note = z.infer<typeof Note>

const Kind = z.enum(namesOf(timelineKinds))

export const notes = {
  of: get('/v1/admin/notes/{kind}/{id}', {
    // The permission depends on the kind: `timelineKinds`.
    may: 'staff',
    about:
      'The number of staff notes on a person (user), listing, transaction or conversation, and the newest one. Needs the permission to see the record. Not part of the spec.',
    data: Notes,
  }),
  ofMany: get('/v1/admin/notes/{kind}', {
    may: 'staff',
    about:
      'The notes of some records of a kind, by the ids in `ids`, separated by commas; at most 200. Records without a note are left out. Needs the permission to see such records. Not part of the spec.',
    query: z.strictObject({
      ids: text(20_000).refine((ids) => ids.split(',').length <= maxNoted, `names more than ${maxNoted}`),
    }),
    data: z.array(Notes.extend({ id: Id })),
  }),
  list: get('/v1/admin/notes/{kind}/{id}/texts', {
    may: 'staff',
    about:
      'The staff notes on a record, newest first, 200 at a time. Needs the permission to see the record. Not part of the spec.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Note),
  }),
  colleagues: get('/v1/admin/note_colleagues/{kind}', {
    noPast: noPast.staff,
    may: 'notes.write',
    about:
      'The staff members who may see records of a kind, by name, at most 500: those whom a note can mention. Not part of the spec.',
    data: z.array(z.object({ uid: Id, name: text(1000) })),
  }),
  create: post('/v1/admin/notes', {
    may: 'notes.write',
    deed: { topic: 'notes' },
    tells: ['notes'],
    about:
      'Adds a note for other staff to the timeline of a record and notifies the colleagues whom it mentions. A note about several people stands on the timeline of each. Its files belong to the record from then on. Notes cannot be changed or deleted. Refuses with refused a mention of a colleague who may not see the record, and a file of another person or of another record. Needs the permission to see the record. Not part of the spec.',
    body: z
      .strictObject({
        kind: Kind,
        id: Id,
        text: text(maxNoteLength).refine((value) => value.trim() !== '', 'is empty'),
        /** The uids of mentioned colleagues; the text has their names. */
        mentions: z.array(Id).max(maxMentions).optional(),
        /** For a note on a person: the uids of further people whom it is about. It stands on the timeline of each. */
        also: z.array(Id).max(maxAlsoAbout).optional(),
        /** Of a note about one record. */
        files: FileIds,
      })
      .refine(
        ({ also = [], files = [] }) => also.length === 0 || files.length === 0,
        "has 'files', which belong to one record",
      )
      .refine(
        ({ kind, also = [] }) => kind === 'user' || also.length === 0,
        "has 'also', which is for people",
      ),
    data: z.null(),
  }),
}
