import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { shownBy } from './options.ts'

/** Asks an admin before they take a colleague's case. It is taken only from the colleague whom the question names. */
export function TakeOverDialog({ row, onClose }: { row: DeskCase; onClose: () => void }) {
  const { kind, id, assignee, version } = row
  const take = useAction(api.desk.take, {
    done: 'Case taken over',
    refetch: shownBy,
    refetchOnConflict: shownBy,
    inOrder: `desk ${kind} ${id}`,
    ifMatch: () => version,
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Take the case over"
      subtitle={
        <>
          <bdi>{assignee?.name ?? assignee?.uid ?? 'A colleague'}</bdi> has this case; take it over? They are
          notified.
        </>
      }
      confirmText="Take over"
      busy={take.busy}
      problem={take.failure && failureText(take.failure)}
      onConfirm={() => void take.run({ params: { kind, id } })}
    />
  )
}
