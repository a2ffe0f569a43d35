import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { namesOf } from '../base/own.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'
import { StoredFile } from '../staff/files.ts'
import { RecordChange } from '../staff/history.ts'

/**
 * The states of a chargeback. An inquiry is a question of the bank before it takes any money. `won` and `lost` are final;
 * `closed` is an inquiry that became no chargeback.
 */
export const chargebackStates = [
  'inquiry',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'closed',
] as const
export type ChargebackState = (typeof chargebackStates)[number]

/** The states in which a chargeback is not decided yet. */
export const openChargebacks = ['inquiry', 'needs_response', 'under_review'] as const

/** The fields of the evidence, by their names at the provider, with their words in the order of the form. */
export const evidenceFields = {
  product_description: 'Product, as it was listed',
  customer_name: "Buyer's name",
  customer_email_address: "Buyer's email address",
  service_date: 'Date of the purchase',
  shipping_carrier: 'Carrier',
  shipping_tracking_number: 'Tracking number',
  shipping_date: 'Date of shipping',
  shipping_address: 'Shipping address',
  access_activity_log: 'Order, parcel and earlier purchases',
  refund_refusal_explanation: 'Why it was not refunded',
  uncategorized_text: 'Messages, and anything else',
} as const
export type EvidenceField = keyof typeof evidenceFields

/** The kinds of files of the evidence, by their names at the provider: one file of each. */
export const evidenceFiles = {
  customer_communication: 'Messages with the buyer',
  receipt: 'Receipt',
  shipping_documentation: 'Proof of shipping or delivery',
  customer_signature: "Buyer's signature",
  service_documentation: 'Proof of a service',
  refund_policy: 'Refund policy, as the buyer saw it',
  cancellation_policy: 'Cancellation policy, as the buyer saw it',
  duplicate_charge_documentation: 'Proof of another charge',
  uncategorized_file: 'Anything else',
} as const
export type EvidenceFile = keyof typeof evidenceFiles

/** The provider's limit of all files of the evidence together, bytes. */
export const maxEvidenceBytes = 4_500_000

/** Why files cannot be sent to the provider together; null if they can. */
export const evidenceTooLarge = (files: readonly Pick<StoredFile, 'size'>[]): string | null =>
  files.reduce((sum, { size }) => sum + size, 0) > maxEvidenceBytes
    ? 'The bank takes files of at most 4.5 MB together.'
    : null

const field = text(20_000).optional()
/** The evidence as it is sent. A caller who sees an address masked may send the mask back: it changes nothing. */
export const Evidence = z.strictObject({
  product_description: field,
  customer_name: field,
  customer_email_address: personal('email', text(20_000)).optional(),
  service_date: field,
  shipping_carrier: field,
  shipping_tracking_number: field,
  shipping_date: field,
  shipping_address: personal('any', text(20_000)).optional(),
  access_activity_log: field,
  refund_refusal_explanation: field,
  uncategorized_text: field,
  /** The ids of its files. When missing, the files of the draft stay. */
  files: z.partialRecord(z.enum(namesOf(evidenceFiles)), Id).optional(),
} satisfies Record<EvidenceField | 'files', z.ZodType>)
export type Evidence = z.infer<typeof Evidence>

/** A chargeback: the buyer's bank takes a payment back until it has decided. */
export const Chargeback = z.object({
  id: Id.describe("The provider's id."),
  provider: text(100),
  transaction_id: Id.nullable().describe(
    'The transaction, or the dearest of the payment; null if none is known.',
  ),
  /** All transactions of the payment. */
  transactions: z.array(Id),
  state: z.enum(chargebackStates),
  /** The bank's reason, as the provider names it, e.g. 'product_not_received'. */
  reason: text(200),
  amount: Cents.describe('What the buyer disputes, cents.'),
  currency: Currency.optional().describe('The currency of its amounts (ISO 4217).'),
  fee: Cents.describe("The provider's fee, cents."),
  withdrawn: Cents.describe('What the provider has taken and not given back, without the fee, cents.'),
  evidence_due_at: Time.nullable(),
  submitted_at: Time.nullable().describe('When the evidence was sent.'),
  created_at: Time,
  closed_at: Time.nullable(),
  title: text(1000).nullable(),
  public_id: text(200).nullable(),
  buyer: z.object({ uid: Id, name: text(1000).nullable() }).nullable(),
  seller: z.object({ uid: Id, name: text(1000).nullable() }).nullable(),
})
export type Chargeback = z.infer<typeof Chargeback>

