import { searchColumns } from '../../server/search/search-text.ts'
import { latinOf, nameOf } from '../../server/seed/names.ts'
import { Random } from '../../server/seed/random.ts'
import type { Table } from './load.ts'
import { ageOf, daysAgo, idOf, type Size } from './size.ts'

const days = 2200
const domains = [
  ...Array<string>(11).fill('gmail.example'),
  ...Array<string>(4).fill('outlook.example'),
  ...['yahoo.example', 'icloud.example', 'web.example', 'post.example', 'uni-mail.example'],
]
const versions = ['iOS 6.1.0', 'iOS 6.0.1', 'iOS 5.2.3', 'Android 5.0', 'Android 4.9', 'Web 2026.41', null]
const banWords = [
  'Took payment outside the app',
  'Sold counterfeit items',
  'Never shipped three paid orders',
  'Harassed buyers in messages',
  'Opened a new account while blocked',
  'Chargebacks on several cards',
  null,
]

export const uidOf = (number: number): string => Random.ofRecord(1, number).letters(28)

const graphemes = new Intl.Segmenter()
const halvesOf = new Map<string[], { heads: string[]; tails: string[] }>()

/** First and second halves of names; a name combines two of the same script. */
function halves(names: string[]) {
  const known = halvesOf.get(names)
  if (known) return known
  const letters = names.map((name) => [...graphemes.segment(name)].map(({ segment }) => segment))
  const made = {
    heads: letters.map((name) => name.slice(0, Math.ceil(name.length / 2)).join('')),
    tails: letters.map((name) => name.slice(Math.ceil(name.length / 2)).join('')),
  }
  halvesOf.set(names, made)
  return made
}

/** A real distribution: of a million people thousands share some names, few share most; half have a unique full name. */
export function nameOfPerson(number: number): { displayName: string; country_code: string } {
  const random = Random.ofRecord(2, number)
  let common = 50
  return nameOf(random, (names) => {
    const rarer = !random.chance(common)
    common = 12
    if (!rarer) return random.pick(names)
    const { heads, tails } = halves(names)
    return `${random.pick(heads)}${random.chance(75) ? random.pick(tails) : ''}${random.pick(tails)}`
  })
}

/** People who share an identifier: a small family, sometimes a whole carrier's customers. */
const shared = (random: Random, number: number, percent: number) =>
  random.chance(percent) ? number - (number % 5) : number

function address(random: Random, number: number): string {
  if (random.chance(2)) return `10.255.0.${random.skewed(40, 2)}`
  const owner = Random.ofRecord(4, shared(random, number, 12))
  if (owner.chance(20)) return `2001:db8:${owner.hex(4)}:${owner.hex(4)}::${owner.hex(3)}`
  return `10.${owner.below(255)}.${owner.below(256)}.${owner.below(256)}`
}

const prefixes = ['+1555', '+1555', '+1555', '+44555', '+49555', '+33555', '+34555', '+81555']
/** Seven digits, unique for each person. */
const digits = (number: number) => String((number * 7_368_787 + 1_234_567) % 10_000_000).padStart(7, '0')

function phone(random: Random, number: number): string | null {
  if (random.chance(5)) return 'temp'
  if (random.chance(4)) return null
  const owner = shared(random, number, 4)
  return `${Random.ofRecord(5, owner).pick(prefixes)}${digits(owner)}`
}

function push(random: Random, number: number): string | null {
  if (random.chance(8)) return null
  const owner = Random.ofRecord(6, shared(random, number, 3))
  return `${owner.hex(8)}-${owner.hex(4)}-4${owner.hex(3)}-a${owner.hex(3)}-${owner.hex(12)}`
}

/** Whether a person is blocked now. */
export const isBanned = (number: number): boolean => Random.ofRecord(7, number).chance(1.5)

