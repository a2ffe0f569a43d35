import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { deskKinds } from '@portreeve/contract/desk/desk-ranking'
import { IconClock, IconHandGrab, IconHandOff, IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { useMay } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { RowMenu } from '../../shell/RowMenu.tsx'
import { refusedWords, shownBy } from './options.ts'
import { nameOf } from './words.ts'

const HandDialog = onDemand(async () => (await import('./HandDialog.tsx')).HandDialog)
const TakeOverDialog = onDemand(async () => (await import('./TakeOverDialog.tsx')).TakeOverDialog)
const SnoozeDialog = onDemand(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog)

/** Take, release, hand over and snooze a case of the list. */
export function CaseMenu({ row }: { row: DeskCase }) {
  const { kind, id, assignee, snoozed_until } = row
  const params = { kind, id }
  const own = useOwnUid()
  const [dialog, setDialog] = useState<'hand' | 'snooze' | 'take' | null>(null)
  const options = { refetch: shownBy, refetchOnConflict: shownBy, inOrder: `desk ${kind} ${id}` }
  const take = useAction(api.desk.take, { ...options, failed: refusedWords('taking') })
  const release = useAction(api.desk.release, { ...options, failed: refusedWords('releasing') })
  const wake = useAction(api.desk.snooze, { ...options, failed: refusedWords('waking') })
  const may = deskKinds[kind]
  const isMine = assignee !== null && assignee.uid === own
  const whyNot = assignee && !isMine ? `${assignee.name ?? assignee.uid} has this case.` : null
  // An admin takes over or hands over what a colleague has.
  const mayTakeOver = useMay('work.lead') && whyNot !== null
  return (
    <>
      <RowMenu
        label={`Actions for ${nameOf(row)}`}
        actions={[
          isMine
            ? { may, label: 'Release', icon: IconHandOff, onActivate: () => void release.run({ params }) }
            : mayTakeOver
              ? { may, label: 'Take over…', icon: IconHandGrab, onActivate: () => setDialog('take') }
              : {
                  may,
                  whyNot,
                  label: 'Take',
                  icon: IconHandGrab,
                  onActivate: () => void take.run({ params }),
                },
          {
            may,
            whyNot: mayTakeOver ? null : whyNot,
            label: 'Hand over…',
            icon: IconUserShare,
            onActivate: () => setDialog('hand'),
          },
          snoozed_until
            ? {
                may,
                label: 'End the snooze',
                icon: IconClock,
                onActivate: () => void wake.run({ params, body: { until: null } }),
              }
            : { may, whyNot, label: 'Snooze…', icon: IconClock, onActivate: () => setDialog('snooze') },
        ]}
      />
      {dialog === 'take' && <TakeOverDialog row={row} onClose={() => setDialog(null)} />}
      {dialog === 'hand' && <HandDialog row={row} onClose={() => setDialog(null)} />}
      {dialog === 'snooze' && <SnoozeDialog row={row} onClose={() => setDialog(null)} />}
    </>
  )
}
