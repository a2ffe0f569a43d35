import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Approval } from '@portreeve/contract/money/approvals'
import type { Money } from '@portreeve/contract/money/money'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useState } from 'react'
import { detailOf, failureText } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { amountField, dollars, grouped, readCents, typedAmount } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { orderShares, shareLines } from '../orders/shares.ts'
import { cancelShares, inWords, refundShares } from './consequence.ts'
import { kindWords } from './request-words.ts'
import { touched } from './touched.ts'

interface ApproveProps {
  request: Approval
  /** Undefined in the list of requests: the version of the transaction is not checked there. */
  txn: Transaction | undefined
  money: Money | undefined
  onClose: () => void
}

/** The consequence of the approval, or the reason why it is not possible now. */
function consequence(
  request: Pick<Approval, 'kind' | 'currency' | 'left_seen' | 'charge_seller'>,
  money: Money,
  cents: number,
): string | null {
  // The open dispute does not block its own decision; a correction refunds no buyer.
  if (request.kind === 'dispute' || request.kind === 'correction') return null
  if (money.blocked.length > 0) return `Not possible now: ${money.blocked.join(', and ')}.`
  if (money.left !== request.left_seen)
    return `Money has moved since this was asked: ${dollars(request.left_seen, request.currency)} was left then, ${dollars(money.left, request.currency)} is now.`
  return inWords(
    request.kind === 'refund'
      ? refundShares(money, cents)
      : cancelShares(money, request.charge_seller === true),
    request.currency,
  )
}

/** Approves and starts a colleague's request, a refund also in part. Mounted for one opening. */
export function ApproveDialog({ request, txn, money, onClose }: ApproveProps) {
  const [text, setText] = useState(typedAmount(request.cents, request.currency))
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const words = {
    done: ({ data }: { data: { state?: string } | null }) =>
      data?.state === 'pending'
        ? 'Approved. It is on its way; it will be settled without further help.'
        : request.kind === 'correction'
          ? 'Approved and booked.'
          : 'Approved and refunded.',
    refetch: touched,
    refetchOnConflict: touched,
    // Only the state that the caller has seen is approved.
    ...(txn?.version !== undefined && { ifMatch: () => txn.version }),
  }
  const approve = useAction(api.approvals.approve, {
    ...words,
    failed: ({ failure }) => `Error approving the request. ${failureText(failure)}`,
  })
  const approveLess = useAction(api.approvals.approveLess, {
    ...words,
    failed: ({ failure }) => `Error approving the request. ${failureText(failure)}`,
  })
  const once = useOneAtATime()
  const { together } = request
  const whole = together?.cents ?? request.cents
  const mayChange = request.kind === 'refund' && !together
  const typed = readCents(text, request.currency)
  const cents = mayChange ? typed : request.cents
  const isLess = cents !== null && cents < request.cents
  const confirm = async () => {
    const problem =
      cents === null || cents < 1 || cents > request.cents
        ? `Type an amount up to ${dollars(request.cents, request.currency)}, such as ${typedAmount(695, request.currency)}.`
        : isLess && reason.trim() === ''
          ? 'Say why you approve less.'
          : null
    setMissing(problem)
    if (problem !== null || cents === null) return
    const params = { id: request.id }
    const { done } = isLess
      ? await approveLess.run({ params, body: { cents, reason: reason.trim() } })
      : await approve.run({ params })
    if (done) onClose()
  }
  const follows = !together && money ? consequence(request, money, cents ?? 0) : null
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={`Approve the ${kindWords[request.kind]}`}
      subtitle={
        <>
          <bdi>{request.asked_by_name}</bdi> has asked for it.{' '}
          {request.kind === 'correction'
            ? `${dollars(request.cents, request.currency)} is booked at once.`
            : `${dollars(isLess ? cents : whole, request.currency)} goes back to the buyer at once.`}
        </>
      }
      note={<ProductionNote />}
      confirmText="Approve"
      danger
      onConfirm={() => once(confirm)}
      busy={approve.busy || approveLess.busy}
      problem={missing ?? detailOf(approve.failure ?? approveLess.failure)}
    >
      <Stack gap="sm">
        <Text size="sm">
          Reason: <bdi>{request.why}</bdi>
        </Text>
        {mayChange && (
          <TextInput
            {...amountField('Amount', request.currency)}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {mayChange && isLess && (
          <Textarea
            label="Why less"
            description={<bdi>{request.asked_by_name} reads it.</bdi>}
            required
            autosize
            minRows={2}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {together && <Together together={together} currency={request.currency} />}
        {follows && (
          <Text size="sm" fw={500}>
            {follows}
          </Text>
        )}
      </Stack>
    </ConfirmModal>
  )
}

interface TogetherProps {
  together: NonNullable<Approval['together']>
  currency: string | undefined
}

/** The items of a refund of several, and who bears it now. */
function Together({ together: { order_id, items }, currency }: TogetherProps) {
  const order = useData(api.orders.case, { params: { id: order_id } })
  const refunds = items.flatMap(({ transaction_id, cents }) => {
    const item = order.data?.items.find(({ id }) => id === transaction_id)
    return item ? [{ item, cents }] : []
  })
  const blocked = [...new Set(refunds.flatMap(({ item }) => item.money.blocked))]
  const lines =
    blocked.length > 0
      ? [`Not possible now: ${blocked.join(', and ')}.`]
      : refunds.length === items.length
        ? shareLines(orderShares(refunds), currency)
        : []
  return (
    <>
      <ul aria-label="Items">
        {items.map(({ transaction_id, title, cents }) => (
          <li key={transaction_id}>
            <Text size="sm" component="span">
              <bdi>{orNull(title)}</bdi>: {grouped(cents, currency)}
            </Text>
          </li>
        ))}
      </ul>
      {lines.map((line) => (
        <Text key={line} size="sm" fw={500}>
          <bdi>{line}</bdi>
        </Text>
      ))}
    </>
  )
}

/** Declines a request with a reason for the requester. Mounted for one opening. */
export function DeclineDialog({ request, onClose }: { request: Approval; onClose: () => void }) {
  return (
    <ReasonDialog
      call={api.approvals.decline}
      input={(reason) => ({ params: { id: request.id }, body: { reason } })}
      done="Request declined."
      failed="Error declining the request."
      refetch={touched}
      refetchOnConflict={touched}
      title={`Decline the ${kindWords[request.kind]}`}
      note={null}
      confirmText="Decline"
      onClose={onClose}
    />
  )
}
