import { type Role, roles } from '@portreeve/contract/base/rights'
import type { CaseChoice, CaseFile } from '@portreeve/contract/desk/case-files'
import type { User } from '@portreeve/contract/people/users'
import { Shown } from '@portreeve/contract/staff/audit'
import type { Me } from '@portreeve/contract/staff/staff'
import { looks } from '../staff/audit-rows.ts'
import { blackout, type Hidden, type Known } from './blackout.ts'
import type { CaseRows } from './case-rows.ts'

type Caller = (uid: string, role?: string) => string

/** 'A' to 'Z', then 'AA'. */
const letters = (n: number): string =>
  (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role)

/** What people and staff are called in a file, in the order in which it first names them. */
function callers(person: User, staff: CaseRows['staff'], isNamed: boolean): Caller {
  const members = new Map(staff.map((one) => [one.uid, one]))
  const called = new Map([[person.uid, person.displayName ?? person.uid]])
  let [people, colleagues] = [0, 0]
  const next = (member: CaseRows['staff'][number] | undefined, role = member?.role) => {
    if (role === undefined) return `Person ${letters(people++)}`
    // A team, a program or the command line is no person.
    if (member?.shared || !isRole(role)) return member?.name ?? capital(role)
    return isNamed && member ? (member.name ?? member.email) : `${capital(role)} ${letters(colleagues++)}`
  }
  return (uid, role) => {
    const known = called.get(uid) ?? next(members.get(uid), members.get(uid)?.role ?? role)
    called.set(uid, known)
    return known
  }
}

const isLook = new Set<string>(looks)
const noOne: ReadonlySet<string> = new Set()

/** The file of the chosen records, with what is personal to others blacked out. */
export function fileOf(person: CaseFile['person'], choice: CaseChoice, rows: CaseRows, by: Me): CaseFile {
  const maker = { uid: by.uid, name: by.displayName, email: by.email, role: by.role, shared: false }
  const staff = [...rows.staff.filter(({ uid }) => uid !== by.uid), maker]
  const who = callers(person, staff, choice.staff_names)
  const made_by = who(by.uid)
  const hiddenStaff = choice.staff_names ? [] : staff.filter(({ shared }) => !shared)
  const numbers = [
    ...rows.transactions.flatMap(({ id, public_id, order_id }) => [id, public_id, order_id]),
    ...[rows.listings, rows.conversations].flat().map(({ id }) => id),
  ]
  const { black, blackId, hidden } = blackout(
    knownOf(person, rows),
    [...othersOf(rows, person.uid, who), ...hiddenStaff.map((one) => knownStaff(one, who))],
    numbers,
  )
  const dark = <T extends string | null>(text: T, present: ReadonlySet<string>) =>
    (text === null ? null : black(text, present)) as T

  const transactions = rows.transactions.map(
    ({ names: _names, tracked: _tracked, seller, buyer, ...txn }) => {
      const present = new Set([seller, buyer])
      return {
        ...txn,
        ...{ seller: who(seller), buyer: who(buyer), title: dark(txn.title, present) },
        movements: txn.movements.map((one) => ({
          ...one,
          reference: isOwn(one.kind, buyer === person.uid) ? one.reference : null,
        })),
        disputes: txn.disputes.map((one) => ({
          ...{ ...one, by: who(one.by), reason: dark(one.reason, present) },
          buyer_statement: dark(one.buyer_statement, present),
          seller_statement: dark(one.seller_statement, present),
        })),
      }
    },
  )
  const listings = rows.listings.map((one) => ({
    ...{ ...one, title: dark(one.title, noOne) },
    ...{ description: dark(one.description, noOne), message: dark(one.message, noOne) },
  }))
  const conversations = rows.conversations.map(({ names: _names, outside: _outside, ...told }) => {
    const writers = told.messages.map(({ from, written_by }) => written_by ?? from)
    const present = new Set([...told.members, ...writers])
    return {
      ...{ ...told, id: blackId(told.id), members: told.members.map((uid) => who(uid)) },
      messages: told.messages.map(({ at, from, written_by, text, image, attached }) => ({
        ...{ at, from: who(from), written_by: written_by === null ? null : who(written_by, 'staff') },
        ...{ text: dark(text, present), attached: dark(image ?? attached, present) },
        ...(image !== null && from !== person.uid && { attached: `█████ [image of ${who(from)}]` }),
      })),
    }
  })
  const everyone = new Set([...rows.people, ...staff].map(({ uid }) => uid))
  const entryOf = ({ at, by: actor, role, action, about: { kind, id } }: CaseRows['entries'][number]) => ({
    ...{ at, by: who(actor, role), action },
    about: { kind, id: kind === 'user' && id !== person.uid ? who(id) : blackId(id) },
  })
  return {
    ...{ made_at: new Date().toISOString(), made_by, purpose: choice.purpose.trim() },
    ...{ person, transactions, listings, conversations },
    reports: rows.reports.map(({ by: reporter, at, reason, text, state }) => {
      const present = new Set(reporter === null ? [] : [reporter])
      return {
        ...{ at, by: reporter === null ? 'Unknown' : who(reporter), state },
        ...{ reason: dark(reason, present), text: dark(text, present) },
      }
    }),
    decisions: rows.entries
      .filter(({ action }) => !isLook.has(action))
      .map((row) => ({
        ...{ ...entryOf(row), reason: dark(row.reason, everyone), figures: figuresOf(row.after) },
        ...(row.currency !== null && { currency: row.currency }),
      })),
    reads: rows.entries
      .filter(({ action }) => isLook.has(action))
      .map((row) => ({ ...entryOf(row), shown: shownIn(row.after) })),
    left_out: leftOut(choice, rows, { hidden, person, staff: hiddenStaff.length }),
  }
}

