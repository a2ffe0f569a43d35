/** UDT-29, D-015: how a yes or no is written. */
export const trueFalse = (value: boolean) => (value ? 'True' : 'False')

/** UDT-45, USR-19: a missing value is written as the word. */
export const orNull = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? 'null' : String(value)

/** The word of a numbered state; 'null' for a number without one (D-054). */
export const wordOf = (words: Readonly<Record<number, string>>, state: number | null | undefined) =>
  (state === null || state === undefined ? undefined : words[state]) ?? 'null'

/** '1 person', '3 people'. */
export const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

/** The English name of a two-letter country code, or null when there is none. */
export function countryName(code: string): string | null {
  if (!/^[A-Za-z]{2}$/.test(code)) return null
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase())
  return name ?? null
}
