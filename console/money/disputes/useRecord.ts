import { api } from '@portreeve/contract'
import type { Input } from '@portreeve/contract/base/endpoint'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'

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
    save: async (changes: Input<typeof api.disputes.record>['body']) =>
      (await record.run({ params: { disputeId: id }, body: changes })).done,
  }
}
