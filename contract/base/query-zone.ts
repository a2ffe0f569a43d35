import { parseQuery, type QueryFields } from './query.ts'

/**
 * A query whose days are those of a time zone: 'created:2026-01-01' becomes 'created:2026-01-01[2026-01-01T05:00:00Z/…]'.
 * @param spanOf the beginning of a day there, and of the next day, ISO-8601 UTC
 */
export function inZone<Fields extends QueryFields>(
  fields: Fields,
  typed: string,
  spanOf: (day: string) => readonly [from: string, to: string],
): string {
  let query = typed
  for (const { at, length, value } of parseQuery(fields, typed).filters.toReversed())
    if (value.kind === 'day' && !typed.slice(at, at + length).includes('['))
      query = `${query.slice(0, at)}${query.slice(at, at + length).replace(/\d{4}-\d{2}-\d{2}/, `$&[${spanOf(value.day).join('/')}]`)}${query.slice(at + length)}`
  return query
}
