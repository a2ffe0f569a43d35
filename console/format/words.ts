/** UDT-29, D-015: a boolean in words. */
export const trueFalse = (value: boolean) => (value ? 'True' : 'False')

/** UDT-45, USR-19: a missing value is the word 'null'. */
export const orNull = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? 'null' : String(value)

/** The word of a numbered state; 'null' for a number without a word (D-054). */
export const wordOf = (words: Readonly<Record<number, string>>, state: number | null | undefined) =>
  (state === null || state === undefined ? undefined : words[state]) ?? 'null'

/** '1 person', '3 people'. */
export const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

/** The rows of a list that are loaded: '3 refunds', '100+ refunds' where more exist. */
export const loadedCount = (amount: number, more: boolean, one: string, many: string) =>
  more ? `${amount}+ ${many}` : count(amount, one, many)

/** The English name of a two-letter country code; null for an unknown code. */
export function countryName(code: string): string | null {
  if (!/^[A-Za-z]{2}$/.test(code)) return null
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase())
  return name ?? null
}
