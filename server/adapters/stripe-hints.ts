import type Stripe from 'stripe'
import { type PaymentEvent, PaymentRefused } from './payments.ts'
import { warningOf } from './stripe-disputes.ts'
import { clearly } from './stripe-errors.ts'

/** What the events' objects have in common, in every version of Stripe's API. */
interface Thing {
  object?: string
  id: string
  payment_intent?: string | { id: string } | null
  charge?: string | { id: string } | null
  transfer_group?: string | null
  amount_refunded?: number
  disputed?: boolean
}

const idOf = (thing: string | { id: string } | null | undefined): string | undefined =>
  typeof thing === 'object' ? thing?.id : thing

/**
 * Finds the payment that an event is about by the kind of its object, not by its name: versions before 2024-10-28 report a refund
 * as `charge.refunded` or `charge.refund.updated`. Returns undefined for an event that tells of no refund, dispute, warning or
 * reversed transfer.
 */
export async function hintOf(stripe: Stripe, event: Stripe.Event): Promise<PaymentEvent | undefined> {
  const thing = event.data.object as unknown as Thing
  const hint = { id: event.id, type: event.type, payment: null }
  switch (thing.object) {
    case 'transfer':
      return event.type === 'transfer.reversed' && thing.transfer_group
        ? { ...hint, transaction: thing.transfer_group }
        : undefined
    case 'charge':
      // A charge without refund and dispute is a plain sale.
      return thing.amount_refunded || thing.disputed
        ? { ...hint, ...(await paymentOf(stripe, thing, thing.id)) }
        : undefined
    case 'refund':
    case 'dispute':
      return { ...hint, ...(await paymentOf(stripe, thing, idOf(thing.charge))) }
    case 'radar.early_fraud_warning': {
      const warning = warningOf(event.data.object as Stripe.Radar.EarlyFraudWarning)
      return { ...hint, ...(await paymentOf(stripe, thing, idOf(thing.charge))), warning }
    }
    default:
      return undefined
  }
}

/** The payment that an object names, or that its charge belongs to. */
async function paymentOf(
  stripe: Stripe,
  { payment_intent }: Thing,
  charge: string | undefined,
): Promise<Pick<PaymentEvent, 'payment' | 'problem'>> {
  const named = idOf(payment_intent)
  if (named !== undefined) return { payment: named }
  const none = { payment: null, problem: 'It names no payment.' }
  if (charge === undefined) return none
  try {
    const payment = idOf((await clearly(() => stripe.charges.retrieve(charge))).payment_intent)
    return payment === undefined ? none : { payment }
  } catch (error) {
    if (error instanceof PaymentRefused) return { payment: null, problem: error.message }
    throw error
  }
}
