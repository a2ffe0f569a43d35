import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { codeOf, digitsOf, fold } from '@portreeve/contract/base/plain-text'
import { type ListKind, listKinds } from '@portreeve/contract/people/value-lists'
import ipaddr from 'ipaddr.js'
import { carrierName } from '../../adapters/easypost-carriers.ts'
import { refuse } from '../../core/refuse.ts'
import { encode, joinWords, wordsOf } from '../../search/search-text.ts'

/** A value as it is kept: as people read it, and as it is compared. */
interface Listed {
  value: string
  key: string
}

function domain(written: string): string | null {
  const ascii = domainToASCII(written.trim().replace(/^.*@/, '').replace(/\.$/, '')).toLowerCase()
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(ascii) ? ascii : null
}

/** An address or a range, as PostgreSQL's type cidr writes it; null for anything else. */
function range(written: string): string | null {
  const [address = '', bits, ...rest] = written.trim().split('/')
  if (isIP(address) === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const most = isIP(address) === 4 ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  if (prefix > most) return null
  const of = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${of.networkAddressFromCIDR(`${address}/${prefix}`).toString()}/${prefix}`
}

const one = (value: string | null, key = value): Listed | null =>
  value === null || key === null || key === '' ? null : { value, key }

const readers: Readonly<Record<ListKind, (written: string) => Listed | null>> = {
  email_domain: (written) => {
    const found = domain(written)
    return found === null ? null : { value: found, key: encode(fold(found)) }
  },
  email: (written) => {
    const value = written.trim()
    return /^[^\s@]+@[^\s@]+$/.test(value) ? one(value, encode(fold(value))) : null
  },
  ip: (written) => {
    const found = range(written)
    return found === null ? null : { value: found.replace(/\/(32|128)$/, ''), key: found }
  },
  phone: (written) => {
    const digits = digitsOf(written)
    return /^\+?[\d\s()./-]+$/.test(written.trim()) && digits.length >= 2 && digits.length <= 15
      ? one(written.trim(), digits)
      : null
  },
  device: (written) => one(written.trim()),
  photo: (written) => (/^[0-9a-f]{16}$/i.test(written.trim()) ? one(written.trim().toLowerCase()) : null),
  word: (written) => {
    const words = wordsOf(written)
    return words.length > 0 ? one(written.trim(), joinWords(words)) : null
  },
  carrier: (written) => one(carrierName(written), codeOf(carrierName(written))),
}

/** A value of a list; null for one that its kind does not have. */
export const tryValue = (kind: ListKind, written: string): Listed | null => readers[kind](written)

/** Reads the values of a list, each once. Refuses with malformed the first one that its kind does not have. */
export function readValues(kind: ListKind, values: readonly string[]): Listed[] {
  const read = new Map<string, Listed>()
  for (const [at, written] of values.entries()) {
    const found = tryValue(kind, written)
    if (!found)
      refuse(
        'malformed',
        'Not added',
        `Value ${at + 1}, '${written.slice(0, 100)}', is no ${listKinds[kind].one.toLowerCase()} such as ${listKinds[kind].example}. Nothing was added.`,
      )
    read.set(found.key, found)
  }
  return [...read.values()]
}
