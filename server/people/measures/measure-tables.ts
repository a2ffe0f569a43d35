import type { Grounds, MeasureEnd, MeasureSource, MeasureSubject } from '@portreeve/contract/people/measures'
import type { Ground, HarmClass, MeasureKind, StrikeRule } from '@portreeve/contract/people/policies'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** The rules under which staff decide. Their earlier versions are in the history. */
export const policies = pgTable('policies', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  words: text('words').notNull(),
  ground: text('ground').$type<Ground>().notNull(),
  reference: text('reference'),
  harm: text('harm').$type<HarmClass>(),
  /** Keys of canned messages. */
  canned: jsonb('canned').$type<string[]>().notNull().default([]),
  mails: boolean('mails').notNull().default(false),
  tells_reporters: boolean('tells_reporters').notNull().default(false),
  strikes: jsonb('strikes').$type<StrikeRule>(),
  retired: boolean('retired').notNull().default(false),
  version: integer('version').notNull().default(1),
})

/** Measures, each with its statement of reasons. One that is undone before anybody was told is deleted. */
export const measures = pgTable(
  'measures',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<MeasureKind>().notNull(),
    subject_kind: text('subject_kind').$type<MeasureSubject>().notNull(),
    subject_id: text('subject_id').notNull(),
    /** The person whom it affects. */
    uid: text('uid').notNull(),
    grounds: jsonb('grounds').$type<Grounds[]>().notNull(),
    reason: text('reason'),
    source: text('source').$type<MeasureSource>().notNull(),
    by_uid: text('by_uid').notNull(),
    /** Who changed or resumed it since, beside who took it: none of them decides an appeal against it. */
    party_uids: text('party_uids').array().notNull().default([]),
    at: time('at').notNull(),
    /** When its matter was opened: by the oldest open report, or by the submission of what was reviewed; null: nobody waited. */
    opened_at: time('opened_at'),
    until: time('until'),
    /** The operation that tells the person. */
    operation_id: text('operation_id').notNull(),
    told_at: time('told_at'),
    ended_at: time('ended_at'),
    ended_how: text('ended_how').$type<MeasureEnd>(),
    ended_by: text('ended_by'),
  },
  (t) => [
    index('measures_of').on(t.uid, t.at),
    index('measures_about').on(t.subject_kind, t.subject_id, t.at),
    index('measures_in_force').on(t.uid, t.kind).where(sql`ended_at is null`),
    index('measures_at').on(t.at),
  ],
)

/** The title of what a measure is about, or the name of its person; null when it is gone. */
export const subjectTitle = sql<string | null>`case measures.subject_kind
  when 'listing' then (select title from posts where key = measures.subject_id)
  when 'promotion' then (select post_title from promoted_posts where id = measures.subject_id)
  when 'transaction' then (select product_title from transactions where id = measures.subject_id)
  when 'question' then (select title from questions where id = measures.subject_id)
  else (select display_name from users where uid = measures.subject_id) end`

/** The same for the statement of reasons, which names a community post that is deleted. The past does not know it. */
export const toldTitle = sql<
  string | null
>`coalesce(${subjectTitle}, (select rows #>> '{questions,0,title}' from deleted_records
  where measures.subject_kind = 'question' and kind = 'question' and key = measures.subject_id limit 1))`

/** Whether a measure of a kind on a person's account is in force. */
export const isRestricted = (uid: SQL | AnyPgColumn | string, kind: MeasureKind) =>
  sql`exists (select from measures where measures.uid = ${uid} and measures.kind = ${kind} and measures.ended_at is null)`

export type MeasureRow = typeof measures.$inferSelect

/** Whether a staff member took part in the decision of a measure, which has the alias `m`. */
export const tookPart = (uid: string) => sql`(m.by_uid = ${uid} or ${uid} = any(m.party_uids))`
