import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
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
          call={api.orders.reveal}
          input={(reason) => ({ params: { id }, body: { reason } })}
          onDone={(data) => onRevealed(data?.stripe_payment_intent_id ?? null)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
