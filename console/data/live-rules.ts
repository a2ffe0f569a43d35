import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import type { TopicPattern } from '@portreeve/contract/base/live'
import { namesOf } from '@portreeve/contract/base/own'
import type { InboxEvent } from '@portreeve/contract/conversations/inbox'
import type { Appeal } from '@portreeve/contract/desk/appeals'
import type { LivePayload, RecordChange, TransactionChange } from '@portreeve/contract/live-payloads'
import type { OrderFilter } from '@portreeve/contract/money/order-search'
import type { OrderCase } from '@portreeve/contract/money/orders'
import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import { holdsRow } from './pages.ts'

/** Topics that screens subscribe to themselves. */
type OfScreens = 'notifications/{uid}' | 'review' | 'conversationUpdates/{uid}' | 'staff/{uid}'
/** Topics whose events only make cached answers stale. */
export type Topic = Exclude<TopicPattern, OfScreens>

/** The cached answers of an endpoint that an event makes stale: those for which `isStale` is true. */
interface Rule<Event> {
  readonly endpoint: Endpoint
  readonly isStale: (event: Event, input: unknown, answer: unknown) => boolean
}

const rule = <E extends Endpoint, Event>(
  endpoint: E,
  isStale: (event: Event, input: Input<E>, answer: unknown) => boolean = () => true,
): Rule<Event> => ({
  endpoint,
  isStale: (event, input, answer) => isStale(event, input as Input<E>, answer),
})

/** A deleted record is not refetched: only the lists change, and the page of the record keeps the typed text. */
const isOfRecord = ({ id, deleted }: RecordChange, { params }: { params: { id: string } }) =>
  !deleted && params.id === id

/** D-032: the page of a deleted person stays. */
const isOfPerson = (
  { uid, deleted }: { uid: string; deleted?: true },
  { params }: { params: { uid: string } },
) => !deleted && params.uid === uid

/** An appeal of a person, who has changed. */
const isOfAppellant = ({ uid }: { uid: string }, _: unknown, answer: unknown) => {
  const { data } = (answer ?? {}) as { data?: Appeal }
  return data === undefined || data.person.uid === uid
}

/** The accounts that share evidence with a person, of whom one has changed. */
const isLinked = ({ uid }: { uid: string }, input: { params: { uid: string } }, answer: unknown) => {
  const { data } = (answer ?? {}) as { data?: LinkedAccounts }
  return input.params.uid === uid || (data?.accounts.some((account) => account.uid === uid) ?? true)
}

const isOfTransaction = ({ id }: TransactionChange, { params }: { params: { id: string } }) =>
  params.id === id
const isParty = ({ purchaser_uid, seller_uid }: TransactionChange, uid: string) =>
  uid === purchaser_uid || uid === seller_uid

/** A list of orders in one state may gain or lose any order; another list changes with its rows. */
const isOfSearch = (id: string, query: OrderFilter | undefined, answer: unknown) =>
  query?.state !== undefined || holdsRow(answer, id)
const isMarked = (id: string, ids: string) => ids.split(',').includes(id)

/** Whether an answer is about a transaction, or not known yet. */
const isAbout = (answer: unknown, id: string) => {
  const { data } = (answer ?? {}) as { data?: { transaction_id?: string | null } }
  return data === undefined || data.transaction_id === id
}

/** Whether an answer is the case of an order with this item, or not known yet. */
const hasItem = (answer: unknown, id: string) => {
  const { data } = (answer ?? {}) as { data?: OrderCase }
  return data?.items.some((item) => item.id === id) ?? true
}

const isChargedBack = (answer: unknown, id: string) => {
  const { data } = (answer ?? {}) as { data?: { chargeback?: { transactions?: string[] } } }
  return data?.chargeback?.transactions?.includes(id) ?? true
}

/** Readers and writers change nothing in the inbox. */
const changesInbox = ({ what }: InboxEvent) => what !== 'reading' && what !== 'typing' && what !== 'left'

