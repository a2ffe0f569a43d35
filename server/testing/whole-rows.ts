import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { schemaOf } from '@portreeve/contract/base/json-schema'
import { lineOf } from '@portreeve/contract/marketplace/import-lines'
import { imports } from '@portreeve/contract/marketplace/imports'

// A line of every file of an import with every field set, made from the contract.

/** The parts of JSON Schema that the contract's lines use. */
interface Schema {
  type?: string | string[]
  maxLength?: number
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  format?: string
}

/** The key of the row of each file. */
const keyOf = (name: string) => (name === 'staff' ? 'whole-staff' : 'whole')

function madeOf(schema: Schema, field: string, keys: string[]): unknown {
  if ('const' in schema) return schema.const
  // Its fields are declared first.
  if (field === 'extra') return null
  if (field === 'choices') return []
  if (schema.enum) return schema.enum.at(-1)
  const [first] = schema.anyOf ?? []
  if (first) return madeOf(first, field, keys)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'boolean':
      return true
    case 'integer':
      return 1
    case 'number':
      return 12.34
    case 'array':
      return keys.length > 0 ? keys : [madeOf(schema.items ?? {}, field, []), 'ß']
    case 'object': {
      const { additionalProperties: each, properties = {} } = schema
      return typeof each === 'object'
        ? Object.fromEntries(
            (keys.length > 0 ? keys : ['whole', 'whole-staff']).map((key) => [key, madeOf(each, field, [])]),
          )
        : Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, madeOf(one, name, [])]))
    }
    default:
      if (schema.format === 'date-time') return '2026-01-31T12:00:00.123Z'
      if (schema.format === 'email') return 'whole@example.com'
      if (field === 'currency') return 'JPY'
      if (field === 'role') return 'support'
      return keys[0] ?? `Ä"\n\\😀 ${field}`.slice(0, schema.maxLength ?? 100)
  }
}

/** The rows, by the file's name. */
export const wholeRows: Record<string, Record<string, unknown>[]> = Object.fromEntries(
  (imports as readonly ImportEntity[]).map((entity) => {
    const { properties = {} } = schemaOf(lineOf(entity), 'input') as Schema
    const row = Object.entries(properties).map(([field, schema]) => {
      const to = entity.references.find((one) => one.field === field)?.to.map(keyOf) ?? []
      return [
        field,
        madeOf(schema, field, to.length > 0 || !entity.key.includes(field) ? to : [keyOf(entity.name)]),
      ]
    })
    return [entity.name, [Object.fromEntries(row)]]
  }),
)
