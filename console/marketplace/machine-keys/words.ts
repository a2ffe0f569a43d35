import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import type { MachineKey, MachineScope } from '@portreeve/contract/marketplace/machine-keys'
import { beginOf, isDay } from '../../format/days.ts'
import { entityWords, isEntity } from '../../format/ingest-words.ts'
import type { Tone } from '../../ui/StateWord.tsx'

const day = 86_400_000

/** Days before its end from which a key is marked, so that there is time to rotate it. */
const soonDays = 14

const writes = (...names: IngestName[]): MachineScope[] => names.map((name): MachineScope => `ingest.${name}`)

/** The scopes by what they are about. */
export const scopeGroups: readonly { label: string; choices: MachineScope[] }[] = [
  { label: 'Events', choices: ['events.read'] },
  {
    label: 'People',
    choices: writes(
      'users',
      'ban_reasons',
      'devices',
      'verification_codes',
      'gift_cards',
      'user_reports',
      'appeals',
    ),
  },
  { label: 'Listings', choices: writes('listings', 'content_reports', 'promoted_posts') },
  { label: 'Orders and money', choices: writes('orders', 'transactions', 'disputes', 'ship_labels') },
  { label: 'Messages', choices: writes('conversations', 'messages') },
  {
    label: 'Content',
    choices: writes(
      'collections',
      'collection_items',
      'questions',
      'similar_content_keywords',
      'moderating_messages',
      'macros',
      'email_templates',
    ),
  },
]

/** 'Reads events', 'Writes people'. Another server may send an unknown scope. */
export function scopeWords(scope: string): string {
  if (scope === 'events.read') return 'Reads events'
  const name = scope.replace(/^ingest\./, '')
  return isEntity(name) ? `Writes ${entityWords[name].many}` : scope
}

const sentence = new Intl.ListFormat('en')

/** 'Reads events; writes people and listings'; a group that is complete is named once. */
export function scopesInWords(scopes: readonly MachineScope[]): string {
  const written = scopeGroups.flatMap((group) => group.choices).filter((one) => scopes.includes(one))
  const reads = written.includes('events.read') ? ['reads events'] : []
  const entities = written.filter((one) => one !== 'events.read')
  const all = scopeGroups.flatMap((group) => group.choices).length - 1
  const names = entities.map((scope) => scopeWords(scope).replace(/^Writes /, ''))
  const text = [
    ...reads,
    ...(entities.length === all
      ? ['writes everything']
      : names.length > 0
        ? [`writes ${sentence.format(names)}`]
        : []),
  ].join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The use of a key: '30 days: 96 calls, 1,204 rows'. */
export const usageWords = (calls: number, rows: number): string =>
  `30 days: ${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'}, ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`

type Ends = Pick<MachineKey, 'revoked_at' | 'expires_at'>

/** Whether a key may still be used. */
export const isValid = ({ revoked_at, expires_at }: Ends, now: Date): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now.getTime())

/** Whether a key may be used, and for how long. */
export function keyState(key: Ends, now: Date): { word: string; tone: Tone } {
  if (key.revoked_at !== null) return { word: 'revoked', tone: 'quiet' }
  if (!isValid(key, now)) return { word: 'expired', tone: 'bad' }
  const left = key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - now.getTime()
  return left <= soonDays * day ? { word: 'expires soon', tone: 'caution' } : { word: 'valid', tone: 'good' }
}

/** The names that two valid keys share: a rotation that is not over. */
export function rotating(keys: readonly (Ends & { name: string })[], now: Date): string[] {
  const names = keys.filter((key) => isValid(key, now)).map(({ name }) => name)
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

export const expiries = ['none', '90', '365', 'date'] as const
export type Expiry = (typeof expiries)[number]

/**
 * When a new key ends, ISO-8601 UTC; null for never, and undefined for a date that is none.
 * @param on the last local day of the key, YYYY-MM-DD
 */
export function endOf(expiry: Expiry, on: string, now: Date): string | null | undefined {
  if (expiry === 'none') return null
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * day).toISOString()
  return isDay(on) ? beginOf(on, 1) : undefined
}

/** The addresses and networks of a text with one in each line. */
export const networksIn = (typed: string): string[] => typed.split(/[\s,]+/).filter((one) => one !== '')
