import type { Transaction } from '@portreeve/contract/money/transactions'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Outgoing } from '../conversations/outbox.ts'

/**
 * Opens the refund request of the chosen order, or the person's orders when none is chosen: at once, or when an answer of the
 * outbox has gone out. A person fills in the amount there.
 */
export function useRefundRequest(person: string, order: Transaction | null, outgoing: readonly Outgoing[]) {
  const navigate = useNavigate()
  /** The key of the answer that goes first. */
  const [after, setAfter] = useState<string | null>(null)
  const open = () => {
    setAfter(null)
    void navigate(
      order
        ? { to: '/dashboard/txns/$id', params: { id: order.id }, search: { dialog: 'refund' } }
        : { to: '/dashboard/txns/$id', params: { id: 'overview' }, search: { person } },
    )
  }
  const isSent = after !== null && !outgoing.some(({ key }) => key === after)
  const go = useEffectEvent(open)
  useEffect(() => {
    if (isSent) go()
  }, [isSent])
  return { open, openAfter: setAfter, forget: () => setAfter(null) }
}
