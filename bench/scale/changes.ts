import { setTimeout as pause } from 'node:timers/promises'
import type { Answered, sender } from './call.ts'
import { orders, type Place } from './place.ts'

export interface Given {
  reads: string[][][]
  people: string[]
  /** Listings that wait for review. */
  pending: string[]
  /** Reading calls a second beside those of the writers. */
  rate: number
  /** A prefix that makes keys and notes of this part unique. */
  name: string
  /** Transactions that earlier parts have cancelled. */
  cancelled: number
}

/** Milliseconds for which a change is retried with its idempotency key. */
const persistence = 60_000

type Send = ReturnType<typeof sender>

interface Calls {
  send: Send
  /** Records a call that was not answered 200. */
  first: (...call: Parameters<Send>) => Promise<Answered>
}

/** Records of the changes and of the lists read after them. */
interface Noted {
  stale: string[]
  done: Map<string, number>
  checked: { own: number; event: number }
}

/** Retries one staff member's change with its idempotency key until it is acknowledged, and reads a list that must show it. */
type Change = (
  at: number,
  action: string,
  call: [string, string, object?],
  list: string,
  shows: (data: never) => boolean,
  isDone?: (answer: never) => boolean,
) => Promise<void>

function changeOf(place: Place, name: string, noted: Noted, { send, first }: Calls): Change {
  return async (at, action, [method, path, body], list, shows, isDone = () => true) => {
    const token = place.tokens[at] ?? ''
    const more = {
      key: `${name}-${at}-${action}-${noted.checked.own}-${Math.random()}`,
      ...(body && { body }),
    }
    let { status, text } = await first(token, method, path, more)
    for (const from = performance.now(); status !== 200 && performance.now() - from < persistence; ) {
      await pause(200)
      const again = await send(token, method, path, more)
      status = again.status
      text = again.text
    }
    if (status !== 200)
      return void noted.stale.push(`${action} was never done: ${status} ${text.slice(0, 200)}`)
    const who = `staff-bench-${at} ${action}`
    noted.done.set(who, (noted.done.get(who) ?? 0) + 1)
    const listed = await first(token, 'GET', list)
    if (!isDone((JSON.parse(text) as { data: never }).data)) return
    noted.checked.own++
    if (listed.status === 200 && !shows((JSON.parse(listed.text) as { data: never }).data))
      noted.stale.push(`${list} does not show ${action} of its own caller`)
  }
}

/** The kinds of changes, one for each writer. */
export function changesOf(
  place: Place,
  { people, pending, name, cancelled }: Given,
  noted: Noted,
  calls: Calls,
): ((at: number) => Promise<unknown>)[] {
  const change = changeOf(place, name, noted, calls)
  const free = [...pending]
  let order = cancelled
  let turn = 0
  return [
    (at) => {
      const [uid, ability] = [people[at] ?? '', ++turn]
      const path = `/v1/admin/users/${uid}`
      const shows = (found: { uid: string; post_ability: number }[]) =>
        found.some((one) => one.uid === uid && one.post_ability === ability)
      const list = `/v1/admin/user_search?search_term=${encodeURIComponent(uid)}`
      return change(at, 'users.update', ['PATCH', path, { post_ability: ability }], list, shows)
    },
    (at) => {
      const [id, text] = [people[at] ?? '', `Note ${name} ${++turn}`]
      const shows = (rows: { reason: string }[]) => rows.some(({ reason }) => reason === text)
      return change(
        at,
        'notes.create',
        ['POST', '/v1/admin/notes', { kind: 'user', id, text }],
        `/v1/admin/timeline/user/${id}`,
        shows,
      )
    },
    async (at) => {
      const key = free.pop()
      const shows = ({ wts }: { wts: { key: string }[] }) => !wts.some((one) => one.key === key)
      if (key)
        await change(
          at,
          'posts.approve',
          ['POST', `/v1/admin/posts/${encodeURIComponent(key)}/approve`],
          '/v1/admin/posts/pending',
          shows,
        )
    },
    async (at) => {
      // Settled after its call's transaction, without an audit row: the list must wait for it all the same.
      const id = `s${++order}`
      const shows = (found: { id: string; status: number }[]) =>
        found.some((one) => one.id === id && one.status === 3)
      if (order <= orders)
        await change(
          at,
          'transactions.cancel',
          ['PATCH', `/v1/admin/transactions/${id}/cancel`],
          '/v1/admin/transactions?person=seller&status=3',
          shows,
          // When its process was killed, another one retries it later.
          ({ state }: { state: string }) => state === 'done',
        )
    },
    (at) =>
      calls.first(place.tokens[at] ?? '', 'POST', '/v1/admin/review/looking', {
        body: { page: `page-${at}`, case: null },
      }),
  ]
}
