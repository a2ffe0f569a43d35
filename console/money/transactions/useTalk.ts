import { api } from '@portreeve/contract'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'

/** TXN-14, API-48: the messages between the seller and the buyer of a transaction, for a caller who may read them. */
export function useTalk(txn: Transaction | undefined) {
  const { seller_uid: from = '', purchaser_uid: to = '' } = txn ?? {}
  const whyNot = useWhyNot('conversations.read')
  // Private messages are not fetched before the caller's permission is known.
  const isMeKnown = !useData(api.staff.me, {}, { once: true }).loading
  const talk = useData(
    api.conversations.between,
    { query: { from, to } },
    {
      failed: 'Error loading conversation. ',
      judgedBy: 'http200',
      when: txn !== undefined && isMeKnown && !whyNot,
    },
  )
  return { ...talk, whyNot, loading: talk.loading || !isMeKnown }
}
export type Talk = ReturnType<typeof useTalk>
