import type { SingleCall } from '../bulk-calls.ts'
import { type Changes, changingCalls, type Done, type Values, valuesOf } from './undo-changes.ts'

// The pieces of the inverses: ordinary calls that write back what was before.

/** What an inverse reads beside the action. */
export interface Found {
  /** The parts that the action changed. */
  changes: Changes
  /** The record as it is now. */
  now: Values
  /** The reason of the undo, which names the plan. */
  reason: string
  /** The held action, which its own call takes back. */
  held?: { id: string; until: string; undone_at: string | null } | undefined
  /** The message of the denial that the action replaced. */
  denial?: string | null | undefined
}

/** An undo by the ordinary calls, in their order. `words`: what it does. */
export interface Way {
  words: string
  calls: (done: Done, found: Found) => SingleCall[]
}

export const call = (
  name: string,
  params: Record<string, string>,
  body?: unknown,
  again?: SingleCall['again'],
): SingleCall => ({
  name,
  input: { params, query: {}, body, expected: undefined },
  ...(again && { again }),
})

/** The names in an address: {id} or {uid}. */
const paramOf = (name: string) => /\{(\w+)\}/.exec(changingCalls.get(name)?.path ?? '')?.[1] ?? 'id'
export const of = (name: string, { subject }: Done) => ({ [paramOf(name)]: subject ?? '' })
export const beforeOf = ({ changes }: Found) =>
  Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]))

export const back = 'The earlier values are written back.'
/** The call itself, with the earlier values of the fields that it changed. */
export const edit = (name: string, more: (done: Done, found: Found) => object = () => ({})): Way => ({
  words: back,
  calls: (done, found) => [call(name, of(name, done), { ...beforeOf(found), ...more(done, found) })],
})
export const by = (words: string, name: string, body?: (done: Done, found: Found) => unknown): Way => ({
  words,
  calls: (done, found) => [call(name, of(name, done), body?.(done, found))],
})

export const held: Way = {
  words: 'It is taken back: what was deleted is there again, reports are open, an account is blocked.',
  calls: (_done, { held, reason }) => [call('held.takeBack', { id: held?.id ?? '' }, { reason })],
}

/** A denial or an approval goes back to what it replaced; else the listing waits again. */
export const decision: Way = {
  words: 'The listing is as it was before the decision: it waits again, or is approved or denied.',
  calls: (done, { changes, now, reason, denial }) => {
    const [was] = changes.review_state ?? []
    if (was !== 'approved' && was !== 'denied')
      return [call('listings.reopen', of('listings.reopen', done), { reason })]
    const name = was === 'approved' ? 'posts.approve' : 'posts.deny'
    const one = call(name, of(name, done), was === 'denied' ? { message: denial ?? '' } : undefined)
    return [{ ...one, input: { ...one.input, expected: Number(now.version) } }]
  },
}

/** The state of a conversation, part by part. */
export const inbox: Way = {
  words: 'Assignee, state, tags and priority are as they were.',
  calls: (done, found) => {
    const { changes } = found
    const before = beforeOf(found)
    const id = { id: done.subject ?? '' }
    const until = before.snoozed_until
    const sleeps = before.state === 'snoozed' && typeof until === 'string' && Date.parse(until) > Date.now()
    const marks = Object.fromEntries(
      Object.entries(before).filter(([field]) => /^(tags|priority)$/.test(field)),
    )
    return [
      ...(Object.keys(marks).length > 0 ? [call('inbox.mark', id, marks)] : []),
      ...(before.state === 'closed' ? [call('inbox.close', id, {})] : []),
      ...(sleeps ? [call('inbox.snooze', id, { until })] : []),
      ...(before.state === 'open' || (before.state === 'snoozed' && !sleeps)
        ? [call('inbox.reopen', id)]
        : []),
      ...('assignee' in changes ? [call('inbox.assign', id, { uid: before.assignee })] : []),
    ]
  },
}

/** A deleted record is made again, with its id. */
export const again = (
  name: string,
  fields: string[],
  more: (done: Done, was: Values) => SingleCall[] = () => [],
): Way => ({
  words: 'It is made again, as it was.',
  calls: (done) => {
    const was = valuesOf(done.before)
    const body = Object.fromEntries(
      fields.filter((field) => field in was).map((field) => [field, was[field]]),
    )
    const created = typeof was.created_at === 'string' ? { created_at: was.created_at } : {}
    return [call(name, {}, body, { id: done.subject ?? '', ...created }), ...more(done, was)]
  },
})
export const unmade = (name: string) => by('It is deleted.', name)
