import { openJournal } from './journal.ts'

type Metadata = Record<string, string>

/** A payment that a buyer made. Amounts are cents, times Unix seconds. */
export interface StripePayment {
  id: string
  amount: number
  /** In lower case; 'usd' when missing. */
  currency?: string
  created: number
}
export interface StripeRefund {
  id: string
  payment_intent: string
  amount: number
  /** In lower case; 'usd' when missing. */
  currency?: string
  status: 'succeeded' | 'pending' | 'failed'
  reason: string | null
  metadata: Metadata
  created: number
}
export interface StripeTransfer {
  id: string
  amount: number
  /** In lower case; 'usd' when missing. */
  currency?: string
  destination: string
  transfer_group: string | null
  metadata: Metadata
  created: number
}
export interface Reversal {
  id: string
  transfer: string
  amount: number
  /** In lower case; 'usd' when missing. */
  currency?: string
  metadata: Metadata
  created: number
}
/** A movement of our balance for a dispute: what the bank takes, or gives back. `fee` is ours beside it. */
export interface DisputeMovement {
  id: string
  amount: number
  fee: number
  created: number
}

/** A dispute of a buyer's bank. */
export interface StripeDispute {
  id: string
  payment_intent: string
  amount: number
  /** In lower case; 'usd' when missing. */
  currency?: string
  reason: string
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
  evidence: Metadata
  submissions: number
  due_by: number
  movements: DisputeMovement[]
  created: number
}

/** A file for evidence: what is kept of it. */
export interface StripeFile {
  id: string
  filename: string
  /** Bytes. */
  size: number
  /** 'pdf', 'png' or 'jpg'. */
  type: string
  created: number
}

/** An early fraud warning of a card network. */
export interface StripeWarning {
  id: string
  payment_intent: string
  fraud_type: string
  created: number
}

/** An event for the webhook addresses. */
export interface StripeEvent {
  id: string
  type: string
  created: number
  object: unknown
  /** The idempotency key of the call that caused it. */
  key: string | null
  addresses: string[]
}
/** An answer stored for replay. */
export interface KeptAnswer {
  key: string
  /** Of the request. */
  fingerprint: string
  status: number
  body: unknown
}

/** Changes that happen together: one line of the journal, so that it has all of them or none. */
export interface StripeEntry {
  payment?: StripePayment
  refund?: StripeRefund
  transfer?: StripeTransfer
  reversal?: Reversal
  dispute?: StripeDispute
  warning?: StripeWarning
  file?: StripeFile
  events?: StripeEvent[]
  answer?: KeptAnswer
  /** An event that an address has accepted, or that is not sent there any more. */
  sent?: { event: string; address: string }
}

/** Records by id and by owner; oldest first. */
function shelf<Thing extends { id: string }>(ownerOf: (thing: Thing) => string | null) {
  const things = new Map<string, Thing>()
  const owned = new Map<string, Set<string>>()
  const known = (ids: Iterable<string>) =>
    [...ids].map((id) => things.get(id)).filter((one) => one !== undefined)
  return {
    put: (thing: Thing) => {
      things.set(thing.id, thing)
      const owner = ownerOf(thing)
      if (owner === null) return
      const ids = owned.get(owner) ?? new Set()
      owned.set(owner, ids.add(thing.id))
    },
    get: (id: string) => things.get(id),
    of: (owner: string) => known(owned.get(owner) ?? []),
    all: () => [...things.values()],
  }
}

export type StripeBook = ReturnType<typeof openBook>

const sum = (things: { amount: number }[]) => things.reduce((total, { amount }) => total + amount, 0)

/** All data of the Stripe stand-in, stored in a journal. @param path the journal's file */
export function openBook(path: string) {
  const payments = shelf<StripePayment>(() => null)
  const refunds = shelf<StripeRefund>(({ payment_intent }) => payment_intent)
  const transfers = shelf<StripeTransfer>(({ transfer_group }) => transfer_group)
  const reversals = shelf<Reversal>(({ transfer }) => transfer)
  const disputes = shelf<StripeDispute>(({ payment_intent }) => payment_intent)
  const warnings = shelf<StripeWarning>(({ payment_intent }) => payment_intent)
  const files = shelf<StripeFile>(() => null)
  const answers = new Map<string, KeptAnswer>()
  const unsent = new Map<string, StripeEvent>()

  const apply = (entry: StripeEntry) => {
    if (entry.payment) payments.put(entry.payment)
    if (entry.refund) refunds.put(entry.refund)
    if (entry.transfer) transfers.put(entry.transfer)
    if (entry.reversal) reversals.put(entry.reversal)
    if (entry.dispute) disputes.put(entry.dispute)
    if (entry.warning) warnings.put(entry.warning)
    if (entry.file) files.put(entry.file)
    if (entry.answer) answers.set(entry.answer.key, entry.answer)
    for (const event of entry.events ?? []) if (event.addresses.length > 0) unsent.set(event.id, event)
    if (entry.sent) {
      const { event: id, address } = entry.sent
      const event = unsent.get(id)
      const left = event?.addresses.filter((one) => one !== address) ?? []
      if (event && left.length > 0) unsent.set(id, { ...event, addresses: left })
      else unsent.delete(id)
    }
  }
  const journal = openJournal<StripeEntry>(path, apply)

  return {
    payments,
    refunds,
    transfers,
    reversals,
    disputes,
    warnings,
    files,
    answer: (key: string) => answers.get(key),
    /** Events that some addresses have not accepted yet. */
    unsent: () => [...unsent.values()],
    write: (...entries: StripeEntry[]) => {
      journal.add(...entries)
      for (const entry of entries) apply(entry)
    },
    close: () => journal.close(),
    /** Cents refunded of a payment, without failed refunds. */
    refunded: (payment: string) => sum(refunds.of(payment).filter(({ status }) => status !== 'failed')),
    /** Cents that banks have taken of a payment and not given back. */
    chargedBack: (payment: string) => sum(disputes.of(payment).flatMap(({ movements }) => movements)),
    /** Cents reversed of a transfer. */
    takenBack: (transfer: string) => sum(reversals.of(transfer)),
  }
}

/**
 * The book's figures, for checks. `over` and `twice` are empty unless there is a fault: payments with
 * more refunded than paid, and operations of ours that moved money more than once.
 */
export function figures(book: StripeBook) {
  const payments = book.payments.all()
  const refunds = book.refunds.all().filter(({ status }) => status !== 'failed')
  const transfers = book.transfers.all()
  const reversals = book.reversals.all()
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const one of [...refunds, ...transfers, ...reversals]) {
    const operation = one.metadata.portreeve_operation
    if (operation === undefined) continue
    // One operation reverses each transfer once.
    const name = 'transfer' in one ? `${operation} ${one.transfer}` : operation
    if (seen.has(name)) twice.add(name)
    seen.add(name)
  }
  return {
    payments: { count: payments.length, cents: sum(payments) },
    refunds: { count: refunds.length, cents: sum(refunds) },
    transfers: { count: transfers.length, cents: sum(transfers) },
    reversals: { count: reversals.length, cents: sum(reversals) },
    files: { count: book.files.all().length },
    over: payments.filter(({ id, amount }) => book.refunded(id) > amount).map(({ id }) => id),
    twice: [...twice],
    unsent_events: book.unsent().length,
  }
}
