/** UDT-29, D-015: a boolean in words. */
export const trueFalse = (value: boolean) => (value ? 'True' : 'False')

/** Not a space, no control character, and none that a font draws as nothing. */
const visible = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** UDT-45, USR-19: a missing value is the word 'null', and so is a text of which nothing can be seen. */
export const orNull = (value: string | number | null | undefined) => {
  const text = String(value ?? '')
  return visible.test(text) ? text : 'null'
}

/** The first letters of the first and the last word of a name, for a picture: whole characters, also of two code units. */
export const initials = (name: string | null) => {
  const words = (name ?? '').split(/\s+/).filter((word) => visible.test(word))
  return [words[0], ...words.slice(1).slice(-1)].map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}

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
