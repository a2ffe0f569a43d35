/** One step of a transaction in the chaos bench: a call, or a refund in the provider's dashboard. */
export interface Step {
  key: string
  /** The endpoint's name in contract and audit. */
  action: string
  method: string
  /** `{dispute}` stands for the dispute of an earlier step. */
  path: string
  body?: object
  /** Cents that the buyer gets back. */
  cents?: number
  /**
   * Made at the provider, and reaches the server as webhook events only: a refund in the dashboard that stands or fails a
   * moment later, or a chargeback of all that is left, which the bank then decides for the buyer.
   */
  there?: 'stands' | 'fails' | 'charged'
}

/** Of four transactions one is disputed, one is charged back, two are cancelled. */
export const isDisputed = (i: number) => i % 4 === 0
export const isChargedBack = (i: number) => i % 4 === 1
/** Every other dispute is decided for the buyer in part. */
const isDecided = (i: number) => i % 8 === 0
/** Every third seller was paid before (makeOrders). */
export const wasPaid = (i: number) => i % 3 === 0
export const price = 10_000
/** The events of the dashboard's first refund never arrive. Later a payout, another refund or the bank's event makes the server read the payment. */
export const isLost = (i: number) => i % 5 === 2 && (isDisputed(i) || isChargedBack(i))
/** The order comes after the events of the dashboard's first refund. */
export const isLate = (i: number) => i % 7 === 3 && !isLost(i)

/**
 * The steps of transaction `t{i}`, in order: two partial refunds, one in the provider's dashboard, the
 * label, then a cancellation, a chargeback, or a dispute, its resolution or its decision for the buyer, a third refund, which competes with the
 * payout scheduled by the resolution, and a refund in the dashboard that fails.
 */
export function journeyOf(i: number): Step[] {
  const id = `t${i}`
  const path = `/v1/admin/transactions/${id}`
  const step = (
    name: string,
    action: string,
    method: string,
    path: string,
    more: Partial<Step> = {},
  ): Step => ({
    key: `${name}-${id}`,
    ...{ action, method, path },
    ...more,
  })
  const refund = (at: number, amount: number) =>
    step(`refund-${at}`, 'transactions.refund', 'POST', `${path}/refunds`, {
      body: { amount },
      cents: amount,
    })
  const dashboard = (there: 'stands' | 'fails', cents: number) =>
    step(there, 'payments.refund', 'GET', `${path}/money`, { cents, there })
  const ours = [refund(1, 1000 + (i % 1000)), refund(2, 500)]
  const there = dashboard('stands', 300)
  const first = isLate(i) ? [there, ...ours] : [...ours, there]
  const label = step('label', 'shipping.cancelLabel', 'POST', `/v1/admin/shipping/labels/label-${id}/cancel`)
  if (isChargedBack(i)) {
    const charged = step('charged', 'payments.chargeback', 'GET', `${path}/money`, { there: 'charged' })
    return [...first, label, charged]
  }
  if (!isDisputed(i)) {
    const query = `charge_seller=${i % 2 === 0}&show_cancellation_in_seller_reviews=true`
    const cents = price - first.reduce((sum, { cents = 0 }) => sum + cents, 0)
    return [
      ...first,
      label,
      step('cancel', 'transactions.cancel', 'PATCH', `${path}/cancel?${query}`, { cents }),
    ]
  }
  const dispute = `${path}/disputes/{dispute}`
  return [
    ...first,
    label,
    step('dispute', 'disputes.open', 'POST', `${path}/disputes`, {
      body: { dispute_type: 2, creator_uid: 'buyer', purchase_transaction: id },
    }),
    isDecided(i)
      ? step('decide', 'disputes.decide', 'POST', `${dispute}/decision`, {
          body: { outcome: 'buyer', refund_cents: 2500, reason: 'It arrived damaged' },
          cents: 2500,
        })
      : step('resolve', 'disputes.resolve', 'PATCH', dispute),
    refund(3, 200),
    dashboard('fails', 400),
  ]
}

export const callsOf = (i: number) => journeyOf(i).length
