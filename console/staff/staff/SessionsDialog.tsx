import { Skeleton } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { StaffSession } from '@portreeve/contract/staff/staff'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { browserName } from '../../format/browser.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { SessionTable } from '../own-sign-in/SessionTable.tsx'
import { nameOf, type PersonDialogProps } from './dialogs.tsx'

/** A staff member's sessions, with buttons to end them. */
export function SessionsDialog({ person, onClose }: PersonDialogProps) {
  const params = { uid: person.uid }
  const loaded = useData(api.staff.sessions, { params })
  const [chosen, setChosen] = useState<StaffSession | 'all' | null>(null)
  const refetch = [api.staff.sessions, api.staff.list]
  const failed = 'The session could not be ended'
  const endOne = useAction(api.staff.endSession, { done: 'Session ended', failed, refetch })
  const endAll = useAction(api.staff.endSessions, { done: 'All sessions ended', failed, refetch })
  const ending = new Set(usePending(api.staff.endSession).map((one) => one.params.id))
  const end = async () => {
    const { done } =
      chosen === 'all'
        ? await endAll.run({ params })
        : await endOne.run({ params: { ...params, id: chosen?.id ?? '' } })
    if (done) setChosen(null)
  }
  if (chosen)
    return (
      <ConfirmModal
        opened
        onClose={() => setChosen(null)}
        title={chosen === 'all' ? 'End all sessions' : 'End session'}
        width={460}
        subtitle={
          <>
            {nameOf(person)} will be signed out
            {chosen === 'all' ? ' on every device' : ` in ${browserName(chosen.user_agent)}`} within seconds.
            They can sign in again.
          </>
        }
        confirmText={chosen === 'all' ? 'End all' : 'End session'}
        danger
        busy={endOne.busy || endAll.busy}
        problem={detailOf(endOne.failure ?? endAll.failure)}
        onConfirm={() => void end()}
      />
    )
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Sessions"
      width={720}
      subtitle={nameOf(person)}
      cancelText="Close"
      confirmText="End all"
      danger
      onConfirm={() => setChosen('all')}
    >
      {loaded.failure && <FailedState message="The sessions could not be loaded." onRetry={loaded.reload} />}
      {loaded.loading && <Skeleton height={80} />}
      {loaded.data && <SessionTable sessions={loaded.data} ending={ending} onEnd={setChosen} />}
    </ConfirmModal>
  )
}
