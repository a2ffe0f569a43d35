import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import type { Money } from '@portreeve/contract/money/money'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { amountField, grouped, readCents, typedAmount } from '../../format/money.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { noReason, RefundReason, reasonMissing, reasonSent } from '../RefundReason.tsx'
import { decisionOf, decisionWords } from './outcome.ts'

export type Side = 'buyer' | 'seller'

interface DecideDialogProps {
  dispute: DisputeCase
  /** Undefined if the server does not return it. */
  money: Money | undefined
  side: Side
  onClose: () => void
}

const touched = [
  api.disputes.get,
  api.disputes.list,
  api.transactions.get,
  api.transactions.money,
  api.approvals.list,
]

/** The amount that a text asks for; null for one that cannot be refunded. */
const amountOf = (text: string, money: Money | undefined): number | null => {
  const cents = readCents(text, money?.currency)
  return cents === null || cents < 1 || (money && cents > money.left) ? null : cents
}

/** Decides a dispute for one side. Mounted for one opening: each opening is a separate change. */
export function DecideDialog({ dispute, money, side, onClose }: DecideDialogProps) {
  const [text, setText] = useState(money ? typedAmount(money.left, money.currency) : '')
  const [why, setWhy] = useState(noReason)
  const cents = side === 'buyer' ? amountOf(text, money) : null
  return (
    <ActionDialog
      call={api.disputes.decide}
      input={() =>
        side === 'buyer' && cents === null
          ? `Type an amount${money ? ` up to ${grouped(money.left, money.currency)}` : ''}, such as ${typedAmount(695, money?.currency)}.`
          : (reasonMissing(why) ?? {
              params: { id: dispute.transaction_id, disputeId: dispute.id },
              body: {
                outcome: side,
                ...(cents !== null && { refund_cents: cents }),
                ...(side === 'buyer' && money && { left_seen: money.left }),
                ...reasonSent(why),
              },
            })
      }
      done={({ data }) =>
        side === 'seller'
          ? 'Dispute decided for the seller.'
          : data?.state === 'pending'
            ? 'Decided for the buyer. The refund is on its way; it will be settled without further help.'
            : 'Dispute decided for the buyer.'
      }
      requested="Asked. It is decided when a second person approves it."
      refetch={touched}
      refetchOnConflict={touched}
      closesAtOnce
      title={side === 'buyer' ? 'Decide for the buyer' : 'Resolve Dispute'}
      // TXN-44
      {...(side === 'seller' && {
        subtitle: 'Seller earnings will become payable within 2 hours. This action is irreversible.',
      })}
      repeatWords="Pressing again is safe: it is decided once at most."
      width={440}
      confirmText={side === 'buyer' ? 'Decide and refund' : 'Confirm'}
      danger
      problem={failureText}
      onClose={onClose}
    >
      <Stack gap="lg">
        {side === 'buyer' && <Refund text={text} onChange={setText} money={money} cents={cents} />}
        <RefundReason value={why} onChange={setWhy} label="Why it is decided so" />
      </Stack>
    </ActionDialog>
  )
}

interface RefundProps {
  text: string
  onChange: (text: string) => void
  money: Money | undefined
  cents: number | null
}

/** The amount of the refund, all that is left or a part of it, and what follows from it. */
function Refund({ text, onChange, money, cents }: RefundProps) {
  const whyNot = useWhyNot('money.refund')
  const alone = money?.alone
  return (
    <>
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          {...amountField('Refund to the buyer', money?.currency)}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        {money && (
          <Button variant="default" onClick={() => onChange(typedAmount(money.left, money.currency))}>
            All {grouped(money.left, money.currency)}
          </Button>
        )}
      </Group>
      {money && (
        <Alert color="gray" variant="light" role="status" title="What follows">
          {cents === null ? (
            <Text size="sm">Type an amount up to {grouped(money.left, money.currency)}.</Text>
          ) : (
            decisionWords(decisionOf(money, cents), money.currency).map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))
          )}
          <Text size="sm">The dispute is resolved. This cannot be undone.</Text>
          {whyNot !== null ? (
            <Text size="sm" fw={600}>
              A person who may refund has to approve it: it will be asked for.
            </Text>
          ) : (
            cents !== null &&
            alone !== undefined &&
            cents > alone && (
              <Text size="sm" fw={600}>
                This needs a second person: you may refund {grouped(alone, money.currency)} of it alone. It
                will be asked for.
              </Text>
            )
          )}
        </Alert>
      )}
    </>
  )
}
