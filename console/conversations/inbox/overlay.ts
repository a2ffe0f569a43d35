import { api } from '@portreeve/contract'
import type { InboxActions, InboxConversation, InboxView } from '@portreeve/contract/conversations/inbox'
import { useOwnName } from '../../data/rights.ts'
import { usePending } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { serverNow } from '../../format/now.ts'
import { useOutbox } from '../conversations/useOutbox.ts'
import { fitsView } from './words.ts'

/**
 * Lays the changes in flight over a conversation, those of answers too. A refused change is then gone by itself. A conversation
 * without changes in flight stays the same object, so that its row need not render again.
 */
export function useOverlay(uid: string): (item: InboxConversation) => InboxConversation {
  const closing = usePending(api.inbox.close)
  const snoozing = usePending(api.inbox.snooze)
  const reopening = usePending(api.inbox.reopen)
  const marking = usePending(api.inbox.mark)
  const assigning = usePending(api.inbox.assign)
  const acting = usePending(api.inbox.act)
  const { outgoing } = useOutbox(uid, true)
  const ownName = useOwnName()
  // Only what is in the cache: the dialog in which a colleague is chosen has loaded it.
  const colleagues = useData(api.notes.colleagues, { params: { kind: 'conversation' } }, { when: false })
  const named = (to: string | null) =>
    to === null
      ? null
      : { uid: to, name: to === uid ? ownName : (colleagues.data?.find((one) => one.uid === to)?.name ?? to) }
  return (item) => {
    const isOf = ({ params }: { params: { id: string } }) => params.id === item.conversation.key
    const snooze = snoozing.find(isOf)
    const mark = marking.filter(isOf).at(-1)?.body
    const assign = assigning.filter(isOf).at(-1)?.body
    const answers = outgoing.filter(
      (one) =>
        one.conversation === item.conversation.key && (one.state === 'waiting' || one.state === 'sending'),
    )
    const calls = [closing, snoozing, reopening, marking, assigning, acting]
    if (answers.length === 0 && !calls.some((inFlight) => inFlight.some(isOf))) return item
    const actions = [
      ...acting.filter(isOf).map(({ body }) => body.actions),
      ...answers.flatMap((one) => one.actions ?? []),
    ].at(-1)
    const assignee = assign ? assign.uid : assigneeOf(actions, uid)
    // Who answers an unassigned conversation gets it.
    const taken = assignee === undefined && answers.length > 0 && item.assignee === null ? uid : assignee
    return {
      ...item,
      ...(mark?.tags && { tags: mark.tags }),
      ...(actions?.add_tags && { tags: [...new Set([...item.tags, ...actions.add_tags])].sort() }),
      ...((mark?.priority ?? actions?.priority) && { priority: mark?.priority ?? actions?.priority }),
      ...(taken !== undefined && { assignee: named(taken) }),
      ...(answers.length > 0 && { waiting_since: null }),
      ...(reopening.some(isOf) && { state: 'open' as const }),
      ...((closing.some(isOf) || actions?.close) && { state: 'closed' as const }),
      ...(snooze && { state: 'snoozed' as const, snoozed_until: snooze.body.until }),
      ...(actions?.snooze_hours && {
        state: 'snoozed' as const,
        snoozed_until: inHours(actions.snooze_hours),
      }),
    }
  }
}

const assigneeOf = (actions: InboxActions | undefined, own: string) =>
  actions?.assign === undefined
    ? undefined
    : actions.assign === 'me'
      ? own
      : actions.assign === 'no_one'
        ? null
        : actions.assign.uid

const inHours = (hours: number) => new Date(serverNow().getTime() + hours * 3_600_000).toISOString()

/** Whether a conversation still belongs to a view with the changes in flight; mentions are not looked at. */
export const stays = (view: InboxView, { state, assignee }: InboxConversation, uid: string): boolean =>
  fitsView(view, state) &&
  (view !== 'unassigned' || assignee === null) &&
  (view !== 'mine' || assignee?.uid === uid)
