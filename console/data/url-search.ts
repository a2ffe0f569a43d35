import { parseQuery, type QueryFields } from '@portreeve/contract/base/query'
import { openedAbove } from '@portreeve/contract/desk/saved-views'
import { readTime } from '../format/dates.ts'

/** The filters of a list in the URL. */
export type UrlSearch<Name extends string> = Partial<Record<Name, string>>

/** A reader of a URL's filters for `validateSearch`: missing, empty and invalid values are dropped. */
export const searchReader =
  <Name extends string>(validators: Readonly<Record<Name, (text: string) => boolean>>) =>
  (search: Record<string, unknown>): UrlSearch<Name> => {
    const valid = Object.entries<(text: string) => boolean>(validators).flatMap(([name, isValid]) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' && isStorable(value) && isValid(value)
        ? [[name, value] as const]
        : []
    })
    return Object.fromEntries(valid) as UrlSearch<Name>
  }

/** The database stores no NUL, so that the server refuses every call with one. */
const isStorable = (text: string): boolean => !text.includes('\0')

/** The filters after a change; an empty text removes a filter. */
export const mergedSearch = <Search extends UrlSearch<string>>(search: Search, change: Search): Search =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value)) as Search

/** Whether a list's URL has a filter: what is opened above the list is none. */
export const isFiltered = (search: object, ...besides: readonly string[]): boolean =>
  Object.keys(search).some((name) => !openedAbove.includes(name) && !besides.includes(name))

/** A value of a list of known ones. */
export const oneOf =
  (known: readonly string[]) =>
  (text: string): boolean =>
    known.includes(text)

/** A text of at most `max` UTF-16 units. */
export const upTo =
  (max: number) =>
  (text: string): boolean =>
    text.length <= max

/** A text that is short enough for an id or a name. */
export const isShort = (text: string): boolean => text.trim() !== '' && text.length <= 200

/** A currency as ISO 4217 writes it. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** A time, such as the moment that a page shows. */
export const isTime = (text: string): boolean => readTime(text) !== null

/** A moment that a page shows (`at`), and whose sight: of a role (`as`), of one of its people (`by`). */
export const readMoment = searchReader({ at: isTime, as: isShort, by: isShort })

/** A query of at most `max` UTF-16 units without a mistake for which the server would refuse it. */
export const isQuery =
  (fields: QueryFields, max: number) =>
  (text: string): boolean =>
    text.length <= max && !parseQuery(fields, text).problems.some(({ stops }) => stops)

/** The query string as plain texts: the router by itself reads '?q=1e5' as a number. A repeated name has all its values. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const [value = '', ...others] = params.getAll(name)
      return [name, others.length > 0 ? [value, ...others] : value] as const
    }),
  )
}

/** The query string of a search, '' or with its question mark. */
export function stringifySearch(search: Record<string, unknown>): string {
  const values = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  )
  const text = new URLSearchParams(values).toString()
  return text && `?${text}`
}

/** What an address has and its page does not know, as 'kind=bogus'. A name without a value is no filter. */
export const unknownIn = (
  search: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(search)
    .filter(
      ([name, value]) =>
        value !== '' && value !== undefined && !(Object.hasOwn(known, name) && known[name] === value),
    )
    .flatMap(([name, value]) => [value].flat().map((one) => shortened(`${name}=${one}`)))

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The sentence about what an address has and its page does not know. */
export const unknownWords = (parts: readonly string[]): string => {
  const [some, others] = [parts.slice(0, 3), parts.length - 3]
  const list = `${some.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
  return parts.length === 1
    ? `This address had a part that this page does not know: ${list}.`
    : `This address had parts that this page does not know: ${list}.`
}
