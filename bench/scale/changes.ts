import { setTimeout as pause } from 'node:timers/promises'
import type { Answered, Client } from '../stack/client.ts'
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

/** Records of the changes and of the lists read after them. */
interface Noted {
  stale: string[]
  done: Map<string, number>
  checked: { own: number; event: number }
}

interface Change {
  action: string
  method: string
  path: string
  body?: object
  /** A list that must show the change as soon as it is done. */
  list: string
  shows: (data: never) => boolean
  isDone?: (answer: never) => boolean
}

const dataOf = (text: string) => (JSON.parse(text) as { data: never }).data

/**
 * The kinds of changes, one for each writer. A writer repeats a change with its idempotency key until it is acknowledged, and reads
 * the list that must show it.
 * @param first makes a call and records it when it is not answered 200
 */
export function changesOf(
  place: Place,
  { people, pending, name, cancelled }: Given,
  noted: Noted,
  call: Client['call'],
  first: (...given: Parameters<Client['call']>) => Promise<Answered>,
): ((at: number) => Promise<unknown>)[] {
  const change = async (at: number, { action, method, path, body, list, shows, isDone }: Change) => {
    const token = place.tokens[at] ?? ''
    const more = { key: `${name}-${at}-${action}-${Math.random()}`, ...(body && { body }) }
    let answered = await first(token, method, path, more)
    for (const from = Date.now(); answered.status !== 200 && Date.now() - from < persistence; ) {
      await pause(200)
      answered = await call(token, method, path, more)
    }
    const { status, text } = answered
    if (status !== 200)
      return void noted.stale.push(`${action} was never done: ${status} ${text.slice(0, 200)}`)
    const who = `staff-bench-${at} ${action}`
    noted.done.set(who, (noted.done.get(who) ?? 0) + 1)
    const listed = await first(token, 'GET', list)
    if (isDone && !isDone(dataOf(text))) return
    noted.checked.own++
    if (listed.status === 200 && !shows(dataOf(listed.text)))
      noted.stale.push(`${list} does not show ${action} of its own caller`)
  }
  const free = [...pending]
  let order = cancelled
  let turn = 0
  return [
    (at) => {
      const [uid, ability] = [people[at] ?? '', ++turn]
      return change(at, {
        ...{ action: 'users.update', method: 'PATCH', path: `/v1/admin/users/${uid}` },
        body: { post_ability: ability },
        list: `/v1/admin/user_search?search_term=${encodeURIComponent(uid)}`,
        shows: (found: { uid: string; post_ability: number }[]) =>
          found.some((one) => one.uid === uid && one.post_ability === ability),
      })
    },
    (at) => {
      const [id, text] = [people[at] ?? '', `Note ${name} ${++turn}`]
      return change(at, {
        ...{ action: 'notes.create', method: 'POST', path: '/v1/admin/notes' },
        body: { kind: 'user', id, text },
        list: `/v1/admin/timeline/user/${id}`,
        shows: (rows: { reason: string }[]) => rows.some(({ reason }) => reason === text),
      })
    },
    async (at) => {
      const key = free.pop()
      if (!key) return
      await change(at, {
        ...{ action: 'posts.approve', method: 'POST' },
        path: `/v1/admin/posts/${encodeURIComponent(key)}/approve`,
        list: '/v1/admin/posts/pending',
        shows: ({ wts }: { wts: { key: string }[] }) => !wts.some((one) => one.key === key),
      })
    },
    async (at) => {
      // Settled after its call's transaction, without an audit row: the list must wait for it all the same.
      const id = `s${++order}`
      if (order > orders) return
      await change(at, {
        ...{ action: 'transactions.cancel', method: 'PATCH', path: `/v1/admin/transactions/${id}/cancel` },
        list: '/v1/admin/transactions?person=seller&status=3',
        shows: (found: { id: string; status: number }[]) =>
          found.some((one) => one.id === id && one.status === 3),
        // When its process was killed, another one retries it later.
        isDone: ({ state }: { state: string }) => state === 'done',
      })
    },
    (at) => {
      const body = { page: `page-${at}`, case: null }
      return first(place.tokens[at] ?? '', 'POST', '/v1/admin/review/looking', { body })
    },
  ]
}
