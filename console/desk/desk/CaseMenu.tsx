import { api } from '@portreeve/contract'
import { type DeskCase, deskKinds } from '@portreeve/contract/desk/desk'
import { IconClock, IconHandGrab, IconHandOff, IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { useMe } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedItem } from '../../shell/GuardedItem.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
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
  const mayTakeOver = useMe()?.role === 'admin' && whyNot !== null
  const size = { size: 14, 'aria-hidden': true }
  return (
    <>
      <LazyMenu label={`Actions for ${nameOf(row)}`}>
        {isMine ? (
          <GuardedItem
            may={may}
            icon={<IconHandOff {...size} />}
            onClick={() => void release.run({ params })}
          >
            Release
          </GuardedItem>
        ) : (
          <GuardedItem
            may={may}
            whyNot={mayTakeOver ? null : whyNot}
            icon={<IconHandGrab {...size} />}
            onClick={() => (mayTakeOver ? setDialog('take') : void take.run({ params }))}
          >
            {mayTakeOver ? 'Take over…' : 'Take'}
          </GuardedItem>
        )}
        <GuardedItem
          may={may}
          whyNot={mayTakeOver ? null : whyNot}
          icon={<IconUserShare {...size} />}
          onClick={() => setDialog('hand')}
        >
          Hand over…
        </GuardedItem>
        {snoozed_until ? (
          <GuardedItem
            may={may}
            icon={<IconClock {...size} />}
            onClick={() => void wake.run({ params, body: { until: null } })}
          >
            End the snooze
          </GuardedItem>
        ) : (
          <GuardedItem
            may={may}
            whyNot={whyNot}
            icon={<IconClock {...size} />}
            onClick={() => setDialog('snooze')}
          >
            Snooze…
          </GuardedItem>
        )}
      </LazyMenu>
      {dialog === 'take' && <TakeOverDialog row={row} onClose={() => setDialog(null)} />}
      {dialog === 'hand' && <HandDialog row={row} onClose={() => setDialog(null)} />}
      {dialog === 'snooze' && <SnoozeDialog row={row} onClose={() => setDialog(null)} />}
    </>
  )
}
