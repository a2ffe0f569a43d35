import { Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Money } from '@portreeve/contract/money/money'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type ReactNode, useRef, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { amountField, cents, dollars, typedAmount } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { useThenWrite, useWriteTo } from '../../shell/writing.tsx'
import type { Chosen } from '../../ui/ConfirmModal.tsx'
import {
  noReason,
  RefundReason,
  reasonMissing,
  reasonSent,
  useKeepsReasons,
  useUsualReason,
} from '../RefundReason.tsx'
import { inWords, refundShares } from './consequence.ts'
import { requestedText, touched } from './touched.ts'

export interface MoneyDialogProps {
  txn: Transaction
  /** The money by account; undefined if the server does not return it. */
  money: Money | undefined
  /** Refetches everything that the page shows. */
  refetch: () => void
  onClose: () => void
}

/** DLG-06, TXN-30 to TXN-37. Mounted for one opening: each opening is a separate change with its own idempotency key. */
export function RefundDialog({ txn, money, refetch, onClose }: MoneyDialogProps) {
  // TXN-31
  const [text, setText] = useState(typedAmount(0, txn.currency))
  const [chosen, setWhy] = useState(noReason)
  const why = useUsualReason(chosen)
  const keepsReasons = useKeepsReasons()
  const amount = cents(text, txn.currency)
  // A request without a response is retried with the same body: an equal body keeps the idempotency key (DESIGN 4).
  const unanswered = useRef<{
    amount: number
    left_seen?: number
    reason_id?: string
    reason?: string
  } | null>(null)
  const writes = useRef(false)
  const write = useWriteTo()
  const input = ({ checked }: Chosen) => {
    writes.current = checked
    const noWhy = keepsReasons ? reasonMissing(why) : null
    if (noWhy !== null) return noWhy
    setText(typedAmount(amount, txn.currency))
    // TXN-34: the console checks no bounds.
    const body =
      unanswered.current?.amount === amount
        ? unanswered.current
        : { amount, ...(money && { left_seen: money.left }), ...reasonSent(why) }
    return { params: { id: txn.id }, body }
  }
  return (
    <ActionDialog
      call={api.transactions.refund}
      input={input}
      // TXN-35. Another server of the spec may return no data.
      done={({ data }) =>
        data?.state === 'pending'
          ? 'Refund is on its way; it will be settled without further help.'
          : 'Partial Refund Success'
      }
      refetch={touched}
      requested={requestedText}
      judgedBy="http200"
      settle={(outcome) => {
        unanswered.current = !outcome.done && outcome.failure.noAnswer ? outcome.input.body : null
        if (!outcome.done) refetch()
      }}
      title="Partial Refund"
      repeatWords="Pressing again is safe: this refund is made once at most."
      confirmText="Refund"
      danger
      // TXN-36, TXN-37
      problem={(failure) => detailOf(failure) ?? 'Error Issuing Partial Refund'}
      onClose={onClose}
      onDone={() => {
        if (writes.current) write(txn.purchaser_uid, { order: txn.id, text: refundedText(txn, amount) })
      }}
      {...useThenWrite(orNull(txn.purchaser_display_name))}
    >
      <Stack gap="sm">
        <TextInput
          {...amountField('Refund amount', txn.currency)}
          description={money && <Hint money={money} amount={amount} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          // TXN-33
          onBlur={() => setText(typedAmount(amount, txn.currency))}
          data-autofocus
        />
        <RefundReason value={why} onChange={setWhy} wordsLater={chosen.reason_id === ''} />
      </Stack>
    </ActionDialog>
  )
}

/** The notice that an amount needs a second person; null if the caller may refund it alone. */
export const secondWords = ({ alone, currency }: Money, amount: number): string | null =>
  alone === undefined || amount <= alone
    ? null
    : `This needs a second person: you may refund ${dollars(alone, currency)} of it alone. It will be asked for.`

/** The first draft of the message to the buyer. */
const refundedText = (txn: Transaction, amount: number) =>
  [
    `Hello ${orNull(txn.purchaser_display_name)},`,
    '',
    `a refund of ${dollars(amount, txn.currency)} for your order ${txn.public_id ?? txn.id}, “${orNull(txn.product_title)}”, is on its way to your original payment method.`,
    'Your bank may take 5 to 10 business days to show it.',
  ].join('\n')

/** The refundable amount and the shares of the refund. Only a hint: it blocks nothing (D-064). */
function Hint({ money, amount }: { money: Money; amount: number }): ReactNode {
  const lines =
    money.blocked.length > 0
      ? [`Not possible now: ${money.blocked.join(', and ')}.`]
      : amount > money.left
        ? [`That is more than is left to refund: ${dollars(money.left, money.currency)}.`]
        : [
            `Left to refund: ${dollars(money.left, money.currency)}.`,
            amount > 0 && inWords(refundShares(money, amount), money.currency),
            secondWords(money, amount),
          ]
  return (
    <span aria-live="polite">
      {lines.filter(Boolean).map((line) => (
        <Text key={String(line)} component="span" display="block" size="sm" fw={500}>
          {line}
        </Text>
      ))}
    </span>
  )
}
