import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import { conversationMembers, conversations, messages } from '../conversations/conversation-tables.ts'
import { macros } from '../conversations/macro-tables.ts'
import { operations } from '../db/system-tables.ts'
import * as content from '../listings/listing-tables.ts'
import { ledgerDifferences, payoutHolds } from '../money/money-desk-tables.ts'
import * as money from '../money/money-tables.ts'
import { shipLabels } from '../money/orders/shipping-tables.ts'
import { chargebacks, fraudWarnings } from '../money/payment-tables.ts'
import * as people from '../people/people-tables.ts'
import {
  memberSearchColumns,
  messageSearchColumns,
  postSearchColumns,
  searchColumns,
  transactionSearchColumns,
} from '../search/search-text.ts'

type Row<T extends PgTable> = T['$inferInsert']
/** What a test names of a row: the fields without a default, and any other. */
type Given<T extends PgTable, D> = Omit<Row<T>, keyof D> & Partial<Row<T>>

/** The plain values of a person. */
const plainPerson = {
  displayName: 'Somebody',
  email: null,
  country_code: 'US',
  phone_number: null,
  post_ability: 1,
  appVersion: 'iOS 6.0.1',
  last_ip: null,
  lastActive: '2026-10-31T04:36:27.000Z',
  subscriptionState: 'none',
  isBanned: false,
  oneSignalId: null,
  created_at: '2024-01-05T15:04:00.000Z',
  stripe_customer_id: null,
  stripe_connect_id: null,
  payout_timing_preference: 'standard',
  available_balance: 0,
  pending_balance: 0,
  listing_quantity_permission: 0,
  store_behavior: 0,
  early_access: 0,
}

let made = 0
const id = () => `made-${++made}`
const now = () => new Date().toISOString()

/** A time in this many days, or before so many; ISO-8601 UTC. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** @param derived columns that follow from the others, such as those of the search */
const into =
  (db: NodePgDatabase) =>
  <T extends PgTable, D extends Partial<Row<T>>>(
    table: T,
    defaults: () => D,
    derived: (row: Row<T>) => Partial<Row<T>> = () => ({}),
  ) =>
  async (...given: Given<T, D>[]): Promise<void> => {
    const values = given.map((one) => {
      const row: Row<T> = { ...defaults(), ...one }
      return { ...derived(row), ...row } as PgInsertValue<T>
    })
    await db.insert(table).values(values)
  }

const ofPeople = (rowsOf: ReturnType<typeof into>) => ({
  user: rowsOf(
    people.users,
    () => plainPerson,
    ({ created_at = null, ...row }) => ({
      created_at_time: created_at && !Number.isNaN(Date.parse(created_at)) ? created_at : null,
      ...searchColumns({ ...plainPerson, ...row }),
    }),
  ),
  banReason: rowsOf(people.banReasons, () => ({ id: id(), created_at: now() })),
  device: rowsOf(people.devices, () => ({ id: id() })),
  code: rowsOf(people.verificationCodes, () => ({ id: id(), code: '123456', created_at: now() })),
  giftCard: rowsOf(people.giftCards, () => ({ cents: 1000, created_at: now() })),
  userReport: rowsOf(people.userReports, () => ({ id: id(), created_at: now() })),
})

const ofListings = (rowsOf: ReturnType<typeof into>) => ({
  listing: rowsOf(
    content.posts,
    () => ({ key: id() }),
    ({ title = null, description = null }) => postSearchColumns({ title, description }),
  ),
  listingReport: rowsOf(content.listingReports, () => ({ id: id(), created_at: now() })),
  promotion: rowsOf(content.promotedPosts, () => ({ id: id(), created_at: now() })),
  collection: rowsOf(content.collections, () => ({ id: id(), created_at: now() })),
  question: rowsOf(content.questions, () => ({ id: id(), created_at: now() })),
  keyword: rowsOf(content.keywords, () => ({ id: id(), created_at: now() })),
})

function ofMoney(rowsOf: ReturnType<typeof into>) {
  const order = rowsOf(money.orders, () => ({ status: 1, created_at: now() }))
  const transaction = rowsOf(
    money.transactions,
    () => ({ id: id(), price: 1000, purchase_date: now() }),
    ({ product_title = null }) => transactionSearchColumns({ product_title }),
  )
  return {
    /** An order that is paid. */
    order,
    transaction,
    /** A transaction that has arrived and is not paid out, of $20.00, in a paid order `o-ID` with the payment `pi_ID`. */
    sale: async (id: string, more: Partial<Row<typeof money.transactions>> = {}): Promise<void> => {
      const parties = { seller_uid: 'seller', purchaser_uid: more.purchaser_uid ?? 'buyer' }
      const states = { status: 1, shipping_status: 1, payout_status: 2 }
      await order({ id: `o-${id}`, stripe_payment_intent_id: `pi_${id}`, buyer_uid: parties.purchaser_uid })
      await transaction({
        id,
        ...parties,
        order_id: `o-${id}`,
        price: 2000,
        shipping_cost: 0,
        ...states,
        ...more,
      })
    },
    /** A dispute that is open. */
    dispute: rowsOf(money.disputes, () => ({ dispute_type: 1, status: 2, created_at: now() })),
    approval: rowsOf(money.approvals, () => ({
      id: id(),
      kind: 'refund' as const,
      left_seen: 1000,
      asked_by: 'staff-admin',
      expires_at: inDays(1),
    })),
    /** A shipping label that is paid. */
    label: rowsOf(shipLabels, () => ({ id: id(), status: 1, created_at: now() })),
    chargeback: rowsOf(chargebacks, () => ({
      id: id(),
      provider: 'stripe',
      state: 'needs_response' as const,
      reason: 'fraudulent',
      cents: 1000,
      fee: 0,
      withdrawn: 1000,
      movements: 1,
      created_at: now(),
    })),
    fraudWarning: rowsOf(fraudWarnings, () => ({
      id: id(),
      provider: 'stripe',
      fraud_type: 'stolen',
      actionable: true,
      created_at: now(),
    })),
    payoutHold: rowsOf(payoutHolds, () => ({ id: id(), reason: 'Checking', held_by: 'staff-admin' })),
    difference: rowsOf(ledgerDifferences, () => ({ id: id(), words: 'x' })),
    /** An operation about a transaction. */
    operation: rowsOf(operations, () => ({ id: id(), subject_kind: 'transaction' as const })),
  }
}

function ofConversations(rowsOf: ReturnType<typeof into>) {
  const member = rowsOf(
    conversationMembers,
    () => ({}),
    ({ name = null }) => memberSearchColumns({ name }),
  )
  const conversation = rowsOf(conversations, () => ({ conversationsMessagesID: id(), date: now() }))
  return {
    conversation,
    member,
    /** A conversation of some people, by uid, in their order. */
    conversationOf: async (id: string, ...uids: string[]): Promise<void> => {
      await conversation({ id })
      await member(...uids.map((uid, position) => ({ conversation_id: id, uid, position })))
    },
    message: rowsOf(
      messages,
      () => ({ id: id(), date: now() }),
      ({ text = null }) => messageSearchColumns({ text }),
    ),
    macro: rowsOf(macros, () => ({ id: id(), title: 'Hello', text: 'Hello!', created_at: now() })),
  }
}

/** Writes records: a test names what it is about, and the rest has plain values. */
export const makers = (db: NodePgDatabase) => {
  const rowsOf = into(db)
  return {
    ...ofPeople(rowsOf),
    ...ofListings(rowsOf),
    ...ofMoney(rowsOf),
    ...ofConversations(rowsOf),
  }
}
