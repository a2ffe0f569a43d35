import {
  type EmailTemplate,
  sameParts,
  type TemplateParts,
} from '@portreeve/contract/conversations/email-templates'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { TemplateRefused, type Templates } from '../adapters/email-templates.ts'
import type { Context } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { operations } from '../db/system-tables.ts'
import { refuseChanged } from '../staff/last-change.ts'
import { ownTemplates } from './own-templates.ts'
import { emailTemplateVersions as versions } from './template-tables.ts'

/** A template's texts without its name. */
export const partsOf = ({ SubjectPart, TextPart, HtmlPart }: TemplateParts): TemplateParts => ({
  SubjectPart,
  TextPart,
  HtmlPart,
})

export type Version = typeof versions.$inferSelect

/** The newest known version. Locked when the call changes something. */
export async function lastVersion(db: Db, name: string, lock = false): Promise<Version | undefined> {
  const last = db
    .select()
    .from(versions)
    .where(eq(versions.TemplateName, name))
    .orderBy(desc(versions.version))
    .limit(1)
  const [row] = await (lock ? last.for('update') : last)
  return row
}

export async function versionOf(db: Db, name: string, version: number): Promise<Version | undefined> {
  const [row] = await db
    .select()
    .from(versions)
    .where(and(eq(versions.TemplateName, name), eq(versions.version, version)))
  return row
}

/**
 /**
 * Compares the template's current text with its last version. A text that was imported or changed at the mail provider
 * becomes a version too, without an author. @param seen the number of the last version before the template was read
 */
export async function notice(
  db: Db,
  name: string,
  now: TemplateParts,
  seen: number,
): Promise<number | undefined> {
  const last = await lastVersion(db, name, true)
  if (last && sameParts(last, now)) return last.version
  // Saved here between the two reads: the text that was read is older than that version.
  if ((last?.version ?? 0) !== seen) return undefined
  const [made] = await db
    .insert(versions)
    .values({ TemplateName: name, version: seen + 1, ...partsOf(now), saved_by: null })
    .onConflictDoNothing()
    .returning()
  return made?.version
}

/** Stores a save as a version. The caller publishes it. */
export async function keepVersion(db: Db, name: string, parts: TemplateParts, by: string): Promise<number> {
  const last = await lastVersion(db, name, true)
  if (last && sameParts(last, parts)) {
    // It was noticed at the mail provider before the save was stored.
    await db
      .update(versions)
      .set({ saved_by: by })
      .where(
        and(eq(versions.TemplateName, name), eq(versions.version, last.version), isNull(versions.saved_by)),
      )
  } else {
    const made = await db
      .insert(versions)
      .values({ TemplateName: name, version: (last?.version ?? 0) + 1, ...partsOf(parts), saved_by: by })
      .onConflictDoNothing()
      .returning()
    if (made.length === 0)
      refuse('conflict', 'A colleague was faster', 'A colleague saved this template at the same moment.')
  }
  return (await lastVersion(db, name))?.version ?? 1
}

/** One template with the number of its version. Refuses a template that does not exist. */
export async function getTemplate(ctx: Context, name: string): Promise<EmailTemplate> {
  for (let tries = 0; tries < 3; tries++) {
    const seen = (await lastVersion(ctx.database.db, name))?.version ?? 0
    const now = await callTemplates(() => (ctx.templates ?? ownTemplates(ctx.database.db)).read(name))
    if (!now) return refuseMissing()
    const version = await ctx.database.db.transaction((tx) => notice(tx, name, now, seen))
    if (version !== undefined) return { TemplateName: name, ...partsOf(now), version }
  }
  return refuse(
    'conflict',
    'A colleague was faster',
    'This template is being saved at the moment. Please try again.',
  )
}

export const refuseMissing = () =>
  refuse('not_found', 'No such template', 'There is no such template, or it was deleted.')

/** Refuses a change that was made on another version than the last (optimistic lock). */
export async function expectVersion(
  db: Db,
  name: string,
  expected: number | undefined,
  last: number | undefined,
): Promise<void> {
  if (expected === undefined || expected === (last ?? 0)) return
  await refuseChanged(
    db,
    ['email_template', name],
    'Changed meanwhile',
    'This template has changed since you opened it.',
  )
}

/** Refuses a change while another change is in flight to the mail provider. */
export async function expectNothingPending(db: Db, name: string): Promise<void> {
  const [row] = await db
    .select({ id: operations.id })
    .from(operations)
    .where(
      and(
        eq(operations.subject_kind, 'email_template'),
        eq(operations.subject_id, name),
        eq(operations.state, 'pending'),
        sql`${operations.kind} <> 'email_template.test'`,
      ),
    )
    .limit(1)
  if (row)
    refuse(
      'conflict',
      'Still on its way',
      'Another change of this template is still on its way to the mail provider. Please try again in a moment.',
    )
}

/** Calls the template store in a reading call; its failures become refusals. */
export async function callTemplates<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query()
  } catch (error) {
    if (error instanceof TemplateRefused) refuse('vendor_failed', 'Mail provider', error.message)
    if ((error as Error).message.startsWith('No clear answer'))
      refuse(
        'vendor_failed',
        'Mail provider',
        'The mail provider, Amazon SES, did not answer. Please try again.',
      )
    throw error
  }
}

/** The template store at the mail provider, for an operation. */
export function outside(ctx: Context): Templates {
  if (!ctx.templates) throw new Error('Templates are kept in the own database now')
  return ctx.templates
}
