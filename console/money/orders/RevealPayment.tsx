import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { RevealDialog } from '../../shell/records/RevealDialog.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'

interface RevealPaymentProps {
  id: string
  onRevealed: (payment: string | null) => void
}

/** Reveals an order's masked payment; requires a reason. */
export function RevealPayment({ id, onRevealed }: RevealPaymentProps) {
  const [open, setOpen] = useState(false)
  const whyNot = useWhyNot('personal.reveal')
  const reveal = useAction(api.orders.reveal, { failed: 'Error revealing personal data.' })
  useShortcuts({ r: () => setOpen(true) }, whyNot === null && !open)
  if (whyNot) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        mt="sm"
        aria-keyshortcuts="R"
        title="Key: R"
        onClick={() => setOpen(true)}
      >
        Reveal…
      </Button>
      {open && (
        <RevealDialog
          busy={reveal.busy}
          problem={detailOf(reveal.failure)}
          onClose={() => setOpen(false)}
          onConfirm={async (reason) => {
            const outcome = await reveal.run({ params: { id }, body: { reason } })
            if (!outcome.done) return
            onRevealed(outcome.data?.stripe_payment_intent_id ?? null)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
