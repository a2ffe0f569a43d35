import { spaced } from './actions.ts'
import { longUtc, readTime } from './dates.ts'
import { dollars } from './money.ts'
import { trueFalse } from './words.ts'

/** One field of a record before and after a change; null where a side has no value. */
export interface Change {
  field: string
  before: string | null
  after: string | null
}

/** Fields whose numbers are cents. */
const money =
  /^(price|amount|refund|refund_failed|fee|total|cents|shipping_cost|.*_(balance|price|fee|cents))$/

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a field in words. @param currency of its record's amounts; the environment's when missing */
export function valueWords(field: string, value: unknown, currency?: string): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return trueFalse(value)
  if (typeof value === 'number') return money.test(field) ? dollars(value, currency) : String(value)
  if (typeof value === 'string') return value.includes('T') && readTime(value) ? longUtc(value) : value
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((one) => valueWords(field, one, currency)).join(', ')
  return Object.entries(value as object)
    .map(([name, one]) => `${spaced(name)}: ${valueWords(name, one, currency)}`)
    .join(', ')
}

function fieldsOf(value: unknown, path: string[] = []): [field: string, name: string, value: unknown][] {
  if (!isRecord(value))
    return value === null || value === undefined
      ? []
      : [[spaced(path.join(' ')) || 'value', path.at(-1) ?? '', value]]
  return Object.entries(value).flatMap(([name, one]): [string, string, unknown][] =>
    isRecord(one) && path.length < 2
      ? fieldsOf(one, [...path, name])
      : [[spaced([...path, name].join(' ')), name, one]],
  )
}

/** The changed fields of a record; equal ones are omitted. */
export function changesOf(before: unknown, after: unknown, currency?: string): Change[] {
  const sides = [before, after].map(
    (side) =>
      new Map(fieldsOf(side).map(([field, name, value]) => [field, valueWords(name, value, currency)])),
  )
  const [left, right] = sides
  const fields = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])
  return [...fields]
    .map((field) => ({ field, before: left?.get(field) ?? null, after: right?.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}
