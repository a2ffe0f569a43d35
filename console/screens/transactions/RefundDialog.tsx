import { Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Money, Transaction } from '@portreeve/contract/transactions'
import { type ReactNode, useRef, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { cents, dollars } from '../../format/money.ts'
import { ProductionNote } from '../../parts/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { inWords, refundShares } from './consequence.ts'
import { askedWords, touched } from './touched.ts'

export interface MoneyDialogProps {
  txn: Transaction
  /** Where the money is; undefined where the server does not say. */
  money: Money | undefined
  /** Asks again for everything that the page shows. */
  askAgain: () => void
  onClose: () => void
}

/** DLG-06, TXN-30 to TXN-37. Mounted for one opening: each opening is a change of its own. */
export function RefundDialog({ txn, money, askAgain, onClose }: MoneyDialogProps) {
  // TXN-31
  const [text, setText] = useState('0.00')
  const amount = cents(text)
  const refund = useAction(api.transactions.refund, {
    // TXN-35. Another server of the spec may answer nothing.
    done: ({ data }) =>
      data?.state === 'pending'
        ? 'Refund is on its way; it will be settled without further help.'
        : 'Partial Refund Success',
    refetch: touched,
    asked: askedWords,
    judgedBy: 'http200',
    settle: ({ done }) => {
      if (!done) askAgain()
    },
  })
  // What was asked and never answered is asked again as it was: the same words are the same change (DESIGN 4).
  const unanswered = useRef<{ amount: number; left_seen?: number } | null>(null)
  const once = useOneAtATime()
  const confirm = async () => {
    // TXN-34: no bound is checked here.
    const body =
      unanswered.current?.amount === amount
        ? unanswered.current
        : { amount, ...(money && { left_seen: money.left }) }
    setText(plain(amount))
    const went = await refund.run({ params: { id: txn.id }, body })
    unanswered.current = !went.done && went.failure.noAnswer ? body : null
    if (went.done || went.failure.asked) onClose()
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Partial Refund"
      note={
        <>
          {refund.failure?.noAnswer && (
            <Text size="sm">No answer came. Pressing again is safe: this refund is made once at most.</Text>
          )}
          <ProductionNote />
        </>
      }
      confirmText="Refund"
      danger
      onConfirm={() => once(confirm)}
      busy={refund.busy}
      // TXN-36, TXN-37
      problem={refund.failure && (detailOf(refund.failure) ?? 'Error Issuing Partial Refund')}
    >
      <TextInput
        label="Refund amount (USD)"
        description={money && <Hint money={money} amount={amount} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        leftSection="$"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        // TXN-33
        onBlur={() => setText(plain(amount))}
        data-autofocus
      />
    </ConfirmModal>
  )
}

/** What is said beforehand of an amount that one person may not send back alone; null for one that they may. */
export const secondWords = ({ alone }: Money, amount: number): string | null =>
  alone === undefined || amount <= alone
    ? null
    : `This needs a second person: you may refund ${dollars(alone)} of it alone. It will be asked for.`

const plain = (amount: number) => dollars(amount).replace('$', '')

/** What is left, and what will become of whom: it says, and holds nothing back (D-064). */
function Hint({ money, amount }: { money: Money; amount: number }): ReactNode {
  const lines =
    money.blocked.length > 0
      ? [`Not possible now: ${money.blocked.join(', and ')}.`]
      : amount > money.left
        ? [`That is more than is left to refund: ${dollars(money.left)}.`]
        : [
            `Left to refund: ${dollars(money.left)}.`,
            amount > 0 && inWords(refundShares(money, amount)),
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
