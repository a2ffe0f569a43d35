import { setTimeout as pause } from 'node:timers/promises'
import { type Event, type Portreeve, PortreeveError } from '@portreeve/client'
import { type Data, type Store, say } from './data.ts'

// From Portreeve to here: what staff decide, in the order of the decisions. docs/events.md lists all types.

export async function readEvents(from: Portreeve, store: Store): Promise<never> {
  let after = store.data.position
  for (;;)
    try {
      for await (const { event, position } of from.events(after)) {
        // The position is stored with what the event did, so that each event takes effect once.
        store.change((data) => {
          apply(data, event)
          data.position = position
        })
        after = position
      }
    } catch (error) {
      console.error(`The events: ${(error as Error).message}`)
      // The position is older than 30 days, or of a database that was restored from its backup.
      if (error instanceof PortreeveError && error.code === 'expired') after = 'end'
      await pause(5000)
    }
}

/** Does here what staff decided there. Types of which this marketplace knows nothing are left out. */
function apply(data: Data, { type, data: of, id: event, timestamp: at }: Event): unknown {
  const { people, listings, orders, messages, decisions, appeals } = data
  switch (type) {
    case 'user.blocked':
      drop(data.sessions, (uid) => uid === of.uid)
      return edit(people[of.uid], { blocked: of.reason ?? 'no reason given' })
    case 'user.unblocked':
      return edit(people[of.uid], { blocked: null })
    case 'decision.noticed':
      return Object.assign(decisions, {
        [of.measure_id]: { person: of.uid, text: of.text, made: at, over: false },
      })
    case 'user.restriction_ended':
      return edit(decisions[of.measure_id], { over: true })
    // The team made an appeal of a message.
    case 'appeal.opened': {
      const { uid: person, measure_id: about, text } = of
      return say(data, of.appeal_id, { person, about }, { by: 'person', text, at })
    }
    case 'appeal.asked':
      return appeals[of.appeal_id]?.rounds.push({ by: 'team', text: of.text, at })
    case 'appeal.decided':
      return edit(appeals[of.appeal_id], { answer: of.text })
    case 'user.updated': {
      const { email = people[of.uid]?.email, phone_number: phone = people[of.uid]?.phone } = of.after
      return edit(people[of.uid], { email, phone })
    }
    case 'user.deleted':
    case 'person.erased':
      // Orders stay, because they are the other person's too.
      drop(data.sessions, (uid) => uid === of.uid)
      drop(listings, ({ seller }) => seller === of.uid)
      drop(messages, ({ from }) => from === of.uid)
      drop(decisions, ({ person }) => person === of.uid)
      drop(appeals, ({ person }) => person === of.uid)
      return delete people[of.uid]
    case 'listing.approved':
    case 'listing.pending':
      return edit(listings[of.listing_id], { state: of.after.review_state, reason: null })
    case 'listing.denied':
      return edit(listings[of.listing_id], { state: of.after.review_state, reason: of.reason })
    case 'listing.deleted':
    case 'listing.restored':
      return edit(listings[of.listing_id], { removed: type === 'listing.deleted' })
    case 'order.address_corrected': {
      const order = orders[of.order_id]
      return edit(order, { ship_to: { ...order?.ship_to, ...of.after } })
    }
    case 'transaction.updated':
    case 'transaction.cancelled':
    case 'transaction.delivered':
    case 'transaction.not_shipped':
      return edit(orders[of.order_id ?? ''], of.after)
    case 'refund.sent':
      return edit(orders[of.order_id ?? '']?.refunds, { [of.reference ?? event]: of })
    case 'refund.failed':
      return delete orders[of.order_id ?? '']?.refunds[of.reference ?? '']
    case 'message.sent': {
      const { conversation_id: conversation, sender_uid: from, text, sent_at: sent } = of
      const to = of.recipients.find((uid) => people[uid])
      return to && Object.assign(messages, { [of.message_id]: { conversation, from, to, text, sent } })
    }
    default:
      return undefined
  }
}

/** Changes a record, unless it is none of ours. */
function edit<One extends object>(record: One | undefined, change: Partial<One>): void {
  if (record) Object.assign(record, change)
}

function drop<One>(records: Record<string, One>, isGone: (record: One) => boolean): void {
  for (const [id, record] of Object.entries(records)) if (isGone(record)) delete records[id]
}
