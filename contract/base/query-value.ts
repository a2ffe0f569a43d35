import { currencyNamed, minorUnits } from './currency.ts'
import { daySpan } from './day-span.ts'
import { plainValue } from './typed-signs.ts'

/** How the value of a field is written. */
export type QueryKind =
  | 'choice'
  | 'text'
  | 'country'
  | 'time'
  | 'count'
  | 'money'
  | 'integer'
  /** All fields that a marketplace declares for itself: 'x_name:value' (extra.ts). */
  | 'extra'

/** A field by which a list is filtered. */
export interface QueryField {
  readonly kind: QueryKind
  /** What the field compares, for the completion. */
  readonly compares: string
  /** The values of a choice with their words; usual values of any other field. */
  readonly values: Readonly<Record<string, string>>
  /** How a value is written, where there are no usual ones. */
  readonly example?: string
  /** Refuses '-field:<1y' with its opposite, 'field:>1y': the negated condition reads every newer record. */
  readonly noNegatedAfter?: true
  /** Of the kind 'extra': the records, and the declared fields by name, which are missing while they are not known. */
  readonly of?: 'user' | 'listing' | 'transaction'
  readonly fields?: Readonly<Record<string, QueryField>>
}
export type Operator = '<' | '<=' | '=' | '>=' | '>'

/** The value of a filter. */
export type QueryValue =
  | { readonly kind: 'word'; readonly text: string }
  /** The value of a declared field; null while the fields are not known. */
  | { readonly kind: 'extra'; readonly name: string; readonly value: QueryValue | null }
  | { readonly kind: 'number'; readonly operator: Operator; readonly number: number }
  /** An amount as it is typed, without its sign: '19.99'. Without a currency it is in the environment's. */
  | {
      readonly kind: 'amount'
      readonly operator: Operator
      readonly plain: string
      readonly currency: string | null
    }
  /** A day in UTC, YYYY-MM-DD, or a day of another time zone: 'from' inclusive, 'to' exclusive, ISO-8601 UTC. */
  | {
      readonly kind: 'day'
      readonly operator: Operator
      readonly day: string
      readonly from: string
      readonly to: string
    }
  /** An age: '<' is younger. */
  | { readonly kind: 'age'; readonly operator: '<' | '>'; readonly hours: number }

/** The value of a field; null for a text that is none. */
export function readValue({ kind, values }: QueryField, written: string): QueryValue | null {
  const lower = plainValue(written)
  switch (kind) {
    case 'choice':
      return Object.hasOwn(values, lower) ? { kind: 'word', text: lower } : null
    case 'country':
      return /^[a-z]{2}$/.test(lower) ? { kind: 'word', text: lower.toUpperCase() } : null
    case 'text':
      return written.trim() === '' ? null : { kind: 'word', text: written.trim() }
    case 'time':
      return readTime(lower)
    case 'count':
      return readNumber(/^(<=?|>=?|=?)(\d{1,6})$/.exec(lower))
    case 'money':
      return readAmount(/^(<=?|>=?|=?)([^\d.<>=]*)(\d{1,9}(?:\.\d{2,3})?)([^\d.]*)$/.exec(lower))
    case 'integer':
      return readNumber(/^(<=?|>=?|=?)(-?\d{1,12})$/.exec(lower))
    case 'extra':
      return null
  }
}

const operatorOf = (written: string | undefined) => (written || '=') as Operator

function readNumber(parts: RegExpExecArray | null): QueryValue | null {
  if (!parts) return null
  const [, operator, number] = parts
  return { kind: 'number', operator: operatorOf(operator), number: Number(number) }
}

/** An amount with a sign or a code before or after it, or without one: '>€50', '50eur', '>50'. */
function readAmount(parts: RegExpExecArray | null): QueryValue | null {
  if (!parts) return null
  const [, operator, before = '', plain = '', after = ''] = parts
  if (before !== '' && after !== '') return null
  const sign = `${before}${after}`.trim()
  const currency = sign === '' ? null : currencyNamed(sign)
  if (currency === undefined) return null
  if (currency !== null && minorUnits(plain, currency) === null) return null
  return { kind: 'amount', operator: operatorOf(operator), plain, currency }
}

const hoursOf: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24, m: 30 * 24, y: 365 * 24 }

/** An age beyond the range of the database's times is one of a hundred years, in hours. */
const century = 876_000

function readTime(written: string): QueryValue | null {
  const age = /^([<>]?)(\d{1,4})([hdwmy])$/.exec(written)
  if (age) {
    const [, operator, number, unit = ''] = age
    // '30d' alone is the last 30 days.
    return {
      kind: 'age',
      operator: operator === '>' ? '>' : '<',
      hours: Math.min(century, Number(number) * (hoursOf[unit] ?? 0)),
    }
  }
  const [, operator, day, ...span] =
    /^(<=?|>=?|=?)((?:19|20)\d{2}-\d{2}-\d{2})(?:\[([-\dt:.]+z)\/([-\dt:.]+z)\])?$/.exec(written) ?? []
  const found = day === undefined ? null : daySpan(day, span[0], span[1])
  return found && { kind: 'day', operator: operatorOf(operator), ...found }
}
