import { api } from '@portreeve/contract'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'

type Case = Pick<
  DisputeCase,
  'deadline_at' | 'buyer_statement' | 'seller_statement' | 'buyer_files' | 'seller_files'
>

/** Changes an open dispute's deadline, statements or files. `save` resolves to whether it was saved. */
export function useRecord({ id }: DisputeCase) {
  const refetch = [api.disputes.get, api.disputes.list]
  const record = useAction(api.disputes.record, {
    done: 'Dispute saved.',
    failed: 'Error saving the dispute.',
    refetch,
    refetchOnConflict: refetch,
  })
  return {
    busy: record.busy,
    problem: detailOf(record.failure),
    save: async (changes: Partial<Case>) =>
      (await record.run({ params: { disputeId: id }, body: changes })).done,
  }
}
