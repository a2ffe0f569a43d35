import type { User } from '@portreeve/contract/users'
import { latinOf, nameOf } from './names.ts'
import { Chance, domains, later } from './world.ts'

/** A person of the demo. */
export type Person = Omit<User, 'version'>

/** The people, and the reasons why some of them are blocked. */
export interface People {
  /** All people except the sentinels: only these may be drawn for listings, purchases, reports. */
  ordinary: Person[]
  sentinels: Person[]
  banReasons: {
    id: string
    uid: string
    reason: string | null
    created_at: string
    actor_uid: string | null
    actor: string | null
  }[]
}

const reasons = [
  'Took payment outside the app',
  'Sold counterfeit items',
  'Never shipped three paid orders',
  'Harassed buyers in messages',
  'Opened a new account while blocked',
  'Chargebacks on several cards',
]
const versions = ['iOS 6.1.0', 'iOS 6.0.1', 'iOS 5.2.3', 'Android 5.0', 'Android 4.9', 'Web 2026.41']

/** About 2,000 people: ordinary people, rings of linked accounts, strangers behind one carrier, and the sentinels. */
export function makePeople(day: number): People {
  const chance = new Chance(1, day)
  const address = freeAddresses(chance)
  const ordinary = Array.from({ length: 1960 }, (_, at) => person(chance, at, address))
  const banReasons: People['banReasons'] = []
  const block = (one: Person, reason: string | null, days: number) => {
    one.isBanned = true
    banReasons.push({
      id: `ban-${String(banReasons.length + 1).padStart(4, '0')}`,
      uid: one.uid,
      reason,
      created_at: chance.daysAgo(days, days + 1),
      ...(chance.oddly(70)
        ? { actor_uid: 'staff-moderator', actor: 'Milo Moderator' }
        : { actor_uid: null, actor: null }),
    })
  }
  link(ordinary, block)
  for (const one of ordinary.slice(200))
    if (chance.oddly(1.5)) block(one, chance.pick(reasons), chance.whole(1, 400))
  // Blocked twice and unblocked since: the reasons stay.
  for (const one of ordinary.slice(300, 306)) {
    block(one, chance.pick(reasons), 300)
    block(one, null, 120)
    one.isBanned = false
  }
  const sentinels = makeSentinels(chance, address)
  const blocked = sentinels.find(({ uid }) => uid === 'sentinel-blocked')
  if (blocked) {
    block(blocked, 'Never shipped three paid orders', 200)
    block(blocked, 'Opened a new account while blocked', 20)
  }
  return { ordinary, sentinels, banReasons }
}

function person(chance: Chance, at: number, address: () => string): Person {
  const { displayName, country_code } = nameOf(chance)
  const created_at = chance.daysAgo(3, 2200)
  const uid = chance.letters(28)
  return {
    uid,
    displayName: chance.oddly(0.6) ? null : displayName,
    email: chance.oddly(2.5) ? null : `${latinOf(displayName) || 'member'}${at}@${chance.pick(domains)}`,
    country_code: chance.oddly(1) ? null : country_code,
    phone_number: chance.oddly(5) ? 'temp' : chance.oddly(4) ? null : phone(chance),
    post_ability: chance.pick([0, 1, 1, 1, 2]),
    appVersion: chance.oddly(2) ? null : chance.pick(versions),
    last_ip: chance.oddly(3) ? null : address(),
    lastActive: chance.oddly(2)
      ? null
      : chance.daysAgo(0, Math.max(1, Math.min(400, (chance.day - Date.parse(created_at)) / 86_400_000))),
    subscriptionState: chance.pick(['none', 'none', 'active', 'expired', null]),
    isBanned: false,
    oneSignalId: chance.oddly(8) ? null : chance.faker.string.uuid(),
    created_at: chance.oddly(0.5) ? 'not a date' : chance.oddly(0.5) ? null : created_at,
    stripe_customer_id: chance.oddly(5) ? null : `cus_${chance.letters(14)}`,
    stripe_connect_id: chance.oddly(40) ? null : `acct_${chance.letters(16)}`,
    payout_timing_preference: chance.pick(['standard', 'standard', 'instant', null]),
    available_balance: chance.oddly(65) ? 0 : chance.whole(100, 90_000),
    pending_balance: chance.oddly(60) ? 0 : chance.whole(100, 40_000),
    listing_quantity_permission: chance.oddly(20) ? 1 : 0,
    store_behavior: chance.oddly(15) ? 1 : 0,
    early_access: chance.oddly(10) ? 1 : 0,
  }
}

const phone = (chance: Chance) => `+1555${chance.faker.string.numeric(7)}`

/** Addresses of the documentation ranges, each given once; so a shared address is shared on purpose. */
function freeAddresses(chance: Chance): () => string {
  let given = 0
  return () => {
    const at = given++
    if (at % 3 === 0 && at < 1500) return `${at < 750 ? '192.0.2' : '198.51.100'}.${((at / 3) % 250) + 1}`
    return `2001:db8:${chance.hex(4)}:${at.toString(16)}::${chance.hex(3)}`
  }
}

