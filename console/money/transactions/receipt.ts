import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { longUtc } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'

const refundKinds: readonly Movement['kind'][] = ['refund', 'cancel', 'dispute_refund']

/** The refunds that a receipt proves: those that the provider has, or is about to get. */
export const refundsOf = (movements: readonly Movement[]): Movement[] =>
  movements.filter(
    ({ kind, state, amount }) =>
      refundKinds.includes(kind) && (state === 'done' || state === 'pending') && (amount ?? 0) > 0,
  )

/** The sum of the refunds, cents. */
export const totalOf = (refunds: readonly Movement[]) =>
  refunds.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** A refund in a sentence for its buyer. */
function sentence({ amount, currency, state, created_at, settled_at, reference }: Movement): string {
  const of = `a refund of ${grouped(amount ?? 0, currency)}`
  const id = reference ? ` Its reference is ${reference}.` : ''
  return state === 'done'
    ? `We sent ${of} to your original payment method on ${longUtc(settled_at ?? created_at)}.${id}`
    : `We started ${of} to your original payment method on ${longUtc(created_at)}. It is on its way.${id}`
}

/** The text to send to the buyer. */
export function buyerText(txn: Transaction, refunds: readonly Movement[]): string {
  const number = txn.public_id ?? txn.id
  return [
    `Hello ${txn.purchaser_display_name ?? ''}`.trim().concat(','),
    '',
    `this is about your order ${number}, “${orNull(txn.product_title)}”.`,
    ...refunds.toReversed().map(sentence),
    ...(refunds.length > 1 ? [`In all, ${grouped(totalOf(refunds), txn.currency)} goes back to you.`] : []),
    'Your bank may take 5 to 10 business days to show it. If you do not see it by then, give your bank the reference above.',
  ].join('\n')
}
