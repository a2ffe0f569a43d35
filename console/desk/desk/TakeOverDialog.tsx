import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { failureText } from '../../data/failure.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { shownBy } from './options.ts'

/** Asks an admin before they take a colleague's case. It is taken only from the colleague whom the question names. */
export function TakeOverDialog({ row, onClose }: { row: DeskCase; onClose: () => void }) {
  const { kind, id, assignee, version } = row
  return (
    <ActionDialog
      call={api.desk.take}
      input={() => ({ params: { kind, id } })}
      done="Case taken over"
      refetch={shownBy}
      refetchOnConflict={shownBy}
      inOrder={`desk ${kind} ${id}`}
      ifMatch={() => version}
      closesAtOnce
      title="Take the case over"
      subtitle={
        <>
          <bdi>{assignee?.name ?? assignee?.uid ?? 'A colleague'}</bdi> has this case; take it over? They are
          notified.
        </>
      }
      note={null}
      confirmText="Take over"
      problem={failureText}
      onClose={onClose}
    />
  )
}
