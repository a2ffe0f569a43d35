import { type InboxActions, maxSnoozeDays, maxTags } from '@portreeve/contract/conversations/inbox'
import type { Call } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { begin } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { refuseUnable, stillAble } from '../../staff/colleagues.ts'
import { notify, notifyHolders } from '../../staff/notify.ts'
import { newestOfPerson } from './inbox-arrival.ts'
import { recordResolution } from './inbox-spans.ts'
import type { conversationStates as states } from './inbox-tables.ts'

type State = typeof states.$inferSelect
type Change = Partial<typeof states.$inferInsert>
type Acting = Pick<Call, 'db' | 'staff'>

/** A locked conversation's new assignee. Notifies the new and the previous one. Refuses with refused one who may not answer. */
export async function assigned(call: Acting, state: State, uid: string | null): Promise<Change> {
  if (uid !== null) await refuseUnable(call.db, 'inbox.write', uid)
  await notifyHolders(call, ['conversation', state.conversation_id], state.assignee, uid)
  return { assignee: uid }
}

/** The assignee of a locked conversation after an answer of the caller: theirs, unless it is a colleague's who may still answer. */
export async function answered(call: Acting, { assignee }: State): Promise<Change> {
  if ((await stillAble(call.db, 'inbox.write', [assignee])).size > 0) return {}
  await refuseUnable(call.db, 'inbox.write', call.staff.uid)
  return { assignee: call.staff.uid }
}

/**
 * What opens a locked conversation again: a colleague, or the end of its snooze. A message of the person does so in `messagesArrived`.
 * Its assignee keeps it, and is notified, if they may still answer.
 */
export async function opened(
  { db, staff }: { db: Db; staff: Pick<Acting['staff'], 'uid'> | null },
  { conversation_id: id, assignee }: State,
): Promise<Change> {
  const keeps = (await stillAble(db, 'inbox.write', [assignee])).size > 0
  if (keeps && assignee !== null && assignee !== staff?.uid)
    await notify(db, [assignee], staff ? 'reopened' : 'awake', ['conversation', id], staff?.uid ?? null)
  return {
    state: 'open',
    snoozed_until: null,
    wake_operation: null,
    ...(assignee !== null && !keeps && { assignee: null }),
  }
}

/** Seconds until the end of a snooze. Refuses with refused a time that is past or too far away. */
export function snoozeSeconds(until: Date): number {
  const seconds = (until.getTime() - Date.now()) / 1000
  if (seconds <= 0) refuse('refused', 'Already past', 'A snooze ends in the future.')
  if (seconds > maxSnoozeDays * 86_400)
    refuse('refused', 'Too far away', `A snooze ends within ${maxSnoozeDays} days.`)
  return seconds
}

/** The end of a locked conversation's snooze, as an operation. Refuses as `snoozeSeconds`. */
export async function snoozed({ db }: Pick<Call, 'db'>, id: string, until: Date): Promise<Change> {
  const { operationId } = await begin(
    db,
    { kind: 'inbox.wake', subject_kind: 'conversation', subject_id: id },
    snoozeSeconds(until),
  )
  return { state: 'snoozed', snoozed_until: until.toISOString(), wake_operation: operationId, ...resting(id) }
}

/** Closes a locked conversation that is not closed. */
export async function closed({ db, staff }: Pick<Call, 'db' | 'staff'>, id: string): Promise<Change> {
  await recordResolution(db, id, staff.uid)
  return { state: 'closed', snoozed_until: null, wake_operation: null, ...resting(id) }
}

/** A message of the person that is later than their newest one opens the conversation again. */
const resting = (id: string): Change => ({ reopen_after: newestOfPerson(id) as unknown as string })

/** The change of a locked conversation that a macro's actions make. Refuses as each of them does; then none has an effect. */
export async function changeOf(call: Acting, state: State, actions: InboxActions): Promise<Change> {
  const { add_tags, priority, assign, snooze_hours, close } = actions
  const id = state.conversation_id
  const tags = [...new Set([...state.tags, ...(add_tags ?? [])])].sort()
  if (add_tags && tags.length > maxTags)
    refuse('refused', 'Too many tags', `A conversation has at most ${maxTags} tags. Nothing was changed.`)
  const assignee = assign === 'me' ? call.staff.uid : typeof assign === 'object' ? assign.uid : null
  return {
    ...(add_tags && { tags }),
    ...(priority && { priority }),
    ...(assign !== undefined && (await assigned(call, state, assignee))),
    ...(snooze_hours !== undefined &&
      (await snoozed(call, id, new Date(Date.now() + snooze_hours * 3_600_000)))),
    ...(close && (await closed(call, id))),
  }
}
