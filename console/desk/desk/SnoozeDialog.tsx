import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { useAction } from '../../data/use-action.ts'
import { SnoozeModal } from '../../shell/SnoozeModal.tsx'
import { shownBy } from './options.ts'

/** Takes a case out of the open views until a time. */
export function SnoozeDialog({ row, onClose }: { row: Pick<DeskCase, 'kind' | 'id'>; onClose: () => void }) {
  const snooze = useAction(api.desk.snooze, {
    done: 'Case snoozed',
    refetch: shownBy,
    refetchOnConflict: shownBy,
    inOrder: `desk ${row.kind} ${row.id}`,
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  return (
    <SnoozeModal
      opened
      title="Snooze the case"
      subtitle="It is on the desk again at this time. Your claim ends."
      busy={snooze.busy}
      failure={snooze.failure}
      onSnooze={(until) =>
        void snooze.run({ params: { kind: row.kind, id: row.id }, body: { until: until.toISOString() } })
      }
      onClose={onClose}
    />
  )
}
