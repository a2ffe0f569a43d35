import fc from 'fast-check'
import { hostile, type Schema, values, valuesOf } from './values.ts'

// Requests that fast-check generates from the published contract (/openapi.json): well-formed ones, and
// the same with an error in them.

/** A call of the API in its description. */
export interface Operation {
  name: string
  method: string
  path: string
  query: { name: string; required: boolean; schema: Schema }[]
  body: Schema | undefined
}

/** A request on the wire. */
export interface Sent {
  operation: Operation
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** The body before serialization, if it is JSON. */
  json: unknown
  /** Its error; '' when it is well-formed. */
  wrong: string
}

/** Bodies that are no JSON, or barely. */
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

/** A part of a request, and its error. */
interface Part<T> {
  value: T
  wrong: string[]
}
const right = <T>(value: T): Part<T> => ({ value, wrong: [] })
const rightly = <T>(arbitrary: fc.Arbitrary<T>) => arbitrary.map(right)
const wrongly = <T>(what: string, arbitrary: fc.Arbitrary<T>) =>
  arbitrary.map((value): Part<T> => ({ value, wrong: [what] }))

/** The first in so many of 100 cases, otherwise the second. */
const sometimes = <T>(percent: number, first: fc.Arbitrary<T>, second: fc.Arbitrary<T>) =>
  fc.oneof({ weight: percent, arbitrary: first }, { weight: 100 - percent, arbitrary: second })

/** The path with an id in each parameter: an existing one, or a hostile text. */
function pathOf(path: string, ids: readonly string[]): fc.Arbitrary<Part<string>> {
  const id = sometimes(
    20,
    wrongly('another id', fc.constantFrom(...hostile)),
    rightly(fc.constantFrom(...ids)),
  )
  const places = path.match(/\{\w+\}/g) ?? []
  return fc.tuple(...places.map(() => id)).map((chosen) => ({
    value: chosen.reduce((made, { value }) => made.replace(/\{\w+\}/, () => encoded(value) || '%20'), path),
    wrong: chosen.flatMap(({ wrong }) => wrong),
  }))
}

type Pairs = [name: string, value: string][]

function queryOf(operation: Operation, ids: readonly string[]): fc.Arbitrary<Part<Pairs>> {
  const valid = fc
    .record(Object.fromEntries(operation.query.map(({ name, schema }) => [name, valuesOf(schema, ids)])), {
      requiredKeys: operation.query.filter(({ required }) => required).map(({ name }) => name),
    })
    .map((fields): Pairs => Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const invalid = fc.oneof(
    valid.map((pairs): Pairs => [...pairs, ['unexpected', '1']]),
    valid.chain((pairs) =>
      fc
        .tuple(...pairs.map(() => fc.constantFrom(...hostile)))
        .map((texts) => pairs.map(([name], at): Pairs[number] => [name, (texts[at] ?? '').slice(0, 2000)])),
    ),
    valid.map((pairs) => [...pairs, ...pairs]),
  )
  return sometimes(15, wrongly('query', invalid), rightly(valid))
}

/** A JSON value with one change: another value, a removed one, or one more field. */
function spoilt(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Part<unknown>> {
  const change = sometimes(
    10,
    fc.constant('body' as const),
    fc.constantFrom('add' as const, 'remove' as const, 'set' as const, 'set' as const),
  )
  return fc
    .tuple(valid, change, fc.nat(), fc.constantFrom<unknown>(...values))
    .map(([value, kind, number, another]) => {
      const copy: unknown = structuredClone(value)
      const places = placesOf(copy)
      const place = places[number % places.length]
      if (!place || kind === 'body') return { value: another, wrong: ['another body'] }
      const { holder, key } = place
      if (kind === 'remove') delete holder[key]
      else if (kind === 'set') holder[key] = another
      else holder[key === 'unexpected' ? 'unexpected2' : 'unexpected'] = another
      return { value: copy, wrong: [kind === 'add' ? 'one more field' : `${kind} ${key}`] }
    })
}

/** Every field and element of a JSON value, at any depth. */
function placesOf(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])])
}

/** A body: `json` is the value before serialization, undefined for a text that is no JSON. */
function bodyOf({ body, method }: Operation, ids: readonly string[]) {
  const valid = body ? valuesOf(body, ids) : fc.constant(undefined)
  const asJson = ({ value, wrong }: Part<unknown>) => ({
    value: {
      json: value,
      text: value !== undefined && method !== 'GET' ? JSON.stringify(value) : undefined,
    },
    wrong,
  })
  const invalid = sometimes(
    15,
    wrongly(
      'no JSON',
      fc
        .constantFrom(...noJson)
        .map((text) => ({ json: undefined as unknown, text: text as string | undefined })),
    ),
    spoilt(valid.map((value) => value ?? {})).map(asJson),
  )
  return sometimes(body ? 55 : 20, invalid, rightly(valid).map(asJson))
}

function headersOf(tokens: readonly string[]): fc.Arbitrary<Part<Record<string, string>>> {
  const none = fc.constant({})
  const badTokens = ['', 'Bearer', 'Bearer x.y.z', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`]
  const oneOf = (name: string, ...texts: string[]) =>
    fc.constantFrom(...texts).map((text) => ({ [name]: text }))
  return fc
    .tuple(
      sometimes(
        5,
        wrongly('no token', oneOf('authorization', ...badTokens)),
        rightly(oneOf('authorization', ...tokens.map((token) => `Bearer ${token}`))),
      ),
      sometimes(10, oneOf('if-match', '"1"', '1', '"0"', '*', '"x"', '99999999999', ''), none),
      sometimes(10, oneOf('idempotency-key', 'same', '', 'a b', 'x'.repeat(300), '"'), none),
    )
    .map(([token, ...others]) => ({ value: Object.assign({}, token.value, ...others), wrong: token.wrong }))
}

const contentTypes = sometimes(
  3,
  fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=latin1'),
  fc.constant('application/json'),
)

/** Requests of one call, most of them with an error. `ids` exist; each token is of another role. */
export const requestsOf = (
  operation: Operation,
  ids: readonly string[],
  tokens: readonly string[],
): fc.Arbitrary<Sent> =>
  fc
    .tuple(
      pathOf(operation.path, ids),
      queryOf(operation, ids),
      bodyOf(operation, ids),
      headersOf(tokens),
      contentTypes,
    )
    .map(([path, query, body, headers, contentType]) => {
      const search = query.value.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
      return {
        operation,
        method: operation.method,
        path: search ? `${path.value}?${search}` : path.value,
        headers:
          body.value.text === undefined ? headers.value : { ...headers.value, 'content-type': contentType },
        body: body.value.text,
        json: body.value.json,
        wrong: [path, query, body, headers].flatMap(({ wrong }) => wrong).join(', '),
      }
    })

/** Endless requests, one of each call in turn, the same for the same seed. */
export function* requests(
  operations: Operation[],
  ids: readonly string[],
  tokens: readonly string[],
  seed: number,
): Generator<Sent> {
  const round = fc.tuple(...operations.map((operation) => requestsOf(operation, ids, tokens)))
  for (let number = seed; ; number++) yield* fc.sample(round, { numRuns: 1, seed: number })[0] ?? []
}

const encoded = (word: string) => {
  try {
    return encodeURIComponent(word)
  } catch {
    // Half a character, as some clients send.
    return '%ED%A0%80'
  }
}
