/** The port to the payment provider. Amounts are whole cents of US dollars. */
export interface Payments {
  /**
   * Refunds the buyer. A repeated key is the same refund.
   * @throws PaymentRefused when the provider definitely refuses; after any other error the outcome is unknown.
   */
  refund: (refund: {
    key: string
    payment: string
    cents: number
    transaction: string
  }) => Promise<{ reference: string }>
  /**
   * Sends a seller their earnings of a transaction. A repeated key is the same transfer.
   * @param payout.account the seller's account at the provider
   */
  payOut: (payout: {
    key: string
    account: string
    cents: number
    transaction: string
  }) => Promise<{ reference: string }>
  /**
   * Takes back money that was sent to a seller for a transaction. A repeated key is the same reversal.
   * @throws PaymentRefused also when less than that was sent for the transaction.
   */
  takeBack: (charge: { key: string; transaction: string; cents: number }) => Promise<{ reference: string }>
  /** Reads a payment. @throws PaymentRefused when the provider does not know it. */
  payment: (id: string) => Promise<Payment>
  /** The cents that were sent to the seller of a transaction, and the cents taken back. */
  sent: (transaction: string) => Promise<{ sent: number; takenBack: number }>
  /** Reads a webhook; undefined for events that are ignored. @throws PaymentRefused when the signature is wrong or older than 5 minutes. */
  event: (body: string, signature: string | undefined) => Promise<PaymentEvent | undefined>
}

export interface Payment {
  captured: number
  refunded: number
  refunds: Refunded[]
}

/** One refund in the provider's figures. */
export interface Refunded {
  reference: string
  cents: number
  state: 'done' | 'pending' | 'failed'
  /** The operation that made it; null for a refund made in the provider's own dashboard. */
  key: string | null
  /** Its transaction, or null. */
  transaction: string | null
}

export interface PaymentEvent {
  /** The event's id. The same event may arrive several times. */
  id: string
  payment: string
  refund: Refunded
}

/** The provider definitely refused: no money moved or will move. */
export class PaymentRefused extends Error {}

/** Refuses everything, because no payment provider is configured. */
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
