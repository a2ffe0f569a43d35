import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Data } from '@portreeve/contract/base/endpoint'
import { useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { RevealDialog } from '../../shell/records/RevealDialog.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'

/** What a reveal has shown; another server has no address. */
export type Revealed = Partial<Data<typeof api.orders.reveal>>

interface RevealPaymentProps {
  id: string
  onRevealed: (found: Revealed) => void
}

/** Reveals an order's masked payment and address; requires a reason. */
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
          onDone={(data) => {
            if (data) onRevealed(data)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
