import { Random } from '../random.ts'
import type { Conversations, Money, Person, Purchase } from '../rows.ts'
import { ago, later } from '../world.ts'
import { type Question, toAdmin, toModerator, toSupport, toTeam } from './inbox-words.ts'
import { staff } from './staff.ts'
import { fill, firstName, type Line, money, type Side, talk } from './talks.ts'

/** The purchases that a question can be about, and the side that asks. */
const matches: Record<
  NonNullable<Question['of']>,
  [(txn: Purchase) => boolean, 'purchaser_uid' | 'seller_uid']
> = {
  delivered: [({ shipping_status, dispute_id }) => shipping_status === 1 && !dispute_id, 'purchaser_uid'],
  travelling: [({ shipping_status }) => shipping_status === 2, 'purchaser_uid'],
  unsent: [({ status, shipping_status }) => status === 2 && shipping_status === 3, 'purchaser_uid'],
  held: [
    ({ status, shipping_status, dispute_id }) => status === 2 && shipping_status === 1 && !dispute_id,
    'seller_uid',
  ],
  cancelled: [({ status }) => status === 3, 'purchaser_uid'],
}

/** The inboxes of staff: the newest questions wait for an answer, the others have one. */
export function makeInboxes(people: Person[], trade: Money, now: number): Conversations {
  const all: Conversations = { conversations: [], members: [], messages: [] }
  const newest = trade.transactions.toSorted((a, b) => b.purchase_date.localeCompare(a.purchase_date))
  const byUid = new Map(people.map((one) => [one.uid, one]))
  const busy = new Set<string>()
  const ask = (member: Side, { of, from, lines }: Question, hours: number, at: number) => {
    const random = Random.of(`inbox ${member.uid} ${at}`)
    const [fits, side] = of ? matches[of] : []
    const txn = fits && side && newest.find((one) => fits(one) && !busy.has(one[side]))
    const person =
      txn && side
        ? byUid.get(txn[side])
        : random.pick(from ? people.filter((one) => one.country_code === from) : people)
    if (!person || (of && !txn) || person.isBanned) return
    busy.add(person.uid)
    const values = {
      name: firstName(person),
      item: txn?.product_title ?? '',
      order: txn?.public_id ?? '',
      price: money((txn?.price ?? 0) + (txn?.shipping_cost ?? 0)),
      tracking: txn?.tracking_number ?? '',
      carrier: txn?.carrier ?? '',
    }
    let date = ago(now, hours)
    const said = lines.map((line): Line => {
      const one = {
        from: line.startsWith('p') ? person : member,
        at: date,
        text: fill(line.slice(3), values),
      }
      date = later(date, Math.min(hours / lines.length, (3 + random.below(40)) / 60))
      return one
    })
    const waits = said.at(-1)?.from === person && lines.length === 1
    talk(all, `inbox-${random.letters(12)}`, [person, member], said, { unread: waits ? [member] : [] })
  }
  const fillInbox = (member: Side, questions: readonly Question[]) => {
    for (const [at, question] of questions.entries())
      ask(member, question, question.lines.length === 1 ? 0.4 + at * 0.7 : 3 + at * 9, at)
  }
  fillInbox(staff.support, toSupport)
  fillInbox(staff.moderator, toModerator)
  fillInbox(staff.admin, toAdmin)
  fillInbox({ uid: 'support', displayName: 'Support' }, toTeam)
  return all
}