/** Links accounts: rings by push id, phone number and address, a blocked ring, and a carrier's address. */
function link(people: Person[], block: (one: Person, reason: string, days: number) => void) {
  let from = 0
  const take = (count: number) => {
    from += count
    return people.slice(from - count, from)
  }
  for (const size of [3, 4, 5, 6, 3, 4]) {
    const [first, ...others] = take(size)
    if (!first) continue
    first.oneSignalId ??= '11111111-2222-4333-8444-555555555555'
    first.phone_number = `+1555010${String(size).padStart(4, '0')}`
    for (const [at, one] of others.entries()) {
      one.oneSignalId = first.oneSignalId
      if (at % 2 === 0) one.phone_number = first.phone_number
      if (at % 3 === 0) one.last_ip = first.last_ip
    }
    // A person who came back after a block: one account of the ring is blocked, the others are not.
    if (size > 4) block(first, 'Opened a new account while blocked', 90)
  }
  const blockedRing = take(5)
  for (const one of blockedRing) {
    one.last_ip = '198.51.100.253'
    one.phone_number = '+15550109999'
    block(one, 'Chargebacks on several cards', 45)
  }
  for (const one of take(40)) one.last_ip = '203.0.113.7'
}

/** Number of the people sentinel-reported-N. */
export const reportedPeople = 16

/** Number of the people sentinel-cleanup-N. */
export const cleanedUp = 6

const dayBefore = (chance: Chance, days: number) => new Date(chance.day - days * 86_400_000).toISOString()

/** The people that tests and manual tests know by their uid (docs/demo.md). */
function makeSentinels(chance: Chance, address: () => string): Person[] {
  const plain = (uid: string, change: Partial<Person> = {}): Person => ({
    uid,
    displayName: uid
      .split('-')
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join(' '),
    email: `${uid}@example.com`,
    country_code: 'US',
    phone_number: phone(chance),
    post_ability: 1,
    appVersion: 'iOS 6.1.0',
    last_ip: address(),
    lastActive: later(dayBefore(chance, 2), 9.5),
    subscriptionState: 'active',
    isBanned: false,
    oneSignalId: chance.faker.string.uuid(),
    created_at: later(dayBefore(chance, 700), 14.25),
    stripe_customer_id: `cus_${chance.letters(14)}`,
    stripe_connect_id: `acct_${chance.letters(16)}`,
    payout_timing_preference: 'standard',
    available_balance: 0,
    pending_balance: 0,
    listing_quantity_permission: 0,
    store_behavior: 0,
    early_access: 0,
    ...change,
  })
  const faults = ['load-fails', 'changes-fail', 'changes-200', 'changes-drop', 'slow', 'ban-reasons-fail']
  const others = ['deletable', 'content', 'blocked', 'disputed']
  return [
    ...[...faults, ...others].map((word) => plain(`sentinel-${word}`)),
    plain('sentinel-nulls', {
      email: null,
      country_code: null,
      phone_number: null,
      post_ability: null,
      appVersion: null,
      last_ip: null,
      lastActive: null,
      subscriptionState: null,
      oneSignalId: null,
      created_at: null,
      stripe_customer_id: null,
      stripe_connect_id: null,
      payout_timing_preference: null,
      available_balance: null,
      pending_balance: null,
    }),
    plain('sentinel-bad-date', { created_at: 'not a date' }),
    plain('sentinel-long-name', { displayName: longName }),
    plain('sentinel-balances', { available_balance: 1234, pending_balance: 50 }),
    ...Array.from({ length: 20 }, (_, at) => plain(`sentinel-edit-${at + 1}`)),
    plain('staff-admin', { displayName: 'Ada Admin', email: 'ada.admin@example.com' }),
    ...['reporter', 'txns-fail'].map((word) => plain(`sentinel-${word}`)),
    ...Array.from({ length: reportedPeople }, (_, at) => plain(`sentinel-reported-${at + 1}`)),
    plain('sentinel-account', { ...twins, last_ip: '203.0.113.9' }),
    plain('sentinel-account-twin', { ...twins, lastActive: null, created_at: 'not a date' }),
    plain('sentinel-account-banned', {
      phone_number: twins.phone_number,
      last_ip: '203.0.113.9',
      isBanned: true,
    }),
    plain('sentinel-phone-temp', { phone_number: 'temp' }),
    ...['tabs-fail', 'tabs-slow', 'many', 'seller', 'buyer'].map((word) => plain(`sentinel-${word}`)),
    ...Array.from({ length: cleanedUp }, (_, at) => plain(`sentinel-cleanup-${at + 1}`)),
  ]
}

/** The values that sentinel-account and its twin share. */
const twins = { oneSignalId: '5e471e00-0000-4000-8000-000000000001', phone_number: '+15550107777' }

/** 300 letters from right to left. */
const longName = 'عبدالرحمن بن محمد الطويل جدا '.repeat(20).slice(0, 299).padEnd(300, 'م')
