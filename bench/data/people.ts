import { latinOf, nameOf } from '../../server/seed/names.ts'
import { searchColumns } from '../../server/store/search-text.ts'
import type { Table } from './load.ts'
import { ageOf, daysAgo, idOf, Luck, type Size } from './luck.ts'

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

export const uidOf = (number: number): string => new Luck(1, number).letters(28)

const graphemes = new Intl.Segmenter()
const halvesOf = new Map<string[], { heads: string[]; tails: string[] }>()

/** The first and the second halves of names, from which names of the same script are put together. */
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

/** As everywhere: some names are borne by thousands of a million, most by a few; half of all share their full name with nobody. */
export function nameOfPerson(number: number): { displayName: string; country_code: string } {
  const luck = new Luck(2, number)
  let common = 50
  return nameOf(luck, (names) => {
    const rarer = !luck.odds(common)
    common = 12
    if (!rarer) return luck.pick(names)
    const { heads, tails } = halves(names)
    return `${luck.pick(heads)}${luck.odds(75) ? luck.pick(tails) : ''}${luck.pick(tails)}`
  })
}

/** Who shares something with whom: a small family, now and then a whole carrier. */
const shared = (luck: Luck, number: number, percent: number) =>
  luck.odds(percent) ? number - (number % 5) : number

function address(luck: Luck, number: number): string {
  if (luck.odds(2)) return `10.255.0.${luck.skewed(40, 2)}`
  const owner = new Luck(4, shared(luck, number, 12))
  if (owner.odds(20)) return `2001:db8:${owner.hex(4)}:${owner.hex(4)}::${owner.hex(3)}`
  return `10.${owner.whole(255)}.${owner.whole(256)}.${owner.whole(256)}`
}

const prefixes = ['+1555', '+1555', '+1555', '+44555', '+49555', '+33555', '+34555', '+81555']
/** Seven digits that no two people have by chance. */
const digits = (number: number) => String((number * 7_368_787 + 1_234_567) % 10_000_000).padStart(7, '0')

function phone(luck: Luck, number: number): string | null {
  if (luck.odds(5)) return 'temp'
  if (luck.odds(4)) return null
  const owner = shared(luck, number, 4)
  return `${new Luck(5, owner).pick(prefixes)}${digits(owner)}`
}

function push(luck: Luck, number: number): string | null {
  if (luck.odds(8)) return null
  const owner = new Luck(6, shared(luck, number, 3))
  return `${owner.hex(8)}-${owner.hex(4)}-4${owner.hex(3)}-a${owner.hex(3)}-${owner.hex(12)}`
}

/** Whether somebody is blocked now. */
export const isBanned = (number: number): boolean => new Luck(7, number).odds(1.5)

export function person(number: number, size: Size) {
  const luck = new Luck(3, number)
  const { displayName, country_code } = nameOfPerson(number)
  const age = ageOf(number, size.users, days)
  const deleted = luck.odds(0.5)
  const known = {
    uid: uidOf(number),
    displayName: luck.odds(0.6) ? null : displayName,
    email: luck.odds(2) ? null : `${latinOf(displayName) || 'member'}${number % 9973}@${luck.pick(domains)}`,
    phone_number: phone(luck, number),
    oneSignalId: push(luck, number),
    last_ip: luck.odds(3) ? null : address(luck, number),
  }
  // As a deletion leaves it: no search finds the account.
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
    country_code: luck.odds(1) ? null : country_code,
    phone_number: known.phone_number,
    post_ability: luck.pick([0, 1, 1, 1, 2]),
    app_version: luck.pick(versions),
    last_ip: known.last_ip,
    last_active: luck.odds(2) ? null : daysAgo(luck.next() * Math.min(age, 400)),
    subscription_state: luck.pick(['none', 'none', 'active', 'expired', null]),
    is_banned: isBanned(number),
    one_signal_id: known.oneSignalId,
    created_at: luck.odds(0.3) ? 'not a date' : created_at,
    created_at_time: luck.odds(0.3) ? null : created_at,
    stripe_customer_id: luck.odds(5) ? null : `cus_${new Luck(8, shared(luck, number, 2)).letters(14)}`,
    stripe_connect_id: luck.odds(40) ? null : `acct_${luck.letters(16)}`,
    payout_timing_preference: luck.pick(['standard', 'standard', 'instant', null]),
    available_balance: luck.odds(65) ? 0 : 100 + luck.whole(90_000),
    pending_balance: luck.odds(60) ? 0 : 100 + luck.whole(40_000),
    listing_quantity_permission: luck.whole(2),
    store_behavior: luck.whole(2),
    early_access: luck.whole(2),
    deleted_at: deleted ? daysAgo(luck.next() * age) : null,
    ...search,
  }
}

