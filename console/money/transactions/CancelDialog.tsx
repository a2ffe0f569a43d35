import { Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { type Chosen, ConfirmModal } from '../../ui/ConfirmModal.tsx'
import {
  noReason,
  RefundReason,
  reasonMissing,
  reasonSent,
  useKeepsReasons,
  useUsualReason,
} from '../RefundReason.tsx'
import { cancelShares, inWords } from './consequence.ts'
import classes from './detail.module.css'
import { type MoneyDialogProps, secondWords } from './RefundDialog.tsx'
import { requestedText, touched } from './touched.ts'

// TXN-51
const only = 'Cancel Only'
const charging = 'Confirm Cancel & Charge Seller'

/** TXN-50 to TXN-58. Mounted for one opening: each opening is a separate change with its own idempotency key. */
export function CancelDialog({ txn, money, refetch, onClose }: MoneyDialogProps) {
  const cancel = useAction(api.transactions.cancel, {
    // TXN-57
    done: ({ data }) =>
      data?.state === 'pending'
        ? 'Cancellation is on its way; it will be settled without further help.'
        : 'Cancelled and refunded transaction',
    // TXN-58
    failed: ({ failure }) => `Error cancelling transaction ${failure.message}`,
    requested: requestedText,
    refetch: touched,
    settle: ({ done }) => {
      if (!done) refetch()
    },
  })
  const [chosen, setWhy] = useState(noReason)
  const why = useUsualReason(chosen)
  const [missing, setMissing] = useState<string | null>(null)
  const keepsReasons = useKeepsReasons()
  const once = useOneAtATime()
  const second = money && secondWords(money, money.left)
  // TXN-53, TXN-54, TXN-56, D-061
  const confirm = async (charge: boolean, { checked }: Chosen) => {
    const noWhy = keepsReasons ? reasonMissing(why) : null
    setMissing(noWhy)
    if (noWhy) return
    const outcome = await cancel.run({
      params: { id: txn.id },
      query: {
        charge_seller: charge ? 'true' : 'false',
        show_cancellation_in_seller_reviews: checked ? 'true' : 'false',
        ...reasonSent(why),
      },
    })
    if (outcome.done || outcome.failure.isRequest) onClose()
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Cancel transaction"
      subtitle="This will cancel the order and refund the buyer."
      // TXN-52
      checkbox={{ label: "Show cancellation in seller's profile reviews", checked: true }}
      note={
        <>
          {cancel.failure?.noAnswer && (
            <Text size="sm">No answer came. Pressing again is safe: it is cancelled once at most.</Text>
          )}
          <ProductionNote />
        </>
      }
      cancelText="Close"
      confirmText={only}
      extraText={charging}
      danger
      width={500}
      onConfirm={(chosen) => once(() => confirm(false, chosen))}
      onExtra={(chosen) => once(() => confirm(true, chosen))}
      busy={cancel.busy}
      problem={missing ?? detailOf(cancel.failure)}
    >
      {money &&
        (money.blocked.length > 0 ? (
          <Text size="sm" fw={500}>
            Not possible now: {money.blocked.join(', and ')}.
          </Text>
        ) : (
          <>
            <dl className={classes.consequences}>
              <dt>{only}</dt>
              <dd>{inWords(cancelShares(money, false), money.currency)}</dd>
              <dt>{charging}</dt>
              <dd>{inWords(cancelShares(money, true), money.currency)}</dd>
            </dl>
            {second && (
              <Text size="sm" fw={500}>
                {second}
              </Text>
            )}
          </>
        ))}
      <Stack gap="sm">
        <RefundReason value={why} onChange={setWhy} wordsLater={chosen.reason_id === ''} />
      </Stack>
    </ConfirmModal>
  )
}
