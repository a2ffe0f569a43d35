import type { StoredFile } from '@portreeve/contract/staff/files'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** A part of an upload: its key in the store, and its bytes. */
export interface Part {
  key: string
  bytes: number
}

/**
 * Files that staff upload. The bytes are in the store (adapters/file-store.ts): what was sent under the
 * id, what is kept of it beside that. A row whose bytes are to be
 * removed is 'gone' and stays until they are (forget-files.ts).
 */
export const files = pgTable(
  'stored_files',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state').$type<'uploading' | 'ready' | 'gone'>().notNull().default('uploading'),
    /** Null until its content was checked. */
    kind: text('kind').$type<StoredFile['kind']>(),
    /** Bytes: as announced, then as stored. */
    size: integer('size').notNull(),
    /** Bytes that have arrived. */
    received: integer('received').notNull().default(0),
    parts: jsonb('parts').$type<Part[]>().notNull().default([]),
    /** The key of its content in the store. */
    stored: text('stored'),
    /** SHA-256 of the stored content, in hexadecimal digits. */
    checksum: text('checksum'),
    width: integer('width'),
    height: integer('height'),
    uploaded_by: text('uploaded_by').notNull(),
    /** The record to which it belongs; null: none yet. */
    subject_kind: text('subject_kind').$type<TimelineKind>(),
    subject_id: text('subject_id'),
    /** What of the record has it: `message:ID`, `dispute:ID:buyer`. Null: the record itself. */
    attached_to: text('attached_to'),
    created_at: time('created_at').notNull().default(sql`now()`),
    /** Of one that is gone: when its bytes are removed, and how often they were. */
    due_at: time('due_at'),
    sweeps: smallint('sweeps').notNull().default(0),
  },
  (t) => [
    index('stored_files_of').on(t.subject_kind, t.subject_id),
    index('stored_files_attached').on(t.attached_to).where(sql`attached_to is not null`),
    index('stored_files_loose')
      .on(t.uploaded_by, t.created_at)
      .where(sql`subject_id is null and state <> 'gone'`),
    index('stored_files_due').on(t.due_at).where(sql`due_at is not null`),
  ],
)
