import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

// The marketplace's own database: records in its own words, in one file. Yours is PostgreSQL or Firestore. Two parts matter,
// because they change in the same transaction as the records: `outbox`, and `position`. Amounts are cents of their currency.

/** `blocked`: why staff blocked the account; null while it is not blocked. `verified`: this marketplace knows who sells. */
type Person = { name: string; email: string; phone: string; joined: string } & Standing
type Standing = { blocked: string | null; verified?: boolean }
/** What listings are sold in; US dollars where a record names none. */
type Priced = { price: number; currency?: string }
type Shown = { title: string; description: string; photo?: string }
type Written = { seller: string; posted: string } & Shown & Priced
type Reviewed = { state: 'pending' | 'approved' | 'denied'; reason: string | null }
/** `reason`: why staff denied it. `removed`: staff deleted it, and can undo that for some seconds. */
export type Listing = Written & Reviewed & { sold: boolean; removed: boolean }
type Bought = { listing: string; title: string; buyer: string; seller: string; bought: string } & Priced
/** Where an order is sent, in Portreeve's words: `ship_to_line1`. */
type ShipTo = Record<string, string | null>
type Paid = { payment: string; refunds: Record<string, { cents: number; reason: string | null }> }
/** `payment` and the keys of `refunds` are the payment provider's, the numbers of the two states are Portreeve's. */
export type Order = Bought &
  Paid & { status: number | null; shipping_status: number | null; ship_to?: ShipTo }
type Message = { conversation: string; from: string; to: string; text: string; sent: string }
/** The team's account among the staff of Portreeve, to which people write. */
export const team = 'support'
/** About a listing, or without one about a person. */
type Report = { listing?: string; person: string; by: string; reason: string; made: string }

/** A decision of staff about a person, in the words of Portreeve. */
type Decision = { person: string; text: string; made: string; over: boolean }
/** What a person says against a decision, and what the team asks. `answer`: how staff decided; null while it is open. */
type Appeal = { person: string; about: string; rounds: Round[]; answer: string | null }
type Round = { by: 'person' | 'team'; text: string; at: string }

/** A proposal to deny the listing with this id. `before`: the listing of another seller that had its photo. */
type Proposal = { before: string }
/** A wish of staff for the invoice of an order, and what they were answered. */
export type Invoice = { order: string; sentence: string }

/** Records by their ids. */
export interface Tables {
  people: Record<string, Person>
  listings: Record<string, Listing>
  orders: Record<string, Order>
  messages: Record<string, Message>
  reports: Record<string, Report>
  appeals: Record<string, Appeal>
  proposals: Record<string, Proposal>
}
export interface Data extends Tables {
  /** People by the secret in their cookie. */
  sessions: Record<string, string>
  decisions: Record<string, Decision>
  /** By the idempotency keys of the action. */
  invoices: Record<string, Invoice>
  /** Ids of tokens and requests that Portreeve has signed, each with the time until which a second use is refused. */
  used: Record<string, string>
  /** Changed records that Portreeve does not have yet, the oldest first. */
  outbox: { table: keyof Tables; id: string; version: number }[]
  /** The newest version so far. */
  version: number
  /** The last event of Portreeve that is in these records. */
  position?: string
}
export type Store = ReturnType<typeof openStore>

const tables = { people: {}, listings: {}, orders: {}, messages: {}, reports: {}, appeals: {}, proposals: {} }
const empty = { ...tables, decisions: {}, invoices: {}, used: {}, sessions: {}, version: 0 }

export function openStore(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  const store = {
    // A file of an earlier release lacks the newer tables.
    data: {
      ...{ ...empty, outbox: [] },
      ...(existsSync(file) && JSON.parse(readFileSync(file, 'utf8'))),
    } as Data,
    /** Emits 'change' after each change. */
    changes: new EventEmitter().setMaxListeners(0),
    /** Changes records in one transaction: all of the work is stored, or nothing. */
    change: (work: (data: Data) => unknown) => {
      const next = structuredClone(store.data)
      work(next)
      // A rename replaces the file at once: a kill leaves the old records or the new ones.
      writeFileSync(`${file}.new`, JSON.stringify(next), { flush: true })
      renameSync(`${file}.new`, file)
      store.data = next
      store.changes.emit('change')
    },
  }
  return store
}

/** Adds what one side has said to an appeal. The first text opens it. */
export function say({ appeals }: Data, id: string, of: Pick<Appeal, 'person' | 'about'>, said: Round): void {
  const { rounds = [], answer = null } = appeals[id] ?? {}
  appeals[id] = { ...of, answer, rounds: [...rounds, said] }
}

/** Puts a changed record into the outbox. Call it in the transaction that changes the record. */
export function announce(data: Data, table: keyof Tables, id: string): void {
  // Versions only grow, also when the clock is set back, or when this file is lost.
  data.version = Math.max(Date.now(), data.version + 1)
  data.outbox.push({ table, id, version: data.version })
}
