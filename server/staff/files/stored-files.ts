import type { StoredFile } from '@portreeve/contract/staff/files'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { create } from 'content-disposition'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../core/call/context.ts'
import { FileAnswer } from '../../core/call/file-answer.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { files } from './file-tables.ts'

type Row = typeof files.$inferSelect

/** The media type of each kind. */
export const mediaTypes = { png: 'image/png', jpeg: 'image/jpeg', pdf: 'application/pdf' } as const

/** A checked file as callers see it; null for one that is not checked yet. */
export const asStored = ({ id, name, kind, size, width, height }: Row): StoredFile | null =>
  kind === null ? null : { id, name, kind, size, width, height }

/**
 * Gives files to a record, in the order of their ids. Refuses with refused a file that is not ready, is not the caller's, or has
 * an owner already: a file belongs to one record.
 */
export async function ownFiles(
  db: Db,
  ids: readonly string[],
  [kind, id]: readonly [TimelineKind, string],
  by: string,
  part: string | null = null,
): Promise<StoredFile[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await db
    .update(files)
    .set({ subject_kind: kind, subject_id: id, attached_to: part })
    .where(
      and(
        inArray(files.id, wanted),
        eq(files.state, 'ready'),
        isNull(files.subject_id),
        eq(files.uploaded_by, by),
      ),
    )
    .returning()
  if (rows.length < wanted.length)
    refuse('refused', 'No such file', 'A file is not there any more, or is used elsewhere. Attach it again.')
  return wanted.flatMap((one) => rows.filter((row) => row.id === one).flatMap((row) => asStored(row) ?? []))
}

/** Gives files of one record to a part of another, if they are still there. */
export async function passFiles(
  db: Db,
  ids: readonly string[],
  from: readonly [TimelineKind, string],
  [kind, id]: readonly [TimelineKind, string],
  part: string,
): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  const rows = await db
    .update(files)
    .set({ subject_kind: kind, subject_id: id, attached_to: part })
    .where(
      and(
        ...[inArray(files.id, [...ids]), eq(files.state, 'ready')],
        ...[eq(files.subject_kind, from[0]), eq(files.subject_id, from[1])],
      ),
    )
    .returning()
  return rows.flatMap((row) => asStored(row) ?? [])
}

/** The files of a part of a record, by their names, as a column; null without any. */
export const attachedFiles = (part: SQL) => filesWhere(sql`file.attached_to = ${part}`)
/** The files whose ids a JSON column has, by their names, as a column; null without any. */
export const namedFiles = (ids: SQL) => filesWhere(sql`file.id in (select jsonb_array_elements_text(${ids}))`)
const filesWhere = (where: SQL) => sql<StoredFile[] | null>`(
  select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'size', size, 'width', width, 'height', height) order by name, id)
  from stored_files as file where ${where} and file.state = 'ready')`

/** Changes the files of a record, or of a part of it: new ones are the caller's own, and those that are named no more end. */
export async function replaceFiles(
  db: Db,
  { had, wanted }: { had: readonly string[]; wanted: readonly string[] },
  ...owner: [of: readonly [TimelineKind, string], by: string, part?: string]
): Promise<void> {
  const added = wanted.filter((id) => !had.includes(id))
  await ownFiles(db, added, ...owner)
  const left = had.filter((id) => !wanted.includes(id))
  if (left.length > 0) await endFiles(db, inArray(files.id, left))
}

/** The files of these ids that can be read. */
export const readyFiles = (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), eq(files.state, 'ready')))

/** The bytes of a file as an answer; undefined for one that was not checked. */
export const answerOf = ({ name, kind, stored }: Row, { files: store }: Pick<Context, 'files'>) =>
  kind === null || stored === null
    ? undefined
    : new FileAnswer({ type: mediaTypes[kind], disposition: create(name), open: () => store.get(stored) })

/** There is no such file for the caller. */
export const noFile = () => refuse('not_found', 'No such file', 'There is no such file, or it was removed.')

/** Ends files: no one can read them from the commit on, and their bytes are removed after it. Nothing but their id is left of them. */
export const endFiles = (db: Db, which: SQL | undefined) =>
  db
    .update(files)
    .set({
      ...{ state: 'gone', name: '', checksum: null, width: null, height: null },
      ...{
        subject_kind: null,
        subject_id: null,
        attached_to: null,
        due_at: sql`now()`,
        sweeps: 0,
        parts: [],
        stored: null,
      },
    })
    .where(and(which, sql`${files.state} <> 'gone'`))
    .returning({ id: files.id })

/** Ends the files of records. */
export const endFilesOf = (db: Db, kind: string, ids: readonly string[]) =>
  endFiles(db, sql`${files.subject_kind} = ${kind} and ${files.subject_id} = any(${sql.param(ids)}::text[])`)