export function person(number: number, size: Size) {
  const random = Random.ofRecord(3, number)
  const { displayName, country_code } = nameOfPerson(number)
  const age = ageOf(number, size.users, days)
  const deleted = random.chance(0.5)
  const known = {
    uid: uidOf(number),
    displayName: random.chance(0.6) ? null : displayName,
    email: random.chance(2)
      ? null
      : `${latinOf(displayName) || 'member'}${number % 9973}@${random.pick(domains)}`,
    phone_number: phone(random, number),
    oneSignalId: push(random, number),
    last_ip: random.chance(3) ? null : address(random, number),
  }
  // As after a deletion: no search finds the account.
  const search = searchColumns(
    deleted
      ? { uid: '', displayName: null, email: null, phone_number: null, oneSignalId: null, last_ip: null }
      : known,
  )
  const created_at = daysAgo(age)
  return {
    uid: known.uid,
    display_name: known.displayName,
    email: known.email,
    country_code: random.chance(1) ? null : country_code,
    phone_number: known.phone_number,
    post_ability: random.pick([0, 1, 1, 1, 2]),
    app_version: random.pick(versions),
    last_ip: known.last_ip,
    last_active: random.chance(2) ? null : daysAgo(random.next() * Math.min(age, 400)),
    subscription_state: random.pick(['none', 'none', 'active', 'expired', null]),
    is_banned: isBanned(number),
    one_signal_id: known.oneSignalId,
    created_at: random.chance(0.3) ? 'not a date' : created_at,
    created_at_time: random.chance(0.3) ? null : created_at,
    stripe_customer_id: random.chance(5)
      ? null
      : `cus_${Random.ofRecord(8, shared(random, number, 2)).letters(14)}`,
    stripe_connect_id: random.chance(40) ? null : `acct_${random.letters(16)}`,
    payout_timing_preference: random.pick(['standard', 'standard', 'instant', null]),
    available_balance: random.chance(65) ? 0 : 100 + random.below(90_000),
    pending_balance: random.chance(60) ? 0 : 100 + random.below(40_000),
    listing_quantity_permission: random.below(2),
    store_behavior: random.below(2),
    early_access: random.below(2),
    deleted_at: deleted ? daysAgo(random.next() * age) : null,
    ...search,
  }
}

export const peopleTables = (size: Size): Table[] => [
  { name: 'users', count: size.users, row: (number) => person(number, size) },
  {
    name: 'devices',
    count: Math.floor(size.users * 1.2),
    seed: 10,
    row: (number, random) => {
      const created_at = daysAgo(random.next() * 900)
      return {
        id: idOf('d', number),
        uid: uidOf(number % size.users),
        device_id: `dev-${Random.ofRecord(11, shared(random, number, 5)).hex(16)}`,
        code: random.chance(30) ? String(random.below(1_000_000)).padStart(6, '0') : null,
        created_at,
        created_at_time: created_at,
        verification_status: random.pick([0, 1, 1, 1, 2]),
      }
    },
  },
  {
    name: 'ban_reasons',
    count: size.users,
    seed: 12,
    row: (number, random) => {
      // People who were unblocked keep their ban reasons.
      if (!isBanned(number) && !random.chance(0.5)) return undefined
      return {
        id: idOf('b', number),
        uid: uidOf(number),
        reason: random.pick(banWords),
        created_at: daysAgo(random.next() * 700),
        actor_uid: random.chance(80) ? `staff-bench-${random.below(20)}` : null,
        actor: random.chance(80) ? 'Milo Moderator' : null,
      }
    },
  },
  {
    name: 'verification_codes',
    count: Math.floor(size.users / 20),
    seed: 13,
    row: (number, random) => {
      const created_at = daysAgo(random.next() * 30)
      return {
        id: idOf('v', number),
        uid: uidOf(random.below(size.users)),
        code: String(random.below(1_000_000)).padStart(6, '0'),
        created_at,
        created_at_time: created_at,
      }
    },
  },
  {
    name: 'user_reports',
    count: Math.floor(size.users / 50),
    seed: 14,
    row: (number, random) => ({
      id: idOf('r', number),
      reporting_uid: uidOf(random.skewed(size.users, 2)),
      reporter_uid: random.chance(3) ? null : uidOf(random.below(size.users)),
      report_reason_id: random.pick(['Scam', 'Harassment', 'No show', 'Spam', 'Off-app payment']),
      input: random.pick([
        null,
        'Asked me to pay by bank transfer.',
        'Never turned up, twice.',
        'Muy agresivo',
      ]),
      // Only the newest are open, as staff keep up.
      status: number >= size.users / 50 - 300 ? 'open' : random.pick(['resolved', 'resolved', 'ignored']),
      created_at: daysAgo(ageOf(number, size.users / 50, 900)),
    }),
  },
  {
    name: 'gift_cards',
    count: Math.floor(size.users / 100),
    seed: 15,
    row: (number, random) => {
      const redeemed = random.chance(60)
      return {
        code: `GIFT-${random.letters(12).toUpperCase()}-${number}`,
        cents: random.pick([1000, 2500, 5000, 10_000]),
        created_at: daysAgo(400),
        redeemed_by: redeemed ? uidOf(random.below(size.users)) : null,
        redeemed_at: redeemed ? daysAgo(random.next() * 400) : null,
      }
    },
  },
]
