import { fold } from '@portreeve/contract/base/plain-text'

/** What a bar hides. It is the ground beside the bar, with its person. */
export type Hidden = 'name' | 'email address' | 'phone number' | 'IP address' | 'id'

/** What is known of one person or staff member. */
export interface Known {
  uid: string
  /** 'Person A' or 'Support A'. */
  called: string
  names: readonly (string | null)[]
  /** Whether a part of a name counts as well: not of the name of staff or a team, which are words. */
  parts: boolean
  emails: readonly (string | null)[]
  phones: readonly (string | null)[]
  addresses: readonly (string | null)[]
  /** Ids at the providers. */
  ids: readonly (string | null)[]
}

interface Span {
  from: number
  to: number
  /** Null for the own value of the file's person, which stays. */
  bar: string | null
  what: Hidden
}

// Each repetition has an end: a long text without a space must not take long.
const email = /[^\s@<>()[\]"',;:]{1,64}@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,24}/gu
const address = /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4})(?![\w:]|\.\d)/gi
const phone = /(?<![\w+])\+?\(?\d[\d\s().\-/]{5,18}\d(?!\w)/g
const token = /[A-Za-z0-9_.-]{6,}/g
const word = /[\p{L}\p{N}'’]+/gu

const digitsOf = (value: string) => value.replace(/\D/g, '')
/** The last digits of a number, which are the same with and without its country. */
const tail = 7
const isDay = /^\d{4}-\d\d-\d\d/

/** Shorter parts of names are words of other people's texts. */
const shortestPart = 3

const filled = (values: readonly (string | null)[]) =>
  values.filter((value): value is string => value !== null && value.trim() !== '')
const wordsOf = (name: string) =>
  [...name.matchAll(word)].map(([one]) => fold(one)).filter((one) => one !== '')

/**
 * Hides what identifies other people in texts: each value that their accounts have, and each email address, phone number and IP
 * address that is not the person's own. A name that no account has is not recognised.
 * @param own what is known of the file's person
 * @param numbers the person's records, whose numbers are no phone numbers
 */
export function blackout(own: Known, others: readonly Known[], numbers: readonly (string | null)[]) {
  const hidden = new Map<Hidden, number>()
  const index = (field: (one: Known) => readonly (string | null)[], form: (value: string) => string) => {
    const found = new Map<string, string | null>()
    for (const one of others) for (const value of filled(field(one))) found.set(form(value), one.called)
    // A value of both, such as the address of a shared network, is the person's own.
    for (const value of filled(field(own))) found.set(form(value), null)
    return found
  }
  const lower = (value: string) => value.trim().toLowerCase()
  const emails = index(({ emails }) => emails, lower)
  const addresses = index(({ addresses }) => addresses, lower)
  const phones = index(
    ({ phones }) => phones,
    (value) => digitsOf(value).slice(-tail),
  )
  const ids = index(
    ({ uid, ids }) => [uid, ...ids],
    (value) => value.trim(),
  )
  const ownNumbers = new Set(filled(numbers).map(digitsOf))
  const ownWords = new Set(filled(own.names).flatMap(wordsOf))
  /** The names by their first word. */
  const names = new Map<string, { words: string[]; called: string; whose: string | null }[]>()
  const addName = (words: string[], called: string, whose: string | null) => {
    const [first] = words
    if (first === undefined || words.every((one) => ownWords.has(one))) return
    names.set(first, [...(names.get(first) ?? []), { words, called, whose }])
  }
  for (const one of others)
    for (const name of filled(one.names)) {
      const words = wordsOf(name)
      addName(words, one.called, null)
      if (!one.parts || words.length === 1) continue
      for (const part of words) if (part.length >= shortestPart) addName([part], one.called, one.uid)
    }

  const bar = (what: Hidden, called: string | null | undefined) =>
    called === null ? null : `█████ [${what} of ${called ?? 'another person'}]`
  const spansOf = (
    text: string,
    pattern: RegExp,
    what: Hidden,
    /** Undefined: no value of a person. */
    barOf: (found: string) => string | null | undefined,
  ): Span[] =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index: from }) => {
      const hides = barOf(found)
      return hides === undefined ? [] : [{ from, to: from + found.length, bar: hides, what }]
    })

  function namesIn(text: string, present: ReadonlySet<string>): Span[] {
    const found = [...text.matchAll(word)].map(({ 0: one, index }) => ({
      folded: fold(one),
      // 'Anna’s'
      bare: fold(one.replace(/['’]s$/i, '')),
      from: index,
      to: index + one.length,
    }))
    return found.flatMap(({ folded, bare, from }, at) =>
      [...(names.get(folded) ?? []), ...(bare === folded ? [] : (names.get(bare) ?? []))].flatMap(
        ({ words, called, whose }) => {
          if (whose !== null && !present.has(whose)) return []
          const last = found[at + words.length - 1]
          const isHere = words.every((one, n) => {
            const here = found[at + n]
            return here?.folded === one || here?.bare === one
          })
          return isHere && last
            ? [{ from, to: last.to, bar: bar('name', called), what: 'name' as const }]
            : []
        },
      ),
    )
  }

  const idOf = (found: string) => {
    if (ids.has(found)) return bar('id', ids.get(found))
    // An id of two people's conversation may be made of both.
    const inside = found.split('_').find((part) => ids.get(part))
    return inside === undefined ? undefined : bar('id', ids.get(inside))
  }
  const phoneOf = (found: string) => {
    const digits = digitsOf(found)
    if (digits.length < tail || digits.length > 15 || isDay.test(found) || ownNumbers.has(digits))
      return undefined
    return bar('phone number', phones.get(digits.slice(-tail)))
  }

  /** @param present the people of the record that has the text: parts of their names count */
  function black(text: string, present: ReadonlySet<string>): string {
    const spans = [
      ...spansOf(text, email, 'email address', (one) => bar('email address', emails.get(lower(one)))),
      ...spansOf(text, address, 'IP address', (one) => bar('IP address', addresses.get(lower(one)))),
      ...spansOf(text, token, 'id', idOf),
      ...spansOf(text, phone, 'phone number', phoneOf),
      ...namesIn(text, present),
    ].sort((a, b) => a.from - b.from || b.to - a.to)
    let shown = ''
    let at = 0
    for (const span of spans) {
      if (span.from < at) continue
      if (span.bar !== null) hidden.set(span.what, (hidden.get(span.what) ?? 0) + 1)
      shown += text.slice(at, span.from) + (span.bar ?? text.slice(span.from, span.to))
      at = span.to
    }
    return shown + text.slice(at)
  }
  return { black, hidden }
}