/** The answers that the events of a topic make stale: at least one, as an event without effect needs no topic. */
export const rules: { readonly [T in Topic]: readonly [Rule<LivePayload<T>>, ...Rule<LivePayload<T>>[]] } = {
  users: [
    rule(api.users.get, isOfPerson),
    rule(api.users.overview, isOfPerson),
    rule(api.users.effect, isOfPerson),
    rule(api.users.banReasons, isOfPerson),
    rule(api.measures.of, isOfPerson),
    rule(api.appeals.get, isOfAppellant),
    rule(api.userReports.ofUser, isOfPerson),
    rule(api.linkedAccounts.get, isLinked),
    rule(api.moneyPlans.list),
  ],
  notes: [
    rule(api.notes.of, ({ kind, id }, { params }) => params.kind === kind && params.id === id),
    rule(
      api.notes.ofMany,
      ({ kind, id }, { params, query }) => params.kind === kind && query.ids.split(',').includes(id),
    ),
    rule(api.notes.list, ({ kind, id }, { params }) => params.kind === kind && params.id === id),
    rule(api.timeline.of, ({ kind, id }, { params }) => params.kind === kind && params.id === id),
    rule(api.users.overview, ({ kind, id }, { params }) => kind === 'user' && params.uid === id),
  ],
  inbox: [
    rule(api.inbox.list, changesInbox),
    rule(api.inbox.counts, changesInbox),
    rule(api.inbox.tags, ({ what }) => what === 'changed'),
    // A reader deletes the draft that they had.
    rule(api.inbox.drafts, ({ what, id }, { params }) => what !== 'changed' && params.id === id),
    rule(api.inbox.get, (event, { params }) => changesInbox(event) && params.id === event.id),
  ],
  desk: [
    rule(api.desk.list),
    rule(api.desk.counts),
    rule(api.desk.get, ({ id }, { params }) => id === null || params.id === id),
    rule(
      api.appeals.get,
      ({ kind, id }, { params }) => kind === 'appeal' && (id === null || params.id === id),
    ),
    rule(api.rules.match, ({ kind, id }, { params }) => kind === 'rule' && (id === null || params.id === id)),
    rule(
      api.proposals.get,
      ({ kind, id }, { params }) => kind === 'proposal' && (id === null || params.id === id),
    ),
  ],
  bulk: [
    rule(api.bulk.get, ({ id }, { params }) => params.id === id),
    rule(api.bulk.rows, ({ id }, { params }) => params.id === id),
  ],
  macros: [rule(api.macros.list)],
  keywords: [rule(api.keywords.list)],
  questions: [rule(api.questions.list), rule(api.questions.get, isOfRecord)],
  collections: [
    rule(api.collections.list),
    rule(api.collections.get, isOfRecord),
    rule(api.collections.items, isOfRecord),
  ],
  emailTemplates: [
    rule(api.emailTemplates.list),
    rule(api.emailTemplates.get, isOfRecord),
    rule(api.emailTemplates.versions, isOfRecord),
  ],
  emailVariables: [rule(api.emailTemplates.variables)],
  moderatingMessages: [rule(api.moderatingMessages.get), rule(api.config.get)],
  approvals: [
    // The event does not name the people.
    rule(api.users.overview),
    rule(api.approvals.list),
    // A decision of a dispute or a correction that waits, or waits no more.
    rule(api.disputes.list),
    rule(api.reconciliation.differences),
    rule(api.transactions.get, ({ transaction_id }, { params }) => params.id === transaction_id),
    rule(api.transactions.money, ({ transaction_id }, { params }) => params.id === transaction_id),
    rule(
      api.transactions.list,
      ({ transaction_id }, { query }, answer) =>
        query?.waiting === 'true' || holdsRow(answer, transaction_id),
    ),
    rule(api.orderSearch.search, ({ transaction_id }, { query }, answer) =>
      isOfSearch(transaction_id, query, answer),
    ),
    rule(api.orderSearch.marks, ({ transaction_id }, { query }) => isMarked(transaction_id, query.ids)),
    rule(api.refunds.movements, ({ transaction_id }, { params }) => params.id === transaction_id),
    rule(api.orders.case, ({ transaction_id }, _, answer) => hasItem(answer, transaction_id)),
  ],
  transactions: [
    rule(api.transactions.get, isOfTransaction),
    rule(api.transactions.money, isOfTransaction),
    rule(api.transactions.list, ({ id }, _, answer) => holdsRow(answer, id)),
    rule(api.orderSearch.search, ({ id }, { query }, answer) => isOfSearch(id, query, answer)),
    rule(api.orderSearch.marks, ({ id }, { query }) => isMarked(id, query.ids)),
    rule(api.orderSearch.parties, isOfTransaction),
    rule(api.refunds.movements, isOfTransaction),
    rule(api.transactions.ofUser, (event, { params }) => isParty(event, params.uid)),
    rule(
      api.transactions.between,
      (event, { query }) => isParty(event, query.party1) && isParty(event, query.party2),
    ),
    // Lists of the money desk: a change can bring a row in, take it out, or change a total.
    rule(api.disputes.list),
    rule(api.disputes.get, ({ id }, _, answer) => isAbout(answer, id)),
    rule(api.chargebacks.list),
    rule(api.chargebacks.get, ({ id }, _, answer) => isChargedBack(answer, id)),
    rule(api.chargebacks.warnings),
    rule(api.refunds.list),
    rule(api.refunds.totals),
    rule(api.payouts.list),
    rule(api.payouts.totals),
    rule(api.reconciliation.days),
    rule(api.reconciliation.differences),
    rule(api.orders.get, ({ order_id }, { params }) => params.id === order_id),
    rule(api.orders.case, ({ order_id }, { params }) => params.id === order_id),
    // A person's balances
    rule(api.users.get, (event, { params }) => isParty(event, params.uid)),
    rule(api.users.overview, (event, { params }) => isParty(event, params.uid)),
    rule(api.users.effect, (event, { params }) => isParty(event, params.uid)),
    rule(api.timeline.of, ({ id, order_id }, { params }) => params.id === id || params.id === order_id),
  ],
  reconciliation: [
    rule(api.reconciliation.days),
    rule(api.reconciliation.differences, ({ state, found }) => found || state === 'done'),
  ],
}
export const topics = namesOf(rules)
