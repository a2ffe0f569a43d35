import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { lineOf } from '@portreeve/contract/marketplace/import-lines'
import { imports } from '@portreeve/contract/marketplace/imports'
import type { z } from 'zod'
import { intro } from './docs-intro.ts'

/** The file that `importGuide` generates. */
export const guidePath = fileURLToPath(new URL('../../../docs/import.md', import.meta.url))

/** The parts of a zod schema that this page needs. */
interface Shape {
  description?: string
  maxLength?: number | null
  format?: string | null
  shape?: Record<string, Shape>
  options?: readonly (string | Shape)[]
  def: {
    type: string
    innerType?: Shape
    element?: Shape
    keyType?: Shape
    valueType?: Shape
    values?: unknown[]
    format?: string
  }
}

/** The meaning of fields whose schema has no description. */
const meanings: Record<string, string> = {
  'users.uid': 'The person.',
  'users.displayName': 'Their name.',
  'users.email': 'Their email address.',
  'users.country_code': 'Their country, two letters.',
  'users.phone_number': "Their telephone number; 'temp' means no real one.",
  'users.post_ability': 'What they may post, a number of the marketplace.',
  'users.appVersion': 'The app that they used last.',
  'users.last_ip': 'The address that they came from last.',
  'users.lastActive': 'When they were last seen.',
  'users.subscriptionState': 'Their subscription in words.',
  'users.isBanned': 'Whether they are blocked. Missing means false.',
  'users.oneSignalId': "The push provider's id of their device.",
  'users.created_at': 'When the account was made.',
  'users.stripe_customer_id': "The payment provider's customer.",
  'users.stripe_connect_id': "The payment provider's account for payouts.",
  'users.payout_timing_preference': 'When they want to be paid.',
  'users.available_balance': 'Cents that can be paid out.',
  'users.pending_balance': 'Cents that are on their way.',
  'users.listing_quantity_permission': '1 may sell several of one thing. Missing means 0.',
  'users.store_behavior': '1 is treated as a shop. Missing means 0.',
  'users.early_access': '1 sees new features early. Missing means 0.',
  'staff.uid': "The identity provider's uid.",
  'staff.email': 'Their email address, one person each.',
  'staff.displayName': 'Their name.',
  'staff.role':
    'A built-in role (admin, moderator, support, finance), or one that was made on the page Roles.',
}

/** docs/import.md, generated from contract/marketplace/imports.ts so that the two always agree. */
export const importGuide = (): string => `${[intro, ...imports.map(section)].join('\n\n')}\n`

function section(entity: ImportEntity): string {
  return [
    `### ${entity.file}`,
    [`${entity.about} One row per ${keyOf(entity)}.`, ...ownersOf(entity)].join(' '),
    [
      '| field | type | meaning | must be in |',
      '|---|---|---|---|',
      ...fieldsOf(entity, lineOf(entity)).map(
        ({ name, type, meaning, to }) =>
          `| ${name} | ${type} | ${meaning} | ${to.map((one) => `${one}.ndjson`).join(' or ')} |`,
      ),
    ].join('\n'),
  ].join('\n\n')
}

/** The fields of a key in words. */
export const keyOf = ({ key }: ImportEntity): string => key.map((name) => `\`${name}\``).join(' and ')

/** What is special about the owners of an entity's fields, in sentences. */
export const ownersOf = ({ byStaff, notDecided }: ImportEntity): string[] => [
  ...(byStaff === undefined ? [] : [byStaff]),
  ...Object.entries(notDecided).map(
    ([reason, fields]) =>
      `No change by staff keeps ${fields.map((field) => `\`${field}\``).join(', ')}: ${reason}.`,
  ),
]

/** The fields of a row or line as cells of a table. A required field is bold. */
export const fieldsOf = (entity: ImportEntity, schema: z.ZodType) =>
  Object.entries((schema as unknown as Shape).shape ?? {}).map(([name, field]) => {
    const { needed, nullable, inner, description } = unwrapped(field)
    const type = entity.sourceTimes.includes(name) ? 'time; any other text is kept' : typeOf(inner)
    const meaning = description ?? meanings[`${entity.name}.${name}`]
    if (!meaning) throw new Error(`${entity.name}.${name} has no meaning; describe it in the contract`)
    return {
      name: needed ? `**${name}**` : name,
      type: `${type}${nullable ? ' or null' : ''}`,
      meaning: meaning.replaceAll('|', '\\|'),
      to: entity.references.find((one) => one.field === name)?.to ?? [],
    }
  })

/** A field without its optional and nullable wrappers, and whether it had them. */
function unwrapped(field: Shape) {
  let inner = field
  let description = field.description
  let optional: boolean | undefined
  let nullable = false
  while (['optional', 'nonoptional', 'nullable'].includes(inner.def.type) && inner.def.innerType) {
    // The outermost wrapper counts: a field may be made optional and then required again.
    if (inner.def.type !== 'nullable') optional ??= inner.def.type === 'optional'
    else nullable = true
    inner = inner.def.innerType
    description ??= inner.description
  }
  return { inner, description, nullable, needed: !optional }
}

function typeOf({ def, format, maxLength, shape, options }: Shape): string {
  switch (def.type) {
    case 'string':
      if (format === 'datetime') return 'time'
      if (format === 'email') return 'email address'
      return maxLength ? `text up to ${new Intl.NumberFormat('en-US').format(maxLength)}` : 'text'
    case 'number':
      return def.format === 'safeint' ? 'whole number' : 'number'
    case 'boolean':
      return 'true or false'
    case 'array':
      return `list of ${def.element ? typeOf(def.element) : 'values'}`
    case 'record':
      return `object of ${def.valueType ? typeOf(unwrapped(def.valueType).inner) : 'values'} by name`
    case 'object':
      return `object of ${Object.keys(shape ?? {})
        .map((name) => `\`${name}\``)
        .join(', ')}`
    case 'enum':
      return (options ?? []).map((option) => `\`${String(option)}\``).join(', ')
    case 'literal':
      return String(def.values?.[0])
    case 'union':
      return (options ?? [])
        .map((option) => (typeof option === 'string' ? option : typeOf(option)))
        .join(', ')
    default:
      throw new Error(`No word for the type ${def.type}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) await writeFile(guidePath, importGuide())
  else process.exitCode = (await readFile(guidePath, 'utf8')) === importGuide() ? 0 : 1
}
