import { Currency } from '../base/currency.ts'
import { Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** The accounts of a transaction's ledger, as the money strip shows them. Cents; their sum is zero. */
export const moneyAccounts = [
  'captured',
  'fee',
  'label',
  'refunded',
  'pending',
  'held',
  'paid_out',
  'disputed',
  'charged_back',
  'provider_fee',
] as const
export type MoneyAccount = (typeof moneyAccounts)[number]

/** The state of the payout to the seller: by the ledger, and by the record if that differs. */
export const Payout = z.object({
  /** By the ledger: 'sent' if the seller has received money. */
  state: z.enum(['sent', 'not_sent']),
  /** The reasons why the scheduled payout is not sent yet, each a phrase; empty when nothing holds it or none is scheduled. */
  held_by: z.array(z.string()),
  /** Whether staff hold it, so that it can be released. */
  held_by_hand: z.boolean().optional(),
  /** The record's payout_status if it disagrees with the ledger, with author and time: null if it was not set here. */
  override: z.object({ status: z.int(), by_name: text(1000).nullable(), at: Time.nullable() }).nullable(),
})
export type Payout = z.infer<typeof Payout>

/** A transaction's money by account. */
export const Money = z.object({
  /** Of all amounts (ISO 4217). */
  currency: Currency.optional(),
  /** The buyer's payment, as a negative number: the money comes from this account. */
  captured: z.int(),
  /** The marketplace's share; negative when it bore a refund. */
  fee: z.int(),
  /** Spent on shipping labels. */
  label: z.int(),
  /** Refunded to the buyer. */
  refunded: z.int(),
  /** The seller's, until the parcel is delivered; negative when the seller owes. */
  pending: z.int(),
  /** The seller's, due to be sent. */
  held: z.int(),
  /** Sent to the seller. */
  paid_out: z.int(),
  /** The seller's, frozen by an open dispute. */
  disputed: z.int(),
  /** Taken back by the buyer's bank. */
  charged_back: z.int(),
  /** Fees of the provider for chargebacks. */
  provider_fee: z.int(),
  /** The refundable amount, less refunds in flight. */
  left: z.int(),
  /** The reasons why nothing can be refunded or cancelled now, each a phrase; empty when it can. */
  blocked: z.array(z.string()),
  /** Pending operations. */
  in_flight: z.array(z.object({ kind: z.string(), cents: z.int().nullable(), since: Time })),
  /** The amount that the caller may still refund of this transaction today without a second person, cents. */
  alone: z.int().optional(),
  /** The name of the rule for which each refund of the caller needs a second person; null for none. */
  second_person: text(60).nullable().optional(),
  payout: Payout.optional(),
})
export type Money = z.infer<typeof Money>

/** The outcome of an operation: done, or pending with automatic retries. */
export const Outcome = z.object({ state: z.enum(['done', 'pending']), cents: z.int().nullable() })
export type Outcome = z.infer<typeof Outcome>