export const peopleTables = (size: Size): Table[] => [
  { name: 'users', count: size.users, row: (number) => person(number, size) },
  {
    name: 'devices',
    count: Math.floor(size.users * 1.2),
    row: (number) => {
      const luck = new Luck(10, number)
      const created_at = daysAgo(luck.next() * 900)
      return {
        id: idOf('d', number),
        uid: uidOf(number % size.users),
        device_id: `dev-${new Luck(11, shared(luck, number, 5)).hex(16)}`,
        code: luck.odds(30) ? String(luck.whole(1_000_000)).padStart(6, '0') : null,
        created_at,
        created_at_time: created_at,
        verification_status: luck.pick([0, 1, 1, 1, 2]),
      }
    },
  },
  {
    name: 'ban_reasons',
    count: size.users,
    row: (number) => {
      const luck = new Luck(12, number)
      // Those who were unblocked again keep their reasons.
      if (!isBanned(number) && !luck.odds(0.5)) return undefined
      return {
        id: idOf('b', number),
        uid: uidOf(number),
        reason: luck.pick(banWords),
        created_at: daysAgo(luck.next() * 700),
        actor_uid: luck.odds(80) ? `staff-bench-${luck.whole(20)}` : null,
        actor: luck.odds(80) ? 'Milo Moderator' : null,
      }
    },
  },
  {
    name: 'verification_codes',
    count: Math.floor(size.users / 20),
    row: (number) => {
      const luck = new Luck(13, number)
      const created_at = daysAgo(luck.next() * 30)
      return {
        id: idOf('v', number),
        uid: uidOf(luck.whole(size.users)),
        code: String(luck.whole(1_000_000)).padStart(6, '0'),
        created_at,
        created_at_time: created_at,
      }
    },
  },
  {
    name: 'user_reports',
    count: Math.floor(size.users / 50),
    row: (number) => {
      const luck = new Luck(14, number)
      return {
        id: idOf('r', number),
        reporting_uid: uidOf(luck.skewed(size.users, 2)),
        reporter_uid: luck.odds(3) ? null : uidOf(luck.whole(size.users)),
        report_reason_id: luck.pick(['Scam', 'Harassment', 'No show', 'Spam', 'Off-app payment']),
        input: luck.pick([
          null,
          'Asked me to pay by bank transfer.',
          'Never turned up, twice.',
          'Muy agresivo',
        ]),
        // A staff that keeps up leaves the newest open.
        status: number >= size.users / 50 - 300 ? 'open' : luck.pick(['resolved', 'resolved', 'ignored']),
        created_at: daysAgo(ageOf(number, size.users / 50, 900)),
      }
    },
  },
  {
    name: 'gift_cards',
    count: Math.floor(size.users / 100),
    row: (number) => {
      const luck = new Luck(15, number)
      const redeemed = luck.odds(60)
      return {
        code: `GIFT-${luck.letters(12).toUpperCase()}-${number}`,
        cents: luck.pick([1000, 2500, 5000, 10_000]),
        created_at: daysAgo(400),
        redeemed_by: redeemed ? uidOf(luck.whole(size.users)) : null,
        redeemed_at: redeemed ? daysAgo(luck.next() * 400) : null,
      }
    },
  },
]
