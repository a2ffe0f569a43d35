import fc from 'fast-check'

/** A JSON Schema of the description. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

/** Texts that have broken servers before. */
export const hostile = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  "'; drop table users; --",
  '" or 1=1 --',
  '%00',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '$' + '{7*7}',
  '__proto__',
  'constructor',
  '\u202eright to left',
  'e\u0301'.repeat(2000),
  '😀'.repeat(500),
  'x'.repeat(100_000),
  'NaN',
  'null',
  'undefined',
  '1e400',
  '-0',
  '9007199254740993',
  '2026-13-45T99:99:99Z',
  '=1+1',
  '%',
  '_',
  '\\',
  '\r\nx-injected: 1',
]

/** A value of every type, for a place that expects another type. */
export const values = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e308,
  Number('9007199254740993'),
  '1',
  'true',
  [],
  {},
  [[]],
  { a: 1 },
  ['a', 1, null],
  ...hostile,
]

const text = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(...hostile) },
)

/** Values of a schema; any value where the schema is open. `ids` exist. */
export function valuesOf(schema: Schema, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => valuesOf(inner, ids, depth + 1)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return fc.oneof(...choice.map(of))
  if (schema.allOf) return of(Object.assign({}, ...schema.allOf))
  if (schema.type === 'string') {
    const id = fc.constantFrom(...ids)
    if (schema.format === 'date-time')
      return fc
        .date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2100-01-01') })
        .map((day) => day.toISOString())
    if (schema.format === 'email') return fc.emailAddress()
    if (schema.pattern && schema.pattern.length < 200)
      return fc.oneof(fc.stringMatching(new RegExp(schema.pattern, 'u')), text)
    return fc.oneof(
      text.map((one) => one.slice(0, schema.maxLength)),
      id,
    )
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const range = { min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 }
    if (schema.type === 'number') return fc.double({ ...range, noNaN: true })
    return fc
      .oneof(fc.maxSafeInteger(), fc.integer({ min: -5, max: 5 }))
      .map((n) => Math.min(range.max, Math.max(range.min, n)))
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array')
    return fc.array(of(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    })
  if (schema.type === 'object') {
    const { properties = {}, required = [], additionalProperties } = schema
    const named = fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner)])),
      { requiredKeys: required },
    )
    if (typeof additionalProperties !== 'object') return named
    return fc
      .tuple(named, fc.dictionary(text, of(additionalProperties), { maxKeys: 3 }))
      .map(([fixed, free]) => ({ ...free, ...fixed }))
  }
  return depth > 3 ? fc.constant(null) : fc.constantFrom(...values)
}
