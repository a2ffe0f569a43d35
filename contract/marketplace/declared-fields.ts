import { text } from '../base/endpoint.ts'
import { type ExtraKind, extraKinds } from '../base/extra.ts'
import { entity } from '../base/import-entity.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'
import { declaration, made, Name, Value } from './extension-fields.ts'

// Declared fields and their values in files and in rows of ingest. No page loads it.

const { kind, name, ...rest } = declaration
/** What a declared field has in a file beside its key. Only a new one takes it. */
export const declared = { ...rest, words: text(100).describe('What staff read.'), ...made }

export const declaredFields = entity(
  'extension_fields',
  'Fields that the marketplace has declared for its records. No file changes one that is there.',
  {
    key: ['kind', 'name'],
    deletable: false,
    byStaff: 'A declared field is changed in the console.',
    row: z.strictObject({ kind, name }),
  },
)

/** A record's values of declared fields in its row. */
export const extra = z
  .record(Name, Value.nullable())
  .nullish()
  .describe(
    'Values of fields that the marketplace has declared ([extensions.md](extensions.md)), by their names.',
  )
export const theirs = { 'only the marketplace writes it': ['extra'] }

/** The kind of record whose rows an entity has; undefined for an entity without extension fields. */
export const extraKindOf = (entity: string): ExtraKind | undefined =>
  namesOf(extraKinds).find((kind) => extraKinds[kind].entity === entity)
