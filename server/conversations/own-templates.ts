import { asc, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { TemplateRefused, type Templates } from '../adapters/email-templates.ts'
import { emailTemplates as table } from './template-tables.ts'

/** Templates in our own database. In a transaction, reading a template locks it until the commit. */
export function ownTemplates(db: Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>): Templates {
  return {
    list: () =>
      db
        .select({ Name: table.TemplateName, CreatedTimestamp: table.CreatedTimestamp })
        .from(table)
        .orderBy(asc(table.TemplateName)),

    read: async (name) => {
      const [row] = await db
        .select({ SubjectPart: table.SubjectPart, TextPart: table.TextPart, HtmlPart: table.HtmlPart })
        .from(table)
        .where(eq(table.TemplateName, name))
        .for('update')
      return row
    },

    create: async (name, parts) => {
      const made = await db
        .insert(table)
        .values({ TemplateName: name, ...parts, CreatedTimestamp: new Date().toISOString() })
        .onConflictDoNothing()
        .returning({ name: table.TemplateName })
      if (made.length === 0) throw new TemplateRefused(`There is a template called '${name}' already.`)
    },

    replace: async (name, parts) => {
      await db
        .update(table)
        .set({ ...parts, version: sql`${table.version} + 1` })
        .where(eq(table.TemplateName, name))
    },

    remove: async (name) => {
      await db.delete(table).where(eq(table.TemplateName, name))
    },
  }
}
