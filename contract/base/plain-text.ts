// The one normalisation of text that is stored for searches and of text that is typed into them.

import { visible } from './typed-signs.ts'

/** Letters that Unicode does not split into a base letter and a mark. */
const unsplit: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
}

const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
/** Apostrophes, and what is typed for them. */
const apostrophes = /['`´ʹʻʼʽˈ‘’‚‛′‵＇｀]/g
const quotes = /["ʺ“”„‟″‶«»‹›＂]/g
const dashes = /[\p{Pd}\u2212]/gu

/**
 * Lower case without accents, apostrophes, quotation marks and invisible characters, so that 'O’Müller', "O'MULLER" and
 * 'omuller' are the same. Every dash is '-', every space ' '. A stored text and a typed text are compared in this form.
 */
export function fold(value: string): string {
  const plain = /^[ -~]*$/.test(value)
    ? value.toLowerCase()
    : visible(value)
        // Before NFKD, which makes a space and an accent of '´'.
        .replace(apostrophes, '')
        .replace(quotes, ' ')
        .normalize('NFKD')
        .replace(accents, '')
        .normalize('NFKC')
        .toLowerCase()
        .replace(accents, '')
        .replace(/[ßæœøðþđħıłŋŧĸ]/g, (letter) => unsplit[letter] ?? letter)
        .replace(dashes, '-')
  return plain
    .replace(apostrophes, '')
    .replace(/[\s"]+/g, ' ')
    .trim()
}

/** What precedes a copied address, number or id. */
const scheme =
  /^(?:mailto|tel|callto|sms|e-?mail|uid|user id|phone|mobile|cell)(?:(?<=^(?:tel|phone|mobile|cell))\.|:)[.:]*\s*/i
const leading = /^[\s"'`´‘’‚‛“”„‟«»‹›<([{#*•]+/
const trailing = /[\s"'`´‘’‚‛“”„‟«»‹›>)\]},.;:!?*]+$/

/**
 * A typed or pasted text without what surrounds it where it was copied: 'Anna <anna@example.com>,' is 'anna@example.com',
 * '#K7–90210.' is 'K7-90210'. A text of such signs alone stays.
 */
export function bare(typed: string): string {
  const text = visible(typed).replace(apostrophes, "'").normalize('NFKC').replace(dashes, '-').trim()
  const address = /<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+?)\s*>/i.exec(text)?.[1]
  if (address) return address
  const edged = text.replace(leading, '').replace(trailing, '')
  const named = edged.replace(scheme, '').replace(leading, '')
  return (/^mailto:/i.test(edged) ? named.replace(/\?.*$/, '') : named) || text
}

const extension = /[\s,;]*(?:\b(?:extension|extn|ext|x)[.:=]?|(?<=\d)x|#)\s*\d{1,6}$/i

const phoneOf = (typed: string) => bare(typed).replace(extension, '')

/** The digits of a phone number, without punctuation, extension, the zeros for '+' and a zero in parentheses. */
export function digitsOf(phone: string): string {
  const digits = phoneOf(phone)
    .replace(/^(\+|00)(.*)\(0\)/, '$1$2')
    .replace(/\D/g, '')
  return digits.length > 9 ? digits.replace(/^00/, '') : digits
}

/** Whether a term reads as a phone number: digits and a phone number's punctuation only. */
export const readsAsPhone = (term: string): boolean => /^[+\d][\d\s().+/-]*$/.test(phoneOf(term))

/** Words before a copied id or tracking number. */
const label =
  /^(?:(?:order|transaction|txn|tracking|shipment|parcel|label|payment|refund|dispute|chargeback|case|listing|reference|ref|number|no|nr|id|usps|ups|fedex|dhl|dpd|gls|royal mail)\b[\s.:#=]*)+/i

/** An id has a digit and is no short word. */
const isId = (text: string) => text.length > 4 && text.length < 201 && /\d/.test(text)

/**
 * The texts that a typed text may be as an id, the most literal first: 'Order #k7-90210' is 'k7-90210' and 'K7-90210', an address
 * of a page is its last part. None for a text of several words.
 */
export function idsIn(typed: string): string[] {
  const text = bare(typed)
  const page = /^https?:\/\/[^?#]*\/([^/?#\s]+)\/?(?:[?#]\S*)?$/i.exec(text)?.[1]
  const named = bare(text.replace(label, ''))
  const ids = [typed.trim(), text, ...(page ? [page] : isId(named) ? [named] : [])].filter(
    (id) => !/\s/.test(id) && id.length < 201,
  )
  return [...new Set(ids.flatMap((id) => [id, id.toUpperCase()]))]
}

/** Letters and digits of a code that people write in groups, such as a tracking number or a carrier's name, in capitals. */
export const codeOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** The codes that a typed text may be, such as '9400 1112 0255' in 'USPS: 9400 1112 0255'. */
export function codesIn(typed: string): string[] {
  const text = bare(typed)
  return [...new Set([text, text.replace(label, '')].map(codeOf))].filter((code) => isId(code))
}