/** An early fraud warning: a chargeback is likely, and a refund now is cheaper. */
export const FraudWarning = z.object({
  id: Id,
  transaction_id: Id.nullable(),
  fraud_type: text(200),
  /** Whether a refund can still prevent the chargeback. */
  actionable: z.boolean(),
  amount: Cents.describe('The payment, cents.'),
  currency: Currency.optional().describe('The currency of its amounts (ISO 4217).'),
  /** What a chargeback would cost beside the amount, cents. */
  fee_saved: Cents,
  left: Cents.describe('What can be refunded, cents.'),
  created_at: Time,
  title: text(1000).nullable(),
})
export type FraudWarning = z.infer<typeof FraudWarning>

/** The state of a record that the evidence is composed from. */
const Sold = z.object({
  id: Id,
  /** The moment whose state it is: the purchase, or the begin of the record's history. */
  as_of: Time,
  /** The history begins after the purchase: this is the first state that is known. */
  first_known: z.boolean(),
  /** What has changed since. Values of personal fields are masked by their names. */
  changed: RecordChange.shape.fields,
  /** When it was deleted since. */
  gone_at: Time.nullable(),
  /** When it was changed between the purchase and its first known state, which it was not sold as. */
  changed_unseen: Time.nullable(),
})
/** What was sold and the seller's standing, at the time of the purchase; null for a record of which nothing is left. */
export const AsSold = z.object({ at: Time, listing: Sold.nullable(), seller: Sold.nullable() })
export type AsSold = z.infer<typeof AsSold>

export const chargebacks = {
  list: get('/v1/admin/chargebacks', {
    may: 'transactions.read',
    about:
      'Chargebacks that are open, nearest evidence deadline first, or closed ones, newest first; 50 at a time. Not part of the spec.',
    query: z.strictObject({
      /** 'open' when missing. */
      scope: z.enum(['open', 'closed']).optional(),
      currency: Currency.optional(),
      /** Only those of one transaction, open and closed. */
      transaction: Id.optional(),
      cursor: Cursor,
    }),
    data: z.array(Chargeback),
  }),
  get: get('/v1/admin/chargebacks/{id}', {
    may: 'transactions.read',
    deed: {},
    about:
      'One chargeback with its evidence: the saved draft, and what the server composes from order, parcel, messages, earlier purchases, and the listing and the standing of the seller as they were at the purchase. The messages are composed for a caller who may read them. Audited, as it shows private messages. Not part of the spec.',
    data: z.object({
      chargeback: Chargeback,
      /** What staff saved last; null before the first time. */
      draft: Evidence.nullable(),
      composed: Evidence,
      /** The records that it is composed from; null without a transaction, and where another server leaves it out. */
      as_sold: AsSold.nullable().optional(),
      /** What was sent; null before. */
      submitted: Evidence.nullable(),
      /** The files that the draft and the sent evidence name. */
      files: z.array(StoredFile).optional(),
      /** 'pending' while the evidence is on its way to the provider. */
      sending: z.enum(['no', 'pending', 'failed']),
      failure: text(1000).nullable(),
    }),
  }),
  saveEvidence: patch('/v1/admin/chargebacks/{id}/evidence', {
    may: 'disputes.write',
    deed: { subject: 'transaction', topic: 'transactions' },
    about:
      "Saves the draft of the evidence. Its files are the caller's own without an owner, or those of the draft; a file that the draft names no more is removed. Refuses with conflict when evidence was sent or the chargeback is closed; with refused an unknown file, one file twice, or files of more than 4.5 MB together. Not part of the spec.",
    body: z.strictObject({ evidence: Evidence }),
    wholeRecord: true,
    data: z.object({ draft: Evidence }),
  }),
  submitEvidence: post('/v1/admin/chargebacks/{id}/submit', {
    may: 'disputes.write',
    deed: { subject: 'transaction', topic: 'transactions' },
    about:
      'Sends evidence to the provider, once and for all. Refuses with conflict when it was sent, is on its way, or the chargeback is closed; with refused when it is empty, and files as the draft does. Not part of the spec.',
    body: z.strictObject({ evidence: Evidence }),
    wholeRecord: true,
    data: z.object({ state: z.enum(['done', 'pending']) }),
  }),
  warnings: get('/v1/admin/fraud_warnings', {
    may: 'transactions.read',
    about: 'Early fraud warnings, newest first, 50 at a time. Not part of the spec.',
    query: z.strictObject({ transaction: Id.optional(), cursor: Cursor }),
    data: z.array(FraudWarning),
  }),
}
