import { latinOf, nameOf } from '../names.ts'
import { Random } from '../random.ts'
import type { BanReason, Person } from '../rows.ts'
import { ago, domains } from '../world.ts'

const versions = ['iOS 6.1.0', 'iOS 6.1.0', 'iOS 6.0.1', 'Android 6.1.0', 'Android 6.0.2', 'Web 2026.41']

/** Number of the people who are in no story. */
const count = 1930
const oldest = 2200 * 24

/** A person's record; `random` draws what the marketplace gave them, such as ids and addresses. */
export function member(
  random: Random,
  now: number,
  known: Pick<Person, 'displayName' | 'email' | 'country_code'> & Partial<Person>,
): Person {
  const joined = known.created_at ? (now - Date.parse(known.created_at)) / 3_600_000 : 1
  return {
    uid: random.letters(28),
    phone_number: `+1555${String(random.below(10_000_000)).padStart(7, '0')}`,
    post_ability: 1,
    appVersion: random.pick(versions),
    last_ip: `2001:db8:${random.hex(4)}:${random.hex(4)}::${random.hex(3)}`,
    lastActive: ago(now, Math.min(joined, random.skewed(120 * 24 * 60, 4) / 60)),
    subscriptionState: random.pick(['none', 'none', 'none', 'active', 'expired']),
    isBanned: false,
    oneSignalId: [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-'),
    created_at: ago(now, joined),
    stripe_customer_id: `cus_${random.letters(14)}`,
    stripe_connect_id: `acct_${random.letters(16)}`,
    payout_timing_preference: random.pick(['standard', 'standard', 'standard', 'instant']),
    available_balance: 0,
    pending_balance: 0,
    listing_quantity_permission: random.chance(8) ? 1 : 0,
    store_behavior: random.chance(6) ? 1 : 0,
    early_access: random.chance(10) ? 1 : 0,
    ...known,
  }
}

/** The people of the marketplace: a few joined today, most in the last two years. */
export function makePeople(now: number): Person[] {
  return Array.from({ length: count }, (_, at) => {
    const random = Random.ofRecord(1, at)
    const { displayName, country_code } = nameOf(random)
    const created_at = ago(now, at < 8 ? 0.4 + at * 2.3 : 24 + random.skewed(oldest * 60, 2.2) / 60)
    return member(random, now, {
      displayName,
      email: `${latinOf(displayName) || 'member'}${at}@${random.pick(domains)}`,
      country_code,
      created_at,
    })
  })
}

const reasons = [
  'Asked buyers to pay outside the app, after two warnings.',
  'Sold counterfeit shoes; three buyers sent photos of the labels.',
  'Did not ship five paid orders in a row.',
  'Insulted buyers in messages.',
  'Opened a new account while blocked.',
  'Chargebacks on four cards within one week.',
  'Used photos of other sellers for items that did not exist.',
]

const staff = [
  { actor_uid: 'staff-moderator', actor: 'Milo Moderator' },
  { actor_uid: 'staff-moderator', actor: 'Milo Moderator' },
  { actor_uid: 'staff-support', actor: 'Suki Support' },
]

/** Blocks about one person in sixty, and returns the reasons. Some were unblocked later: their reasons stay. */
export function blockSome(persons: Person[], now: number): BanReason[] {
  return persons.flatMap((one, at) => {
    const random = Random.ofRecord(2, at)
    if (!random.chance(1.6) || at < 20) return []
    one.isBanned = random.chance(85)
    const since = (now - Date.parse(one.created_at ?? '')) / 3_600_000
    return [
      {
        id: `ban-${String(at).padStart(4, '0')}`,
        uid: one.uid,
        reason: random.pick(reasons),
        created_at: ago(now, 26 + random.next() * Math.min(since - 26, 300 * 24)),
        ...random.pick(staff),
      },
    ]
  })
}
