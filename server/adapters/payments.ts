/** The payment provider, in our words. Amounts are whole cents of US dollars. */
export interface Payments {
  /**
   * Gives the buyer money back. The same key twice is the same refund.
   * @throws PaymentRefused when the provider clearly will not; any other error leaves open whether it happened.
   */
  refund: (refund: {
    key: string
    payment: string
    cents: number
    transaction: string
  }) => Promise<{ reference: string }>
  /**
   * Sends a seller their earnings of a transaction. The same key twice is the same transfer.
   * @param payout.account the seller's account at the provider
   */
  payOut: (payout: {
    key: string
    account: string
    cents: number
    transaction: string
  }) => Promise<{ reference: string }>
  /**
   * Takes back from a seller what was sent to them for a transaction. The same key twice is the same reversal.
   * @throws PaymentRefused also when nothing, or less than that, was ever sent for the transaction.
   */
  takeBack: (charge: { key: string; transaction: string; cents: number }) => Promise<{ reference: string }>
  /** What the provider knows of a payment; PaymentRefused when it knows none. */
  payment: (id: string) => Promise<Payment>
  /** What was sent to a seller for a transaction and taken back again, cents. */
  sent: (transaction: string) => Promise<{ sent: number; takenBack: number }>
  /** Reads a webhook: undefined for kinds that we do not care about. @throws PaymentRefused when the signature is wrong or older than 5 minutes. */
  event: (body: string, signature: string | undefined) => Promise<PaymentEvent | undefined>
}

export interface Payment {
  captured: number
  refunded: number
  refunds: Refunded[]
}

/** One refund as the provider tells it. */
export interface Refunded {
  reference: string
  cents: number
  state: 'done' | 'pending' | 'failed'
  /** The operation that asked for it, or null when it was made at the provider's own dashboard. */
  key: string | null
  /** The transaction it was asked for, or null. */
  transaction: string | null
}

export interface PaymentEvent {
  /** The event's own id: the same event may come several times. */
  id: string
  payment: string
  refund: Refunded
}

/** The provider clearly said no: it did not happen and will not. */
export class PaymentRefused extends Error {}

/** Without a payment provider everything is refused, in words. */
export const noPayments: Payments = {
  refund: unset,
  payOut: unset,
  takeBack: unset,
  payment: unset,
  sent: unset,
  event: unset,
}

async function unset(): Promise<never> {
  throw new PaymentRefused('No payment provider is set up (PORTREEVE_STRIPE_KEY).')
}
