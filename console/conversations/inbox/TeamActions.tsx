import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import classes from './inbox.module.css'
import { refusedWords, useStateOptions } from './state-options.ts'

const AssignDialog = onDemand(async () => (await import('./AssignDialog.tsx')).AssignDialog)
const SnoozeDialog = onDemand(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog)

interface TeamActionsProps {
  uid: string
  item: InboxConversation
  /** The newest message on the screen; null for none, undefined while it is unknown. */
  seen: string | null | undefined
}

/** Assign, snooze, close: each with its key. */
export function TeamActions({ uid, item, seen }: TeamActionsProps) {
  const { conversation, assignee, state } = item
  const params = { id: conversation.key }
  const whyNot = useWhyNot('inbox.write')
  const [dialog, setDialog] = useState<'assign' | 'snooze' | null>(null)
  const options = useStateOptions(item)
  const take = useAction(api.inbox.assign, { ...options, failed: refusedWords('assigning') })
  const close = useAction(api.inbox.close, {
    ...options,
    done: 'Conversation closed',
    failed: refusedWords('closing'),
  })
  const reopen = useAction(api.inbox.reopen, { ...options, failed: refusedWords('opening') })
  const toggle = () =>
    state === 'open'
      ? void close.run({ params, body: seen === undefined ? {} : { seen } })
      : void reopen.run({ params })
  useShortcuts({ e: toggle, a: () => setDialog('assign'), s: () => setDialog('snooze') }, whyNot === null)
  return (
    <div className={classes.actions}>
      {assignee?.uid !== uid && (
        <GuardedButton
          may="inbox.write"
          size="compact-sm"
          loading={take.busy}
          onClick={() => void take.run({ params, body: { uid } })}
        >
          Take it
        </GuardedButton>
      )}
      <KeyedButton letter="A" onClick={() => setDialog('assign')}>
        Assign…
      </KeyedButton>
      <KeyedButton letter="S" onClick={() => setDialog('snooze')}>
        Snooze…
      </KeyedButton>
      <KeyedButton letter="E" onClick={toggle}>
        {state === 'open' ? 'Close' : 'Open again'}
      </KeyedButton>
      {dialog === 'assign' && <AssignDialog uid={uid} item={item} onClose={() => setDialog(null)} />}
      {dialog === 'snooze' && <SnoozeDialog item={item} seen={seen} onClose={() => setDialog(null)} />}
    </div>
  )
}

/** A button that shows its key. */
function KeyedButton(props: { letter: string; onClick: () => void; children: string }) {
  const { letter, onClick, children } = props
  return (
    <GuardedButton
      may="inbox.write"
      size="compact-sm"
      variant="default"
      rightSection={<kbd aria-hidden>{letter}</kbd>}
      onClick={onClick}
    >
      {children}
    </GuardedButton>
  )
}
