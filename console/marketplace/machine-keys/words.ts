import { actingScopes, isActing, permissionIn } from '@portreeve/contract/base/programs'
import { permissions } from '@portreeve/contract/base/rights'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import type { MachineKey, MachineScope, ProgramLimits } from '@portreeve/contract/marketplace/machine-keys'
import { beginOf, isDay } from '../../format/days.ts'
import { entityWords, isEntity } from '../../format/ingest-words.ts'
import { grouped } from '../../format/money.ts'
import type { Tone } from '../../ui/StateWord.tsx'

const day = 86_400_000

/** Days before its end from which a key is marked, so that there is time to rotate it. */
const soonDays = 14

const writes = (...names: IngestName[]): MachineScope[] => names.map((name): MachineScope => `ingest.${name}`)

type Group = { readonly label: string; readonly choices: MachineScope[] }
/** The scopes of programs that send records and read events, by what they are about. */
export const recordGroups: readonly Group[] = [
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

/** All scopes. What a program proposes waits for a person; what it does itself does not. */
export const scopeGroups: readonly Group[] = [
  ...recordGroups,
  { label: 'Looks', choices: actingScopes.filter((scope) => scope.endsWith('.read')) },
  { label: 'Proposes to staff', choices: actingScopes.filter((scope) => scope.startsWith('propose.')) },
  {
    label: 'Acts itself',
    choices: actingScopes.filter((scope) => scope.startsWith('act.') && !scope.endsWith('.read')),
  },
]

/** 'Reads events', 'Writes people', 'May block or unblock an account'. Another server may send an unknown scope. */
export function scopeWords(scope: string): string {
  if (scope === 'events.read') return 'Reads events'
  const permission = permissionIn(scope)
  if (permission)
    return `${scope.startsWith('act.') ? 'May' : 'May propose to'} ${permissions[permission].words}`
  const name = scope.replace(/^ingest\./, '')
  return isEntity(name) ? `Writes ${entityWords[name].many}` : scope
}

const sentence = new Intl.ListFormat('en')

/** 'Reads events; writes people and listings'; all records are named once. */
export function scopesInWords(scopes: readonly MachineScope[]): string {
  const all = recordGroups.flatMap((group) => group.choices).filter((one) => one !== 'events.read')
  const names = all
    .filter((one) => scopes.includes(one))
    .map((scope) => scopeWords(scope).replace(/^Writes /, ''))
  const acting = scopes.filter(isActing).map((scope) => scopeWords(scope).toLowerCase())
  const text = [
    ...(scopes.includes('events.read') ? ['reads events'] : []),
    ...(names.length === all.length
      ? ['writes everything']
      : names.length > 0
        ? [`writes ${sentence.format(names)}`]
        : []),
    ...acting,
  ].join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 'Owned by Ana: at most 60 actions in an hour and no money'. */
export const ownerWords = (owner: string, { per_hour, cents_per_day }: ProgramLimits): string =>
  `Owned by ${owner}: at most ${per_hour.toLocaleString('en')} ${per_hour === 1 ? 'action' : 'actions'} in an hour and ${cents_per_day === 0 ? 'no money' : `${grouped(cents_per_day)} in a day`}`

/** The use of a key: '30 days: 96 calls, 1,204 rows'. */
export const usageWords = (calls: number, rows: number): string =>
  `30 days: ${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'}, ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`

type Ends = Pick<MachineKey, 'revoked_at' | 'expires_at'>

/** Whether a key may still be used. */
export const isValid = ({ revoked_at, expires_at }: Ends, now: Date): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now.getTime())

/** Whether a key may be used, and for how long. A key that acts is idle without the rights of its owner. */
export function keyState(
  key: Ends & Partial<Pick<MachineKey, 'idle_scopes' | 'scopes'>>,
  now: Date,
): { word: string; tone: Tone } {
  if (key.revoked_at !== null) return { word: 'revoked', tone: 'quiet' }
  if (!isValid(key, now)) return { word: 'expired', tone: 'bad' }
  const idle = key.idle_scopes?.length ?? 0
  if (idle > 0) return { word: idle === key.scopes?.length ? 'idle' : 'partly idle', tone: 'bad' }
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
