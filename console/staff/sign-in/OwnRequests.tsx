import { liveTopics } from '@portreeve/contract/base/live'
import { may } from '@portreeve/contract/base/rights'
import type { ApprovalEvent } from '@portreeve/contract/money/approvals'
import { useRef } from 'react'
import { useMe } from '../../data/rights.ts'
import { useLive } from '../../data/use-live.ts'
import { grouped } from '../../format/money.ts'
import { toastDone } from '../../ui/toast.ts'

/** Milliseconds: long enough to read the id of the transaction. */
const stays = 10_000

/** The sentence for the requester of a decided request; null for a request that waits, or was withdrawn. */
export function decisionWords(event: ApprovalEvent): string | null {
  const { state, transaction_id, cents, asked_cents, currency } = event
  const about = `Your request about ${transaction_id}`
  if (state === 'declined') return `${about} was declined. The transaction shows why.`
  if (state !== 'approved') return null
  return cents === undefined || asked_cents === undefined
    ? `${about} was approved.`
    : `${about} was approved in part: ${grouped(cents, currency)} of ${grouped(asked_cents, currency)}. The transaction shows why.`
}

/** Shows the requester a colleague's decision as a toast, on any page. */
export default function OwnRequests() {
  const me = useMe()
  const shown = useRef(new Set<string>())
  useLive(me && may(me, liveTopics.approvals) ? 'approvals' : null, (event) => {
    const words = decisionWords(event)
    // An event may arrive twice.
    if (words === null || event.asked_by !== me?.uid || shown.current.has(event.id)) return
    shown.current.add(event.id)
    toastDone({ message: words, stays })
  })
  return null
}
