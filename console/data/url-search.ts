/** The filters of a list in the URL. */
export type UrlSearch<Name extends string> = Partial<Record<Name, string>>

/** A reader of a URL's filters for `validateSearch`: missing, empty and invalid values are dropped. */
export const searchReader =
  <Name extends string>(validators: Readonly<Record<Name, (text: string) => boolean>>) =>
  (search: Record<string, unknown>): UrlSearch<Name> => {
    const valid = Object.entries<(text: string) => boolean>(validators).flatMap(([name, isValid]) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' && isValid(value) ? [[name, value] as const] : []
    })
    return Object.fromEntries(valid) as UrlSearch<Name>
  }

/** The filters after a change; an empty text removes a filter. */
export const mergedSearch = <Search extends UrlSearch<string>>(search: Search, change: Search): Search =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value)) as Search

/** A value of a list of known ones. */
export const oneOf =
  (known: readonly string[]) =>
  (text: string): boolean =>
    known.includes(text)

/** A text that is short enough for an id or a name. */
export const isShort = (text: string): boolean => text.trim() !== '' && text.length <= 200
