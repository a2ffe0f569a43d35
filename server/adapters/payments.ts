import type { IncomingHttpHeaders } from 'node:http'
import type { ChargebackState, Evidence, EvidenceFile } from '@portreeve/contract/money/chargebacks'

/** The port to a payment provider. Amounts are whole numbers of the minor unit of their currency: cents, yen. */
export interface Payments {
  /**
   * Refunds the buyer. A repeated key is the same refund.
   * @throws PaymentRefused when the provider definitely refuses; after any other error the outcome is unknown.
   */
  refund: (refund: {
    key: string
    payment: string
    cents: number
    /** ISO 4217; US dollars when missing. So are those below. */
    currency?: string | undefined
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
    currency?: string | undefined
    transaction: string
  }) => Promise<{ reference: string }>
  /**
   * Takes back money that was sent to a seller for a transaction. A repeated key is the same reversal.
   * @throws PaymentRefused also when less than that was sent for the transaction.
   */
  takeBack: (charge: {
    key: string
    transaction: string
    cents: number
    currency?: string | undefined
  }) => Promise<{ reference: string }>
  /**
   * Gives the provider a file for evidence. A repeated key is the same file.
   * @throws PaymentRefused when the provider does not take it
   */
  uploadEvidence: (file: {
    key: string
    name: string
    type: string
    bytes: Buffer
  }) => Promise<{ reference: string }>
  /**
   * Sends the evidence against a chargeback, once. A repeated key, or evidence that was sent before, changes nothing.
   * @param sent.files the provider's references of uploaded files
   * @throws PaymentRefused when the provider takes none any more
   */
  submitEvidence: (sent: {
    key: string
    chargeback: string
    evidence: Omit<Evidence, 'files'>
    files: Partial<Record<EvidenceFile, string>>
  }) => Promise<{ reference: string }>
  /** Reads a payment. @throws PaymentUnknown when the provider does not know it. */
  payment: (id: string) => Promise<Payment>
  /** What was sent to the seller of a transaction in its currency, and what was taken back. */
  sent: (transaction: string, currency?: string) => Promise<{ sent: number; takenBack: number }>
  /** The smallest step of an amount in a currency, in its minor unit; 1 when missing. */
  step?: (currency: string) => number
  /**
   * Reads a webhook: all its headers and the raw body; undefined for events that are ignored.
   * @throws PaymentRefused when the signature is wrong or older than 5 minutes
   */
  event: (webhook: { headers: IncomingHttpHeaders; body: string }) => Promise<PaymentEvent | undefined>
  /**
   * What keeps the provider's events from arriving here, as sentences; none when all is well. Undefined for a provider whose settings cannot be read.
   * @param address the address of its webhook here
   */
  endpointProblems?: (address: string) => Promise<string[]>
}

/** The payment providers of a server. */
export interface Providers {
  byName: ReadonlyMap<string, Payments>
  /** The name of the provider that pays out a transaction without a payment. */
  default: string
}

/** Finds a provider by the name that a payment has, null for the default. @throws PaymentRefused for an unknown name. */
export function providerOf(providers: Providers, name: unknown): Payments {
  const wanted = String(name ?? providers.default)
  const found = providers.byName.get(wanted)
  if (!found) throw new PaymentRefused(`The payment provider ${wanted} is not set up.`)
  return found
}

export interface Payment {
  captured: number
  /** ISO 4217, in any case; undefined for US dollars. */
  currency?: string
  refunded: number
  refunds: Refunded[]
  /** Its chargebacks; undefined when it has none. */
  chargebacks?: ProviderChargeback[]
}

/** A chargeback as the provider shows it now. */
export interface ProviderChargeback {
  reference: string
  state: ChargebackState
  reason: string
  cents: number
  /** Cents taken and not given back, without the fee. */
  withdrawn: number
  fee: number
  /** The number of the provider's movements of money for it; it only grows. */
  movements: number
  /** By when the evidence must be sent. */
  due_at: string | null
  submitted: boolean
  created_at: string
}

/** An early fraud warning of a card network. */
export interface ProviderWarning {
  reference: string
  fraud_type: string
  actionable: boolean
  created_at: string
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
  created_at?: string
}

/**
 * An event of the provider. It is a hint that something has changed, whatever its name, version and order: the facts are read
 * from the payment.
 */
export interface PaymentEvent {
  /** The same event may arrive several times. */
  id: string
  type: string
  /** The payment that it is about; null when it names none that can be found. */
  payment: string | null
  transaction?: string
  /** A fraud warning moves no money, so the event itself is enough. */
  warning?: ProviderWarning
  /** Why it names no payment, as a sentence. */
  problem?: string
}

/** The provider definitely refused: no money moved or will move. */
export class PaymentRefused extends Error {}

/** The provider answers, and does not have what it was asked for. */
export class PaymentUnknown extends PaymentRefused {}

/** Refuses everything, because the provider is not configured. */
export const noPayments: Payments = {
  refund: unset,
  payOut: unset,
  takeBack: unset,
  uploadEvidence: unset,
  submitEvidence: unset,
  payment: unset,
  sent: unset,
  event: unset,
}

async function unset(): Promise<never> {
  throw new PaymentRefused('No payment provider is set up (PORTREEVE_STRIPE_KEY).')
}

/** Stripe as the only provider. @param stripe its adapter; undefined without a key */
export const onlyStripe = (stripe: Payments | undefined): Providers => ({
  byName: new Map([['stripe', stripe ?? noPayments]]),
  default: 'stripe',
})
