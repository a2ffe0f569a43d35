import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sourceTime, time } from '../db/columns.ts'

/** Email templates that are stored here and not at a mail provider. */
export const emailTemplates = pgTable('email_templates', {
  TemplateName: text('template_name').primaryKey(),
  SubjectPart: text('subject_part'),
  TextPart: text('text_part'),
  HtmlPart: text('html_part'),
  CreatedTimestamp: sourceTime('created_timestamp').notNull(),
  version: integer('version').notNull().default(1),
})

/** Every saved version of a template, wherever it is stored. Kept when the template is deleted, so that no number is reused. */
export const emailTemplateVersions = pgTable(
  'email_template_versions',
  {
    TemplateName: text('template_name').notNull(),
    version: integer('version').notNull(),
    SubjectPart: text('subject_part'),
    TextPart: text('text_part'),
    HtmlPart: text('html_part'),
    saved_at: time('saved_at').notNull().default(sql`now()`),
    /** Null for a version that was imported or changed at the mail provider. */
    saved_by: text('saved_by'),
  },
  (t) => [primaryKey({ columns: [t.TemplateName, t.version] })],
)

/** The variables of mails, each with an example value. */
export const emailVariables = pgTable('email_variables', {
  name: text('name').primaryKey(),
  sample: text('sample').notNull(),
  version: integer('version').notNull().default(1),
})
