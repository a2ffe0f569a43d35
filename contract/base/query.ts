import type { ExtraField, ExtraKind, ExtraType } from './extra.ts'
import { nearestName } from './nearest-name.ts'
import { type QueryField, type QueryKind, type QueryValue, readValue } from './query-value.ts'
import { plainSigns, visible } from './typed-signs.ts'

export type { Operator, QueryField, QueryKind, QueryValue } from './query-value.ts'

export type QueryFields = Readonly<Record<string, QueryField>>

/** The names of the fields of a list. */
export type FieldOf<Fields extends QueryFields> = keyof Fields & string

/** A piece of a query: its first character and its length. */
interface Piece {
  readonly at: number
  readonly length: number
}

/** A filter: 'status:blocked'. */
export interface QueryFilter<Name extends string = string> extends Piece {
  readonly field: Name
  /** '-status:blocked': the records that do not match. */
  readonly not: boolean
  readonly value: QueryValue
}

/** A word, or a phrase in quotes, that is searched as text. */
export interface QueryTerm extends Piece {
  readonly text: string
  readonly isPhrase: boolean
}

/** A mistake in a query. */
export interface QueryProblem extends Piece {
  /** What is wrong and what to write instead. */
  readonly sentence: string
  /** Whether the query is not searched. Otherwise the piece is searched as text. */
  readonly stops: boolean
}

export interface Query<Name extends string = string> {
  readonly filters: readonly QueryFilter<Name>[]
  readonly terms: readonly QueryTerm[]
  readonly problems: readonly QueryProblem[]
  /** Whether nothing in it is a filter, or in quotes to be none: then it is searched as it was typed. */
  readonly isPlain: boolean
  /** The text to search: a plain query as it was typed, else its terms without quotes. */
  readonly text: string
}

const kindOf: Readonly<Record<ExtraType, QueryKind>> = {
  ...{ text: 'text', number: 'integer', yes_no: 'choice', date: 'time', choice: 'choice' },
}
const samples: Readonly<Partial<Record<ExtraType, readonly string[]>>> = {
  ...{ number: ['>0'], yes_no: ['yes', 'no'], date: ['>2026-01-01'] },
}

/** What the names of declared fields begin with in a list: `x_`; in rules `seller_x_`, too. */
export const prefixesOf = (fields: QueryFields): string[] =>
  Object.keys(fields).filter((name) => name.endsWith('x_'))

/** A list's fields with those that the marketplace has declared and that it filters by. Here, as each page with a search loads it. */
export const withExtra = <Fields extends QueryFields>(
  fields: Fields,
  declared: readonly (ExtraField & { readonly kind: ExtraKind })[],
): Fields => {
  const known = prefixesOf(fields).map((prefix) => {
    const own = declared.filter(({ kind }) => kind === fields[prefix]?.of)
    return [prefix, { ...fields[prefix], fields: Object.fromEntries(own.map(fieldOf)) }]
  })
  return { ...fields, ...Object.fromEntries(known) }
}

const fieldOf = ({ name, type, words, choices }: ExtraField) => [
  name,
  {
    ...{ kind: kindOf[type], compares: words },
    values: Object.fromEntries((samples[type] ?? choices).map((one) => [one, ''])),
  },
]

/** The fields by the names that a person types: each declared one, as far as they are known, with what its name begins with. */
export const typedFields = (fields: QueryFields): [string, QueryField][] =>
  Object.entries(fields).flatMap(([name, field]): [string, QueryField][] =>
    name.endsWith('x_')
      ? Object.entries(field.fields ?? {}).map(([own, declared]) => [name + own, declared])
      : [[name, field]],
  )

/** A filter's name and value, a phrase in quotes, or any other run of characters. */
const pieces =
  /\p{DI}*(?<not>[-\p{Pd}\u2212]?)\p{DI}*(?<name>[a-z][a-z0-9_]*):(?:"(?<quoted>[^"]+)"|(?<bare>[^\s"]\S*))?(?!\S)|"(?<phrase>[^"]*)"(?!\S)|\S+/giu

/**
 * Parses the query of a list. A word with a colon is a filter only if its name is a field of the list; an email address, a URL or
 * 'foo:bar' is text. An unknown name is a mistake only if it is near the name of a field, and the value fits that field.
 * Quotes make any word a text.
 */
export function parseQuery<Fields extends QueryFields>(
  fields: Fields,
  typed: string,
): Query<FieldOf<Fields>> {
  const filters: QueryFilter<FieldOf<Fields>>[] = []
  const terms: QueryTerm[] = []
  const problems: QueryProblem[] = []
  let isPlain = true
  for (const found of plainSigns(typed).matchAll(pieces)) {
    const { phrase } = found.groups ?? {}
    const place = { at: found.index, length: found[0].length }
    if (phrase !== undefined) {
      terms.push({ ...place, text: phrase, isPhrase: true })
      if (isFilter(fields, phrase)) isPlain = false
      continue
    }
    const read = readPiece(fields, found)
    if ('sentence' in read) problems.push({ ...place, ...read })
    if ('value' in read) filters.push({ ...place, ...read })
    else if (!('stops' in read && read.stops)) terms.push({ ...place, text: found[0], isPhrase: false })
  }
  if (filters.length > 0 || problems.some(({ stops }) => stops)) isPlain = false
  const text = isPlain ? typed : terms.map((term) => term.text).join(' ')
  return { filters, terms, problems, isPlain, text }
}

