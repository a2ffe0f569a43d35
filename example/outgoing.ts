import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Portreeve, PortreeveError } from '@portreeve/client'
import type { Data, Store, Tables } from './data.ts'

// From here to Portreeve. The outbox names what has changed; each record is sent whole, in its present state.

type Name = (uid: string) => string | null
type Put<One> = (
  to: Portreeve,
  id: string,
  record: One,
  version: number,
  name: Name,
  hasField: boolean,
) => Promise<unknown>

/** How a record of each kind is written: Portreeve's words on the left, ours on the right (docs/ingest.md). */
const put: { [Table in keyof Tables]: Put<Tables[Table][string]> } = {
  people: (to, uid, person, source_version, _name, hasField) =>
    to.put('users', {
      ...{ uid, displayName: person.name, email: person.email, phone_number: person.phone },
      ...{ created_at: person.joined, isBanned: person.blocked !== null, country_code: 'US' },
      ...{ stripe_connect_id: `acct_${uid}`, source_version },
      ...(hasField && { extra: { verified_seller: person.verified ?? false } }),
    }),
  listings: (to, key, listing, source_version, name) =>
    to.put('listings', {
      ...{ key, title: listing.title, description: listing.description, quantity: 1, post_version: 2 },
      ...{ price: listing.price / 100, price_as_smallest_currency_unit: listing.price, sold: listing.sold },
      ...{ creatorUID: listing.seller, creatorName: name(listing.seller), creationDate: listing.posted },
      ...{ review_state: listing.state, review_message: listing.reason, source_version },
      photosURL: listing.photo === undefined ? [] : [listing.photo],
    }),
  // An order is a payment; a transaction is one listing in it.
  orders: async (to, id, order, source_version, name) => {
    const { payment: stripe_payment_intent_id, bought, status, shipping_status, currency = 'USD' } = order
    const payment = {
      buyer_uid: order.buyer,
      stripe_payment_intent_id,
      status: 1,
      created_at: bought,
      currency,
    }
    await to.put('orders', { id, ...payment, ...order.ship_to, source_version })
    await to.put('transactions', {
      ...{ id: `${id}-1`, order_id: id, product_id: order.listing, product_title: order.title },
      ...{ seller_uid: order.seller, seller_display_name: name(order.seller), price: order.price },
      ...{ purchaser_uid: order.buyer, purchaser_display_name: name(order.buyer), purchase_date: bought },
      ...{ shipping_cost: 0, currency, status, shipping_status, payout_status: 2, source_version },
    })
  },
  messages: async (to, id, { conversation, from, to: other, text, sent: date }, source_version, name) => {
    const members = { [from]: name(from), [other]: name(other) }
    const talk = { conversationsMessagesID: conversation, lastMessage: text, date, members }
    await to.put('conversations', { id: conversation, ...talk, source_version })
    const sender = { senderID: from, senderDisplayName: name(from) }
    await to.put('messages', { id, conversation_id: conversation, ...sender, text, date, source_version })
  },
  reports: (to, id, { listing, person, by: reporter_uid, reason: report_reason_id, made: created_at }) =>
    listing === undefined
      ? to.put('user_reports', { id, reporting_uid: person, reporter_uid, report_reason_id, created_at })
      : to.put('content_reports', { id, post_key: listing, reporter_uid, report_reason_id, created_at }),
  // The newest text: each is the next round of the appeal.
  appeals: async (to, id, { person: uid, about, rounds }, source_version) => {
    const said = rounds.findLast(({ by }) => by === 'person')
    if (said)
      await to.put('appeals', { id, uid, about, text: said.text, created_at: said.at, source_version })
  },
  // Portreeve makes the same proposal once by its key, also when a kill sends it again.
  proposals: (to, id, { before }) =>
    to.propose({
      ...{ call: 'posts.deny', params: { id }, key: `photo-${id}` },
      body: { message: 'The photo is that of another seller. Post one of your own.' },
      reason: `Another seller has posted the same photo before, in the listing ${before}.`,
    }),
}

type Change<Table> = { table: Table; id: string; version: number }

async function write<Table extends keyof Tables>(
  to: Portreeve,
  data: Data,
  change: Change<Table>,
  hasField: boolean,
) {
  const records: Tables[Table] = data[change.table]
  const record = records[change.id] as Tables[Table][string] | undefined
  const name: Name = (uid) => data.people[uid]?.name ?? null
  if (record) await put[change.table](to, change.id, record, change.version, name, hasField)
}

/**
 * Sends the outbox, the oldest change first: a listing follows its seller, a transaction its order.
 * @param hasField whether Portreeve has the field of `declareField`
 */
export async function sendChanges(to: Portreeve, store: Store, hasField: boolean): Promise<never> {
  for (;;) {
    const [next] = store.data.outbox
    try {
      if (next) await write(to, store.data, next, hasField)
      else await once(store.changes, 'change')
    } catch (error) {
      console.error(`${next?.table} ${next?.id}: ${(error as Error).message}`)
      // A rejected row would be rejected again, and a proposal that is refused, as staff were faster, holds no record up. Any other
      // refusal, such as that of an ended key, keeps the record waiting.
      const isOver =
        next?.table === 'proposals' || (error instanceof PortreeveError && error.code === 'rejected')
      if (!isOver) {
        await pause(5000)
        continue
      }
    }
    // A kill before this line sends the record again, which changes nothing.
    if (next) store.change(({ outbox }) => outbox.shift())
  }
}
