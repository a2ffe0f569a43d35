import { Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { amountField, currencyOf, grouped, readCents, typedAmount } from '../../format/money.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { noReason, RefundReason, reasonMissing, reasonSent } from '../RefundReason.tsx'
import { inWords, refundShares } from './consequence.ts'
import type { MoneyDialogProps } from './RefundDialog.tsx'
import { requestedText, touched } from './touched.ts'

interface RequestRefundProps extends MoneyDialogProps {
  /** Begins with what is left to refund. */
  prefilled: boolean
}

/** Requests a refund that a person who may refund decides. Mounted for one opening. */
export function RequestRefund({ txn, money, prefilled, refetch, onClose }: RequestRefundProps) {
  const [text, setText] = useState(prefilled && money ? typedAmount(money.left, txn.currency) : '')
  const [why, setWhy] = useState(noReason)
  const cents = readCents(text, txn.currency)
  return (
    <ActionDialog
      call={api.approvals.request}
      input={() =>
        cents === null || cents < 1
          ? text.trim() === ''
            ? 'Type the amount first.'
            : `Write the amount ${currencyOf(txn.currency) === 'USD' ? 'in dollars' : `in ${currencyOf(txn.currency)}`}, such as ${typedAmount(695, txn.currency)}.`
          : (reasonMissing(why) ?? {
              params: { id: txn.id },
              body: { amount: cents, ...(money && { left_seen: money.left }), ...reasonSent(why) },
            })
      }
      done={requestedText}
      refetch={touched}
      settle={({ done }) => {
        if (!done) refetch()
      }}
      title="Request a refund"
      subtitle="A colleague who may refund approves it, changes the amount, or declines it with words."
      width={440}
      confirmText="Request"
      problem={failureText}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          {...amountField('Amount', txn.currency)}
          description={
            money && (
              <span aria-live="polite">
                {cents !== null && cents > money.left
                  ? `That is more than is left to refund: ${grouped(money.left, txn.currency)}.`
                  : cents !== null && cents > 0
                    ? inWords(refundShares(money, cents), txn.currency)
                    : `Left to refund: ${grouped(money.left, txn.currency)}.`}
              </span>
            )
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <RefundReason value={why} onChange={setWhy} />
        {money?.left === 0 && <Text size="sm">Nothing is left to refund.</Text>}
      </Stack>
    </ActionDialog>
  )
}