/** A query without one of its filters. */
export const withoutPiece = (typed: string, { at, length }: Piece): string =>
  `${typed.slice(0, at).trimEnd()} ${typed.slice(at + length).trimStart()}`.trim()

/** Whether a field has this name. */
const has = <Fields extends QueryFields>(fields: Fields, name: string): name is FieldOf<Fields> =>
  Object.hasOwn(fields, name)

const isFilter = (fields: QueryFields, text: string): boolean => {
  const [found] = text.matchAll(pieces)
  return found !== undefined && Object.keys(readPiece(fields, found)).length > 0
}

type Mistake = Pick<QueryProblem, 'sentence' | 'stops'>

/** A piece as a filter or as a mistake; empty for text. */
function readPiece<Fields extends QueryFields>(
  fields: Fields,
  { groups = {} }: RegExpExecArray,
): Pick<QueryFilter<FieldOf<Fields>>, 'field' | 'not' | 'value'> | Mistake | Record<never, never> {
  if (groups.name === undefined) return {}
  const name = groups.name.toLowerCase()
  const typed = groups.quoted ?? groups.bare
  const written = typed === undefined ? undefined : visible(typed)
  const prefix = prefixesOf(fields).find((one) => name.startsWith(one))
  if (prefix !== undefined && has(fields, prefix)) {
    const own = name.slice(prefix.length)
    const meant = typedFields(fields).find(([one]) => one !== name && one.endsWith(`x_${own}`))
    if (meant && !Object.hasOwn(fields[prefix]?.fields ?? {}, own))
      return { sentence: unknown(name, meant[0]), stops: true }
    return readExtra(prefix, fields[prefix] as QueryField, groups.not !== '', name, written)
  }
  if (!has(fields, name)) {
    const near = nearestName(name, Object.keys(fields))
    const field = near === undefined ? undefined : fields[near]
    const fits = field !== undefined && written !== undefined && readValue(field, written) !== null
    // Any text fits a text field, so that is no sign of a mistake.
    return fits ? { sentence: unknown(groups.name, near), stops: field.kind !== 'text' } : {}
  }
  const field = fields[name] as QueryField
  if (written === undefined)
    return {
      sentence: `Write the value directly after '${name}:', as in ${example(name, field)}.`,
      stops: false,
    }
  const value = readValue(field, written)
  const not = groups.not !== ''
  const opposite = not && field.noNegatedAfter && value ? beforeInstead(value, written) : null
  if (opposite)
    return { sentence: `Write '${name}:${opposite}' instead of '-${name}:${written}'.`, stops: true }
  return value
    ? { field: name, not, value }
    : { sentence: `${noValue(field, written)} ${instead(name, field, written)}`, stops: true }
}

/** A filter by a declared field, 'x_name:value'. A name that is not declared is a mistake as soon as the fields are known. */
function readExtra<Field extends string>(
  field: Field,
  { fields }: QueryField,
  not: boolean,
  written: string,
  typed: string | undefined,
): Pick<QueryFilter<Field>, 'field' | 'not' | 'value'> | Mistake {
  const name = written.slice(field.length)
  const own = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
  if (fields && !own)
    return {
      sentence: `There is no field '${written}' to filter by: it was removed, or your role sees it masked.`,
      stops: true,
    }
  if (typed === undefined) return { sentence: `Write the value directly after '${written}:'.`, stops: false }
  const value = own ? readValue(own, typed) : null
  if (own && !value)
    return { sentence: `${noValue(own, typed)} ${instead(written, own, typed)}`, stops: true }
  return { field, not, value: { kind: 'extra', name, value } }
}

const unknown = (name: string, near: string | undefined) =>
  `There is no field '${name}'. Did you mean '${near}'?`

const words: Readonly<Record<QueryKind, string>> = {
  choice: 'value',
  text: 'text',
  country: 'country code of two letters',
  time: 'time',
  count: 'number',
  money: 'amount',
  integer: 'whole number',
  extra: 'text',
}

/** The opposite of 'after a time', in words of the query; null for any other value. */
function beforeInstead(value: QueryValue, written: string): string | null {
  if (value.kind === 'age') return value.operator === '<' ? `>${written.replace('<', '')}` : null
  if (value.kind !== 'day') return null
  return value.operator === '>' ? `<=${value.day}` : value.operator === '>=' ? `<${value.day}` : null
}

const noValue = ({ kind }: QueryField, written: string) =>
  kind === 'choice' ? `There is no value '${written}'.` : `'${written}' is no ${words[kind]}.`

function instead(name: string, field: QueryField, written: string): string {
  const values = Object.keys(field.values)
  if (field.kind !== 'choice') return `Write it as in ${listed(values.map((value) => `${name}:${value}`))}.`
  const near = nearestName(written, values)
  return near ? `Did you mean '${name}:${near}'?` : `The values of '${name}' are ${listed(values, 'and')}.`
}

const example = (name: string, field: QueryField) =>
  `${name}:${field.example ?? Object.keys(field.values)[0] ?? ''}`

const listed = (texts: readonly string[], word = 'or') =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`
