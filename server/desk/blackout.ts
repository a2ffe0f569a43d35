import { fold } from '@portreeve/contract/base/plain-text'

/** What a bar hides. It is the ground beside the bar, with its person. */
export type Hidden = 'name' | 'email address' | 'phone number' | 'IP address' | 'id'

/** What is known of one person or staff member. */
export interface Known {
  uid: string
  /** 'Person A' or 'Support A'. */
  called: string
  names: readonly (string | null)[]
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
const phone = /(?<!\p{Nd})\+?\(?\p{Nd}[\p{Nd} \t\u00a0().\-/\u2010-\u2015]{5,18}\p{Nd}(?!\p{Nd})/gu
const day = /(?:19|20)\d\d-(?:0\d|1[0-2])-[0-3]\d|(?<!\d)[0-3]?\d[./][0-3]?\d[./](?:19|20)\d\d(?!\d)/g
const word = /[\p{L}\p{N}'’]+/gu
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const digitsOf = (value: string) => value.replace(/\P{Nd}/gu, '')
/** The last digits of a number, which are the same with and without its country. */
const tail = 7

/** Shorter parts of names, and shorter ids, are words of other people's texts. */
const shortestPart = 3
const shortestId = 6

const filled = (values: readonly (string | null)[]) =>
  values.filter((value): value is string => value !== null && value.trim() !== '')
const wordsOf = (name: string) =>
  [...name.matchAll(word)].map(([one]) => fold(one)).filter((one) => one !== '')

const bar = (what: Hidden, called: string | null | undefined) =>
  called === null ? null : `█████ [${what} of ${called ?? 'another person'}]`
const lower = (value: string) => value.trim().toLowerCase()

/** Whose each value is; null for the own values of the file's person, also if another person has the same. */
function indexOf(
  own: Known,
  others: readonly Known[],
  field: (one: Known) => readonly (string | null)[],
  form: (value: string) => string,
): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const one of others) for (const value of filled(field(one))) found.set(form(value), one.called)
  for (const value of filled(field(own))) found.set(form(value), null)
  return found
}

/** Finds the names of others, whole or run together, and parts of the names of those who are present. */
function nameFinder(own: Known, others: readonly Known[]) {
  const ownWords = new Set(filled(own.names).flatMap(wordsOf))
  /** The names by their first word. `whose`: of a part. */
  const names = new Map<string, { words: string[]; called: string; whose: string | null }[]>()
  const add = (words: string[], called: string, whose: string | null) => {
    const [first] = words
    if (first === undefined || words.every((one) => ownWords.has(one))) return
    names.set(first, [...(names.get(first) ?? []), { words, called, whose }])
  }
  for (const { uid, called, names } of others)
    for (const words of filled(names).map(wordsOf)) {
      // One letter is a word.
      if (words.join('').length < 2) continue
      add(words, called, null)
      if (words.length === 1) continue
      add([words.join('')], called, null)
      for (const part of words) if (part.length >= shortestPart) add([part], called, uid)
    }
  return (text: string, present: ReadonlySet<string>): Span[] => {
    const found = [...text.matchAll(word)].map(({ 0: one, index }) => ({
      // 'Anna’s'
      forms: [...new Set([fold(one), fold(one.replace(/['’]s$/i, ''))])],
      from: index,
      to: index + one.length,
    }))
    return found.flatMap(({ forms, from }, at) =>
      forms
        .flatMap((form) => names.get(form) ?? [])
        .flatMap(({ words, called, whose }) => {
          const last = found[at + words.length - 1]
          const isHere = words.every((one, n) => found[at + n]?.forms.includes(one))
          const counts = isHere && last && (whose === null || present.has(whose))
          return counts ? [{ from, to: last.to, bar: bar('name', called), what: 'name' as const }] : []
        }),
    )
  }
}

/** Finds values at any place of a text, also within a longer word such as a web address. */
const literalsIn = (text: string, what: Hidden, values: Iterable<[string, string | null]>): Span[] =>
  [...values].flatMap(([value, called]) => {
    const found: Span[] = []
    for (let from = text.indexOf(value); from >= 0; from = text.indexOf(value, from + value.length))
      found.push({ from, to: from + value.length, bar: bar(what, called), what })
    return found
  })

const matchesIn = (
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

/**
 * Hides what identifies other people in texts: each value that their accounts have, and each email address, phone number and IP
 * address that is not the person's own. A name that no account has is not recognised.
 * @param own what is known of the file's person
 * @param numbers the person's records, whose numbers are no phone numbers
 */
export function blackout(own: Known, others: readonly Known[], numbers: readonly (string | null)[]) {
  const hidden = new Map<Hidden, number>()
  const index = (...of: [field: Parameters<typeof indexOf>[2], form: (value: string) => string]) =>
    indexOf(own, others, ...of)
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
  const longIds = [...ids].filter(([value]) => value.length >= shortestId)
  const longAddresses = [...addresses].filter(([value]) => value.length >= shortestId)
  const runNames = index(({ names }) => names.filter((name) => name !== null && unspaced.test(name)), lower)
  const ownNumbers = new Set(filled(numbers).map(digitsOf))
  const namesIn = nameFinder(own, others)

  function phoneOf(found: string) {
    const digits = digitsOf(found)
    if (digits.length < tail || ownNumbers.has(digits)) return undefined
    return bar('phone number', phones.get(digits.slice(-tail)))
  }

  function drawn(text: string, found: Span[]): string {
    let shown = ''
    let at = 0
    for (const span of found.sort((a, b) => a.from - b.from || b.to - a.to)) {
      // What begins in another span and ends behind it is hidden to its end.
      if (span.to <= at || (span.from < at && span.bar === null)) continue
      if (span.bar !== null) hidden.set(span.what, (hidden.get(span.what) ?? 0) + 1)
      shown += text.slice(at, span.from) + (span.bar ?? text.slice(span.from, span.to))
      at = span.to
    }
    return shown + text.slice(at)
  }

  return {
    /** How many bars of each kind have been drawn. */
    hidden,
    /** @param present the people of the record that has the text: parts of their names count */
    black: (text: string, present: ReadonlySet<string>): string => {
      // Of the same length as the text: the capitals of other scripts may get longer.
      const small = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      const undated = text.replace(day, (found) => 'x'.repeat(found.length))
      return drawn(text, [
        ...matchesIn(text, email, 'email address', (one) => bar('email address', emails.get(lower(one)))),
        ...matchesIn(text, address, 'IP address', (one) => bar('IP address', addresses.get(lower(one)))),
        ...literalsIn(small, 'IP address', longAddresses),
        ...literalsIn(small, 'name', runNames),
        ...literalsIn(text, 'id', longIds),
        ...matchesIn(undated, phone, 'phone number', phoneOf),
        ...namesIn(text, present),
      ])
    },
    /** An id with the other people's ids in it, such as one of a conversation that is made of both uids. */
    blackId: (id: string): string => {
      const parts = id.split('_')
      const inside = [...ids].filter(([value]) => value.length >= shortestId || parts.includes(value))
      return drawn(id, literalsIn(id, 'id', inside))
    },
  }
}
