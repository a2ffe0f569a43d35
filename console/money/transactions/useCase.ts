import { api } from '@portreeve/contract'
import { type Chargeback, openChargebacks } from '@portreeve/contract/money/chargebacks'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { useLoadedNotes } from '../../staff/timeline/PinnedNote.tsx'

/**
 * What a transaction's page shows above the fold, besides the transaction. `isKnown`: each part that decides what stands where is
 * answered or failed, so that nothing moves after it is painted. The money keeps its place by itself.
 */
export function useCase(id: string, txn: Transaction | undefined, isLoading: boolean) {
  const params = { id }
  const known = { when: txn !== undefined }
  const together = { when: isLoading || txn !== undefined }
  const money = useData(api.transactions.money, { params }, known)
  const movements = useData(api.refunds.movements, { params }, known)
  const parties = useData(api.orderSearch.parties, { params }, known)
  const dispute = useData(
    api.disputes.get,
    { params: { disputeId: txn?.dispute_id ?? '' } },
    { when: Boolean(txn?.dispute_id) },
  )
  // These calls go out together with that of the transaction: they need only its id.
  const marks = useData(api.orderSearch.marks, { query: { ids: id } }, together)
  const chargebacks = useData(api.chargebacks.list, { query: { transaction: id } }, together)
  const approvals = useData(api.approvals.list, { query: { transaction: id } }, together)
  const notes = useLoadedNotes('transaction', id)
  const me = useData(api.staff.me, {}, { once: true })
  const timeline = useData(
    api.timeline.of,
    { params: { kind: 'transaction', id }, query: {} },
    // A server without `staff.me` has no timelines.
    { when: together.when && me.data !== undefined },
  )
  const awaited = [me, movements, parties, dispute, marks, chargebacks, approvals, notes, timeline]
  const [isKnown, setKnown] = useState(false)
  // Once: what an action adds later, such as a dispute, does not take the page away.
  if (!isKnown && txn && awaited.every(({ loading }) => !loading)) setKnown(true)
  const open = chargebacks.data?.find(({ state }) => (openChargebacks as readonly string[]).includes(state))
  return {
    ...{ money, movements, dispute: dispute.data, marks: marks.data?.[0] },
    ...{ chargebacks: chargebacks.data, timeline },
    ...{ isKnown, due: dueOf(dispute.data, open) },
  }
}

/** The nearest thing that staff do by a fixed time. */
function dueOf(dispute: DisputeCase | undefined, chargeback: Chargeback | undefined) {
  if (chargeback?.evidence_due_at && !chargeback.submitted_at)
    return { words: 'Answer the bank by', at: chargeback.evidence_due_at }
  return dispute?.status === 2 ? { words: 'Decide by', at: dispute.deadline_at } : null
}
