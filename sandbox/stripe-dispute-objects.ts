import type { Fields } from './form.ts'
import type { DisputeMovement, StripeBook, StripeDispute, StripeWarning } from './stripe-book.ts'
import { newId, now, only, type Plan, text } from './stripe-calls.ts'
import { badParameter, chargeOf, noSuch, StripeRefusal } from './stripe-objects.ts'

/** Stripe's fee for a dispute, cents. */
const fee = 1500

const evidenceFields = [
  ...[
    'product_description',
    'customer_name',
    'customer_email_address',
    'customer_purchase_ip',
    'billing_address',
  ],
  ...['service_date', 'service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'],
  ...['shipping_tracking_number', 'shipping_documentation', 'access_activity_log', 'customer_communication'],
  ...[
    'customer_signature',
    'receipt',
    'refund_policy',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
  ],
  ...[
    'cancellation_policy',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
    'duplicate_charge_id',
  ],
  ...[
    'duplicate_charge_documentation',
    'duplicate_charge_explanation',
    'uncategorized_file',
    'uncategorized_text',
  ],
]

/** Stripe's limit of all files of a dispute together, bytes. */
const maxFiles = 4_500_000

/** The fields that name a file. */
const fileFields = [
  ...['cancellation_policy', 'customer_communication', 'customer_signature', 'refund_policy', 'receipt'],
  ...['duplicate_charge_documentation', 'service_documentation', 'shipping_documentation'],
  'uncategorized_file',
]

const movementObject = (dispute: StripeDispute) => (movement: DisputeMovement) => ({
  id: movement.id,
  object: 'balance_transaction',
  amount: movement.amount,
  currency: dispute.currency ?? 'usd',
  fee: movement.fee,
  net: movement.amount - movement.fee,
  created: movement.created,
  reporting_category: movement.amount < 0 ? 'dispute' : 'dispute_reversal',
  source: dispute.id,
  type: 'adjustment',
})

/** Whether the time for evidence is over. */
export const isLate = ({ due_by }: StripeDispute) => due_by > 0 && due_by < now()

export const disputeObject = (dispute: StripeDispute) => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: dispute.movements.map(movementObject(dispute)),
  charge: chargeOf(dispute.payment_intent),
  created: dispute.created,
  currency: dispute.currency ?? 'usd',
  evidence: Object.fromEntries(evidenceFields.map((name) => [name, dispute.evidence[name] ?? null])),
  evidence_details: {
    due_by: isOver(dispute) ? null : dispute.due_by,
    has_evidence: Object.keys(dispute.evidence).length > 0,
    past_due: !isOver(dispute) && isLate(dispute),
    submission_count: dispute.submissions,
  },
  is_charge_refundable: dispute.status.startsWith('warning'),
  livemode: false,
  metadata: {},
  payment_intent: dispute.payment_intent,
  reason: dispute.reason,
  status: dispute.status,
})

export const warningObject = (warning: StripeWarning, book: StripeBook) => ({
  id: warning.id,
  object: 'radar.early_fraud_warning',
  actionable:
    book.disputes.of(warning.payment_intent).length === 0 && book.refunded(warning.payment_intent) === 0,
  charge: chargeOf(warning.payment_intent),
  created: warning.created,
  fraud_type: warning.fraud_type,
  livemode: false,
  payment_intent: warning.payment_intent,
})

export const isOver = ({ status }: StripeDispute) => ['won', 'lost', 'warning_closed'].includes(status)
const movement = (amount: number, cost = 0): DisputeMovement => ({
  ...{ id: newId('txn'), amount, fee: cost, created: now() },
})

/** Takes the amount from our balance: the dispute is a chargeback from here on. */
export const withdraw = (dispute: StripeDispute): StripeDispute => ({
  ...dispute,
  status: 'needs_response',
  movements: [...dispute.movements, movement(-dispute.amount, fee)],
})

/** The bank's decision. A won dispute brings the amount back, not the fee. */
export function closed(dispute: StripeDispute, status: 'won' | 'lost' | 'warning_closed'): StripeDispute {
  const isInquiry = dispute.status.startsWith('warning')
  if (isOver(dispute)) throw new StripeRefusal(400, { message: `This dispute is already closed.` })
  if (isInquiry !== (status === 'warning_closed'))
    throw new StripeRefusal(400, {
      message: 'An inquiry is closed as warning_closed, a dispute as won or lost.',
    })
  return {
    ...dispute,
    status,
    movements: [...dispute.movements, ...(status === 'won' ? [movement(dispute.amount)] : [])],
  }
}

/** POST /v1/disputes/{id} */
export function planEvidence(book: StripeBook, dispute: StripeDispute, fields: Fields): Plan {
  only(fields, ['evidence', 'submit', 'metadata'])
  const { evidence = {} } = fields
  if (typeof evidence === 'string') throw badParameter('evidence', 'parameter_invalid', 'Invalid object')
  only(evidence, evidenceFields)
  checkFiles(book, evidence)
  if (dispute.submissions > 0 || isOver(dispute))
    throw new StripeRefusal(400, {
      message: 'This dispute can no longer be updated, because evidence was submitted or it is closed.',
    })
  if (isLate(dispute))
    throw new StripeRefusal(400, { message: 'The time to submit evidence for this dispute is over.' })
  const isSubmitted = text(fields, 'submit') !== 'false'
  const changed: StripeDispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...(evidence as Record<string, string>) },
    ...(isSubmitted && {
      submissions: 1,
      status: dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review',
    }),
  }
  return { entry: { dispute: changed }, body: disputeObject(changed), types: ['charge.dispute.updated'] }
}

/** Refuses evidence that names unknown files, or more than a bank takes. */
function checkFiles(book: StripeBook, evidence: Fields) {
  let bytes = 0
  for (const kind of fileFields) {
    const id = evidence[kind]
    if (id === undefined) continue
    const file = book.files.get(String(id))
    if (!file) throw noSuch('file upload', String(id), `evidence[${kind}]`, 400)
    bytes += file.size
  }
  if (bytes > maxFiles)
    throw badParameter('evidence', 'file_too_large', 'The files have more than 4.5 MB together.')
}