/** Whether the provider's number of a movement is the person's: a payment is the buyer's, a payout the seller's. */
const isOwn = (kind: string, isBuyer: boolean) => isBuyer !== (kind === 'payout')

/** Texts of an entry may name anyone; a request for a second person's approval is no decision yet. */
const figuresOf = (after: unknown): Record<string, number | boolean> =>
  Object.fromEntries(
    Object.entries(typeof after === 'object' && after !== null ? after : {}).flatMap(([field, value]) =>
      field === 'asked'
        ? [[field, true]]
        : ['number', 'boolean'].includes(typeof value)
          ? [[field, value]]
          : [],
    ),
  )

const shownIn = (after: unknown) => Shown.safeParse((after as { shown?: unknown } | null)?.shown).data ?? null

/** The names under which records have a person. */
const namesOf = (rows: CaseRows, uid: string) => [
  ...rows.transactions.flatMap(({ seller, buyer, names: [sold, bought] }) => [
    ...(seller === uid ? [sold ?? null] : []),
    ...(buyer === uid ? [bought ?? null] : []),
  ]),
  ...rows.conversations.flatMap(({ names, messages }) => [
    names[uid] ?? null,
    ...messages.filter(({ from }) => from === uid).map(({ name }) => name),
  ]),
]

const knownOf = (person: User, rows: CaseRows): Known => ({
  ...{ uid: person.uid, called: '' },
  names: [...new Set([person.displayName, ...namesOf(rows, person.uid)])],
  ...{ emails: [person.email], phones: [person.phone_number], addresses: [person.last_ip] },
  ids: [person.oneSignalId, person.stripe_customer_id, person.stripe_connect_id],
})

/** The other people of the records, also those who have no account any more. */
function othersOf(rows: CaseRows, own: string, who: Caller): Known[] {
  const staff = new Set(rows.staff.map(({ uid }) => uid))
  const accounts = new Map(rows.people.map((one) => [one.uid, one]))
  const uids = new Set([
    ...rows.transactions.flatMap(({ seller, buyer }) => [seller, buyer]),
    ...rows.conversations.flatMap(({ members, messages }) => [
      ...members,
      ...messages.map(({ from }) => from),
    ]),
    ...rows.reports.flatMap(({ by }) => by ?? []),
    ...accounts.keys(),
  ])
  return [...uids]
    .filter((uid) => uid !== own && !staff.has(uid))
    .map((uid) => {
      const one = accounts.get(uid)
      return {
        ...{ uid, called: who(uid) },
        names: [...new Set([one?.name ?? null, ...namesOf(rows, uid)])],
        ...{ emails: [one?.email ?? null], phones: [one?.phone ?? null], addresses: [one?.address ?? null] },
        ids: one ? [one.push, one.customer, one.connect] : [],
      }
    })
}

const knownStaff = ({ uid, name, email }: CaseRows['staff'][number], who: Caller): Known => ({
  ...{ uid, called: who(uid), names: [name], emails: [email] },
  ...{ phones: [], addresses: [], ids: [] },
})

const plurals: Readonly<Record<Hidden, string>> = {
  ...{ name: 'Names', 'email address': 'Email addresses', 'phone number': 'Phone numbers' },
  ...{ 'IP address': 'IP addresses', id: 'Ids' },
}

/** What the file does not have, with its reason; nothing of which there is none. */
function leftOut(
  choice: CaseChoice,
  { transactions, listings, conversations, reports, all }: CaseRows,
  { hidden, person, staff }: { hidden: ReadonlyMap<Hidden, number>; person: User; staff: number },
): CaseFile['left_out'] {
  const chosen = 'Not chosen for this purpose.'
  const personal = 'Personal data of another person. Beside each bar is what it hides, and whose.'
  const images = conversations.flatMap(({ messages }) =>
    messages.filter(({ image, from }) => image !== null && from !== person.uid),
  )
  const numbers = transactions.flatMap(({ movements, buyer }) =>
    movements.filter(({ kind }) => !isOwn(kind, buyer === person.uid)),
  )
  const outside = conversations.reduce((sum, one) => sum + one.outside, 0)
  return [
    ...[...hidden].map(([what, count]) => ({
      what: `${plurals[what]} of others in texts`,
      count,
      why: personal,
    })),
    { what: 'Images that others sent', count: images.length, why: personal },
    {
      what: 'Numbers of the payment provider',
      count: numbers.length,
      why: 'They name the account of another person.',
    },
    {
      what: 'Tracking numbers',
      count: transactions.filter(({ tracked }) => tracked).length,
      why: 'They lead to the address of another person.',
    },
    {
      what: 'Names of staff',
      count: staff,
      why: 'They act for the marketplace: their role and a letter are enough.',
    },
    { what: 'Transactions', count: all.transactions - transactions.length, why: chosen },
    { what: 'Listings', count: all.listings - listings.length, why: chosen },
    { what: 'Conversations', count: all.conversations - conversations.length, why: chosen },
    { what: 'Messages of the conversations', count: outside, why: 'Outside the chosen range.' },
    {
      what: 'Reports about the person',
      count: all.reports - reports.length,
      why: choice.reports ? 'Older than those of the file.' : chosen,
    },
    ...(choice.decisions ? [] : [{ what: 'Decisions of staff', count: null, why: chosen }]),
    ...(choice.reads ? [] : [{ what: 'Reads by staff', count: null, why: chosen }]),
    { what: 'Notes on the person', count: all.notes, why: 'Internal words of staff.' },
    {
      what: 'Devices, verification codes, reports by the person and promotions',
      count: null,
      why: 'No part of a case file. The export of the person’s data has them.',
    },
  ].filter(({ count }) => count !== 0)
}
