import type { ExtraKind, ExtraType } from '@portreeve/contract/base/extra'
import type { Declaration, ExtensionType } from '@portreeve/contract/marketplace/extensions'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** The panels and actions that admins have declared. */
export const extensions = pgTable(
  'extensions',
  {
    type: text('type').$type<ExtensionType>().notNull(),
    name: text('name').notNull(),
    declared: jsonb('declared').$type<Declaration>().notNull(),
    /** Of an action. Encrypted (core/identity/sealed.ts), because the server signs with it. */
    secret: text('secret'),
    version: integer('version').notNull().default(1),
    changed_at: time('changed_at').notNull(),
    changed_by: text('changed_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.type, t.name] })],
)

/** Fields that the marketplace declares for itself. The values are in the column `extra` of the records. */
export const extensionFields = pgTable(
  'extension_fields',
  {
    kind: text('kind').$type<ExtraKind>().notNull(),
    name: text('name').notNull(),
    type: text('type').$type<ExtraType>().notNull(),
    words: text('words').notNull(),
    choices: jsonb('choices').$type<string[]>().notNull(),
    personal: boolean('personal').notNull(),
    shown: boolean('shown').notNull(),
    filterable: boolean('filterable').notNull(),
    created_at: time('created_at').notNull(),
    created_by: text('created_by').notNull(),
    /** When it was removed; its values are being deleted (forget-extra.ts). */
    removed_at: time('removed_at'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name] })],
)
