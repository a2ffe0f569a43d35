import { del, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** Maximum size of a file in bytes. */
export const maxFileBytes = 25 * 1024 * 1024

/** Bytes of a part as the console sends it: what a broken connection loses at most. A part of another size is accepted. */
export const partBytes = 1024 * 1024

/** Files of one staff member that may be without an owner at a time. */
export const maxLooseFiles = 40

/** Files that one note or message may have. */
export const maxFilesOfNote = 10

/** The ids of the caller's uploaded files that go with a note or a message, in their order. */
export const FileIds = z.array(Id).max(maxFilesOfNote, `has more than ${maxFilesOfNote} files`).optional()

/** The content of a stored file. Pictures are encoded again, without metadata: a WebP becomes a JPEG, a GIF a PNG of its first frame. */
export const fileKinds = ['png', 'jpeg', 'pdf'] as const

/** A stored file. */
export const StoredFile = z.object({
  id: Id,
  /** Without a path, control characters and marks of direction; its ending is that of its content. */
  name: text(200),
  kind: z.enum(fileKinds),
  /** Bytes. */
  size: z.int(),
  /** In pixels; null for a PDF. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** An upload: how many bytes have arrived, and the file once all have. */
export const Upload = z.object({
  id: Id,
  /** The number of the next byte to send. */
  offset: z.int(),
  /** Bytes of the whole file, as announced. */
  size: z.int(),
  /** Null until it is whole and checked. */
  file: StoredFile.nullable(),
  created_at: Time,
})
export type Upload = z.infer<typeof Upload>

/** The path of the call that appends a part; its body is no JSON, so it is no endpoint (server/core/http/parts.ts). */
export const partsPath = (id: string, offset: number) =>
  `/v1/admin/files/${encodeURIComponent(id)}/parts?offset=${offset}`

export const files = {
  start: post('/v1/admin/files', {
    may: 'staff',
    // A file without an owner is removed after a day.
    deed: null,
    about: `Announces a file of at most ${maxFileBytes / 1024 / 1024} MB. Its bytes follow as parts: PATCH /v1/admin/files/{id}/parts?offset={offset}, the part as application/octet-stream. A picture (PNG, JPEG, WebP, GIF) is encoded again without its metadata, a PDF is kept as it is; anything else is refused with refused. Only the caller may use the file until it has an owner; without one it is removed after a day. Refuses with too_many more than ${maxLooseFiles} such files. Not part of the spec.`,
    body: z.strictObject({
      name: text(1000),
      size: z
        .int()
        .min(1, 'is empty')
        .max(maxFileBytes, `is larger than ${maxFileBytes / 1024 / 1024} MB`),
    }),
    data: Upload,
  }),
  upload: get('/v1/admin/files/{id}/upload', {
    may: 'staff',
    noPast: noPast.now,
    about:
      "How much of one of the caller's own files without an owner has arrived, to go on after a break. Not part of the spec.",
    data: Upload,
  }),
  remove: del('/v1/admin/files/{id}', {
    may: 'staff',
    deed: null,
    about:
      "Removes one of the caller's own files that has no owner, or ends its upload. Not part of the spec.",
    data: z.null(),
  }),
  bytes: get('/v1/admin/files/{id}', {
    // The permission is that to see the record of its owner: `timelineKinds`.
    may: 'staff',
    deed: {},
    noPast: noPast.now,
    isFile: true,
    about:
      'The bytes of a file, as a download that no browser shows as a page. Each look is audited. Needs the permission to see the record to which it belongs; a file without one is shown to its uploader alone. Not part of the spec.',
    data: z.null(),
  }),
}
