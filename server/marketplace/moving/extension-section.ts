import {
  ActionDeclaration,
  Declaration,
  ExtensionName,
  type ExtensionType,
  Panel,
} from '@portreeve/contract/marketplace/extensions'
import { eq, sql } from 'drizzle-orm'
import { operator } from '../../staff/staff-changes.ts'
import { addDeclared, checked, isOne } from '../extensions/declarations.ts'
import { extensions } from '../extensions/extension-tables.ts'
import type { Section } from './section.ts'

/** The panels or actions. No secret leaves: an action that is there keeps its own, a new one gets another, which is printed once. */
export const extensionSection = (name: string, type: ExtensionType): Section => ({
  name,
  names: ExtensionName,
  schema:
    type === 'panel'
      ? Panel.omit({ type: true, name: true })
      : ActionDeclaration.omit({ type: true, name: true }),
  read: async (db) => {
    const rows = await db.select().from(extensions).where(eq(extensions.type, type))
    return Object.fromEntries(
      rows.map(({ name, declared: { type: _type, name: _name, ...value } }) => [name, value]),
    )
  },
  write: async ({ db, settings, webhooks, say }, one, value, isNew) => {
    const declared = checked(webhooks, Declaration.parse({ ...value, type, name: one }))
    if (isNew) {
      const secret = await addDeclared(db, settings, declared, operator.name)
      if (secret) say(`The secret of the action ${one} is shown this once: ${secret}`)
    } else
      await db
        .update(extensions)
        .set({
          ...{ declared, version: sql`${extensions.version} + 1` },
          ...{ changed_at: new Date().toISOString(), changed_by: operator.name },
        })
        .where(isOne(type, one))
  },
  remove: async ({ db }, one) => {
    await db.delete(extensions).where(isOne(type, one))
  },
})
