import fc from 'fast-check'

// What clients may send, made of the API's own description: well-formed requests, and the same with something wrong in them.

/** A JSON Schema as the description has it. */
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

/** A call of the API as its description has it. */
export interface Operation {
  name: string
  method: string
  path: string
  query: { name: string; required: boolean; schema: Schema }[]
  body: Schema | undefined
}

/** A request as it goes over the wire. */
export interface Sent {
  operation: Operation
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** The body before it was written down, where it is JSON. */
  json: unknown
  /** What was done to it; '' for nothing. */
  wrong: string
}

/** Texts that have broken servers before. */
const hostile = [
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

const values = [
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

/** Values of a schema; of what the schema does not say, anything. `ids` are such as exist. */
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
    return schema.type === 'integer'
      ? fc.oneof(
          fc.maxSafeInteger().map((n) => Math.min(range.max, Math.max(range.min, n))),
          fc.integer({ min: Math.max(range.min, -5), max: Math.min(range.max, 5) }),
        )
      : fc.double({ ...range, noNaN: true })
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

/** One place of a JSON value changed: another value, gone, or one more field. Says what was done. */
function spoil(value: unknown, random: () => number): { value: unknown; wrong: string } {
  const copy: unknown = structuredClone(value)
  const places: { holder: Record<string, unknown>; key: string }[] = []
  const walk = (holder: Record<string, unknown>) => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key })
      const inner = holder[key]
      if (typeof inner === 'object' && inner !== null) walk(inner as Record<string, unknown>)
    }
  }
  if (typeof copy === 'object' && copy !== null) walk(copy as Record<string, unknown>)
  const at = places[Math.floor(random() * places.length)]
  const another = values[Math.floor(random() * values.length)]
  const way = random()
  if (!at || way < 0.1) return { value: another, wrong: 'another body' }
  if (way < 0.25) {
    at.holder[at.key === 'unexpected' ? 'unexpected2' : 'unexpected'] = another
    return { value: copy, wrong: 'one more field' }
  }
  if (way < 0.4) {
    delete at.holder[at.key]
    return { value: copy, wrong: `without ${at.key}` }
  }
  at.holder[at.key] = another
  return { value: copy, wrong: `another ${at.key}` }
}

/** Bodies that are no JSON, or hardly. */
const noJson = [
  '{',
  '[1,',
  '"',
  '{"a":1}}',
  "{'a':1}",
  'undefined',
  '\ufeff{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":1,"a":2}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '{"a":1e999}',
  '\u0000',
  'null',
  '0',
  '""',
  '[]',
  `{"a":"${'x'.repeat(1_100_000)}"}`,
]

/** Requests without end for a description, the same ones for the same seed. */
export function* requests(
  operations: Operation[],
  ids: readonly string[],
  tokens: readonly string[],
  seed: number,
): Generator<Sent> {
  const made = operations.map((operation) => ({
    operation,
    query: fc.record(
      Object.fromEntries(operation.query.map(({ name, schema }) => [name, valuesOf(schema, ids)])),
      { requiredKeys: operation.query.filter(({ required }) => required).map(({ name }) => name) },
    ),
    body: operation.body && valuesOf(operation.body, ids),
  }))
  for (let round = 0; ; round++)
    for (const [at, { operation, query, body }] of made.entries()) {
      const of = <T>(arbitrary: fc.Arbitrary<T>, more: number): T =>
        fc.sample(arbitrary, { numRuns: 1, seed: seed + round * 100_003 + at * 101 + more })[0] as T
      const random = randomOf(seed + round * 7919 + at)
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
      const wrongs: string[] = []
      const path = operation.path.replaceAll(/\{\w+\}/g, () => {
        const known = random() < 0.8
        if (!known) wrongs.push('another id')
        return encoded(known ? pick(ids) : pick(hostile)) || '%20'
      })
      let asked = Object.entries(of(query, 1)).map(([name, value]) => [name, String(value)])
      if (random() < 0.15) {
        wrongs.push('query')
        const way = random()
        if (way < 0.4) asked = [...asked, ['unexpected', '1']]
        else if (way < 0.7) asked = asked.map(([name = '']) => [name, pick(hostile).slice(0, 2000)])
        else asked = [...asked, ...asked]
      }
      const search = asked.map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`).join('&')
      let json: unknown = body ? of(body, 2) : undefined
      let raw: string | undefined
      if (random() < (body ? 0.55 : 0.2)) {
        if (random() < 0.15) {
          raw = pick(noJson)
          wrongs.push('no JSON')
        } else {
          const spoilt = spoil(json ?? {}, random)
          json = spoilt.value
          wrongs.push(spoilt.wrong)
        }
      }
      const headers: Record<string, string> = { authorization: `Bearer ${pick(tokens)}` }
      if (random() < 0.05) {
        headers.authorization = pick([
          '',
          'Bearer',
          'Bearer x.y.z',
          'Basic YTpi',
          `Bearer ${'x'.repeat(5000)}`,
        ])
        wrongs.push('no token')
      }
      if (random() < 0.1) headers['if-match'] = pick(['"1"', '1', '"0"', '*', '"x"', '99999999999', ''])
      if (random() < 0.1) headers['idempotency-key'] = pick(['same', '', 'a b', 'x'.repeat(300), '"'])
      const hasBody = raw !== undefined || (json !== undefined && operation.method !== 'GET')
      if (hasBody)
        headers['content-type'] =
          random() < 0.03
            ? pick(['text/plain', 'application/xml', 'application/json; charset=latin1'])
            : 'application/json'
      yield {
        operation,
        method: operation.method,
        path: search ? `${path}?${search}` : path,
        headers,
        body: hasBody ? (raw ?? JSON.stringify(json)) : undefined,
        json: raw === undefined ? json : undefined,
        wrong: wrongs.join(', '),
      }
    }
}

const encoded = (word: string) => {
  try {
    return encodeURIComponent(word)
  } catch {
    // Half a character: as some client would send it.
    return '%ED%A0%80'
  }
}

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
