import type { ChargebackState, Evidence } from '@portreeve/contract/money/chargebacks'
import type Stripe from 'stripe'
import { PaymentRefused, type Payments, type ProviderChargeback, type ProviderWarning } from './payments.ts'
import { fromStripe } from './stripe-amounts.ts'
import { clearly } from './stripe-errors.ts'
import { all, readAgain } from './stripe-metadata.ts'

const states: Readonly<Record<string, ChargebackState>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
}

/** Milliseconds for sending a file. */
const uploadTimeout = 20_000

export const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Disputes of buyers' banks at Stripe. A dispute's balance transactions say what the bank took and gave back. */
export const stripeDisputes = (stripe: Stripe): Pick<Payments, 'uploadEvidence' | 'submitEvidence'> => ({
  uploadEvidence: ({ key, name, type, bytes }) =>
    clearly(async () => {
      const made = await stripe.files.create(
        { purpose: 'dispute_evidence', file: { data: bytes, name, type } },
        { idempotencyKey: key, timeout: uploadTimeout },
      )
      return { reference: made.id }
    }),
  submitEvidence: ({ key, chargeback, evidence, files }) =>
    clearly(async () => {
      const earlier = await stripe.disputes.retrieve(chargeback)
      if (earlier.evidence_details.submission_count > 0) return { reference: chargeback }
      if (states[earlier.status] !== 'needs_response' && states[earlier.status] !== 'inquiry')
        throw new PaymentRefused('The payment provider has closed this chargeback already.')
      await stripe.disputes.update(
        chargeback,
        { evidence: { ...evidenceOf(evidence), ...files }, submit: true },
        { idempotencyKey: key },
      )
      return { reference: chargeback }
    }),
})

/** The provider takes no empty fields. */
const evidenceOf = (evidence: Omit<Evidence, 'files'>): Stripe.DisputeUpdateParams.Evidence =>
  Object.fromEntries(Object.entries(evidence).filter(([, words]) => words?.trim()))

export const disputesOf = async (stripe: Stripe, payment: string): Promise<ProviderChargeback[]> =>
  (await all(stripe.disputes.list({ payment_intent: payment, limit: 100 }, readAgain))).map(chargebackOf)

function chargebackOf(dispute: Stripe.Dispute): ProviderChargeback {
  const moved = dispute.balance_transactions
  const amount = fromStripe(dispute.amount, dispute.currency)
  // The balance may be in another currency than the payment. Then the amount of the dispute is what was taken, and its fee, which is in
  // the currency of the balance, is not the payment's.
  const isOwn = moved.every(({ currency = dispute.currency }) => currency === dispute.currency)
  const taken = moved.reduce((sum, one) => sum - one.amount, 0)
  // Absent in a short form of the object. Without a deadline `due_by` is null, 0 or -1.
  const { due_by = null, submission_count = 0 } = dispute.evidence_details ?? {}
  return {
    reference: dispute.id,
    state: states[dispute.status] ?? 'needs_response',
    reason: dispute.reason,
    cents: amount,
    withdrawn: isOwn ? fromStripe(taken, dispute.currency) : taken > 0 ? amount : 0,
    fee: isOwn
      ? fromStripe(
          moved.reduce((sum, { fee }) => sum + fee, 0),
          dispute.currency,
        )
      : 0,
    movements: moved.length,
    due_at: due_by !== null && due_by > 0 ? isoOf(due_by) : null,
    submitted: submission_count > 0,
    created_at: isoOf(dispute.created),
  }
}

export const warningOf = (warning: Stripe.Radar.EarlyFraudWarning): ProviderWarning => ({
  reference: warning.id,
  fraud_type: warning.fraud_type,
  actionable: warning.actionable,
  created_at: isoOf(warning.created),
})
