import type { Money } from '@portreeve/contract/money/money'
import type { Transaction } from '@portreeve/contract/money/transactions'

/** Why a transaction can be neither refunded nor cancelled now; null when it can. */
export function refundImpossible({ status }: Pick<Transaction, 'status'>, money: Money): string | null {
  if (money.blocked.length > 0) return `No refund or cancellation now: ${money.blocked.join(', and ')}.`
  if (money.left > 0) return null
  return status === 3
    ? 'No refund or cancellation: it is cancelled and refunded.'
    : 'No refund or cancellation: everything is refunded.'
}
