import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EventType, eventTypes } from '@portreeve/contract/base/event-types'
import { z } from '@portreeve/contract/base/zod'
import { ShownListing } from '@portreeve/contract/listings/listings'
import { eventSchema } from '@portreeve/contract/marketplace/event-data'
import { IngestResult, IngestSummary } from '@portreeve/contract/marketplace/ingest'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'

// Makes the package of the client in client/dist: compiled JavaScript, and types that are written out from the contract, so that
// the package needs no other. `npm pack ./client/dist` packs it.

const folder = fileURLToPath(new URL('.', import.meta.url))
const dist = join(folder, 'dist')

/** The parts of JSON Schema that the contract's schemas use. */
interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

/** A JSON Schema as a TypeScript type. */
export function typeOf(schema: Schema, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(one, indent)))].join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `(${typeOf(schema.items ?? {}, indent)})[]`
    case 'object':
      return objectOf(schema, indent)
    default:
      return 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties, indent)}>`
      : 'Record<string, unknown>'
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = field.description ? `${deeper}/** ${field.description.replaceAll('*/', '* /')} */\n` : ''
    const optional = required.includes(name) ? '' : '?'
    return `${about}${deeper}${name}${optional}: ${typeOf(field, deeper)}\n`
  })
  return `{\n${fields.join('')}${indent}}`
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** types.ts of this folder, without the contract. */
export function types(): string {
  const rows = ingestEntities.map(
    ({ name, about, row }) => `  /** ${about} */\n  ${name}: ${typeOf(schemaOf(row), '  ')}\n`,
  )
  return `${[
    '/** The records that a marketplace can write. */',
    `export interface Rows {\n${rows.join('')}}`,
    'export type Entity = keyof Rows',
    '/** A record to write. `source_version` grows with each change of the record: a whole number, or an ISO-8601 time. */',
    'export type Row<E extends Entity> = Rows[E] & { source_version?: number | string }',
    '/** The result of one row. */',
    `export type Result = ${typeOf(schemaOf(IngestResult))}`,
    `export type Summary = ${typeOf(schemaOf(IngestSummary))}`,
    '/** A listing as its public page shows it. */',
    `export type ShownListing = ${typeOf(schemaOf(ShownListing))}`,
    ...events(),
  ].join('\n')}\n`
}

/** A type for each event, and their union, which `type` tells apart. */
function events(): string[] {
  const all = Object.entries(eventTypes) as [EventType, (typeof eventTypes)[EventType]][]
  return [
    '/** The decisions of staff, by type. */',
    `export interface Events {\n${all
      .map(
        ([type, [, about]]) =>
          `  /** ${about} */\n  '${type}': ${typeOf(eventSchema(type) as Schema, '  ')}\n`,
      )
      .join('')}}`,
    '/** A decision of staff: its type, its time, and what it is about. */',
    'export type Event = Events[keyof Events]',
  ]
}

/** Compiles the client into `dist`, with its types and its package.json. */
export function build(): string {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  execFileSync('npm', ['exec', '--', 'tsc', '-p', join(folder, 'tsconfig.build.json'), '--noCheck'], {
    cwd: folder,
    stdio: 'inherit',
  })
  writeFileSync(join(dist, 'types.d.ts'), types())
  copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'))
  copyFileSync(join(folder, '..', 'LICENSE'), join(dist, 'LICENSE'))
  const { name, version, type, description, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, string>
  const main = { types: './index.d.ts', default: './index.js' }
  writeFileSync(
    join(dist, 'package.json'),
    `${JSON.stringify({ name, version, type, description, license, engines: { node: '>=20' }, exports: main, sideEffects: false }, null, 2)}\n`,
  )
  return dist
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build()
