import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Feed, openFeed } from '../stack/live-feed.ts'
import { apiKey } from '../stack/server-under-test.ts'
import { type Answered, sender } from './call.ts'
import { orders, type Place } from './place.ts'

export interface Load {
  /** All first tries that were not answered 200. */
  failed: Answered[]
  /** Milliseconds of the mixed reading calls. */
  spent: number[]
  /** Lists that did not show what their reader had written or been told. */
  stale: string[]
  /** Changes that were acknowledged, by who did what. */
  done: Map<string, number>
  /** How often a change was followed at once by its list, and an event by its. */
  checked: { own: number; told: number }
  /** What each open feed heard, in its order. */
  heard: string[][]
  connections: () => number
  /** Begins no more calls and waits for what is under way; feeds stay open. */
  stop: () => Promise<void>
  close: () => void
}

interface Given {
  reads: string[][][]
  people: string[]
  /** Listings that wait for review. */
  pending: string[]
  /** Reading calls a second beside those of who changes something. */
  rate: number
  /** What makes keys and notes of this part different from those before. */
  name: string
  /** Transactions that were cancelled in the parts before. */
  cancelled: number
}

/** How many staff change something all the time, and how many pages are open. */
const [writers, pages] = [8, 4]
/** Milliseconds for which a change is repeated with its key. */
const persistence = 60_000

/**
 * Staff at work through nginx: the mixed reading calls of load.ts at their times; people who change something and at once
 * ask for the list that must show it; pages that ask for a list whenever the live feed names it.
 */
export function startWork(place: Place, { reads, people, pending, rate, name, cancelled }: Given): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const stopping = new AbortController()
  const load = {
    failed: [] as Answered[],
    spent: [] as number[],
    stale: [] as string[],
    done: new Map<string, number>(),
    checked: { own: 0, told: 0 },
    heard: Array.from({ length: pages }, (): string[] => []),
  }
  const send = sender(place.api, agent)
  const first = async (...asked: Parameters<typeof send>) => {
    const answered = await send(...asked)
    if (answered.status !== 200) load.failed.push(answered)
    return answered
  }
  /** Does a change, with its key until it is acknowledged, and reads a list that must show it. */
  const change = async (
    at: number,
    action: string,
    [method, path, body]: [string, string, object?],
    list: string,
    shows: (data: never) => boolean,
    isDone: (answer: never) => boolean = () => true,
  ) => {
    const token = place.tokens[at] ?? ''
    const more = {
      key: `${name}-${at}-${action}-${load.checked.own}-${Math.random()}`,
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
      return void load.stale.push(`${action} was never done: ${status} ${text.slice(0, 200)}`)
    const who = `staff-bench-${at} ${action}`
    load.done.set(who, (load.done.get(who) ?? 0) + 1)
    const listed = await first(token, 'GET', list)
    if (!isDone((JSON.parse(text) as { data: never }).data)) return
    load.checked.own++
    if (listed.status === 200 && !shows((JSON.parse(listed.text) as { data: never }).data))
      load.stale.push(`${list} does not show ${action} of its own caller`)
  }

  const free = [...pending]
  let order = cancelled
  let turn = 0
  const changes: ((at: number) => Promise<unknown>)[] = [
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
      const shows = (deeds: { reason: string }[]) => deeds.some(({ reason }) => reason === text)
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
      // Settled after its call's own transaction, with no audit row: the list must wait for it nevertheless.
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
          // Where the process was killed that had begun it, another goes on with it later.
          ({ state }: { state: string }) => state === 'done',
        )
    },
    (at) =>
      first(place.tokens[at] ?? '', 'POST', '/v1/admin/review/looking', {
        body: { page: `page-${at}`, case: null },
      }),
  ]
  const until = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  const writer = async (at: number) => {
    // Cancelling is rarer: there are not many that can be.
    for (let n = at; !stopping.signal.aborted; n++) {
      const kind = n % 15 === 3 ? 3 : [0, 1, 2, 4][n % 4]
      await changes[kind ?? 0]?.(at)
      await until(400 + Math.random() * 400)
    }
  }
  const underWay = new Set<Promise<unknown>>()
  const keep = (work: Promise<unknown>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  const any = <One>(list: One[]): One => list[Math.floor(Math.random() * list.length)] as One
  const reader = async () => {
    const began = performance.now()
    for (let call = 0; !stopping.signal.aborted; call++) {
      const wait = began + (call * 1000) / rate - performance.now()
      if (wait > 1) await until(wait)
      const paths = any(any(reads))
      call += paths.length - 1
      const token = any(place.tokens.slice(writers + pages))
      for (const path of paths) keep(first(token, 'GET', path).then(({ took }) => load.spent.push(took)))
    }
  }
  const page = (at: number): Feed => {
    const token = place.tokens[writers + at] ?? ''
    const told = async (key: string) => {
      const { status, text } = await first(token, 'GET', '/v1/admin/posts/pending')
      load.checked.told++
      const { wts } = (status === 200 ? JSON.parse(text) : { data: { wts: [] } }).data as {
        wts: { key: string }[]
      }
      if (wts.some((one) => one.key === key))
        load.stale.push(`The feed told that ${key} was decided, and the list had it`)
    }
    return openFeed({
      ...{ api: () => place.api, apiKey, token: () => token, topic: 'review' },
      hear: ({ id, data }) => {
        load.heard[at]?.push(id)
        const event = data as { what: string; case: { id: string } }
        if (event.what === 'decided' && !stopping.signal.aborted) keep(told(event.case.id))
      },
    })
  }
  const feeds = Array.from({ length: pages }, (_, at) => page(at))
  const loops: Promise<unknown>[] = []
  const begin = async () => {
    while (feeds.some((feed) => feed.connections() === 0)) await pause(50)
    // A feed that was cut off before its first event would have no place to go on from.
    await first(place.tokens[0] ?? '', 'POST', '/v1/admin/review/looking', {
      body: { page: name, case: null },
    })
    while (load.heard.some((ids) => ids.length === 0)) await pause(50)
    loops.push(reader(), ...Array.from({ length: writers }, (_, at) => writer(at)))
  }
  const began = begin()
  return {
    ...load,
    connections: () => feeds.reduce((sum, feed) => sum + feed.connections(), 0),
    stop: async () => {
      stopping.abort()
      await began
      await Promise.all(loops)
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close: () => {
      for (const feed of feeds) feed.close()
      agent.destroy()
    },
  }
}
