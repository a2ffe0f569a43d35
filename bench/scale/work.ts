import { setTimeout as pause } from 'node:timers/promises'
import { type Answered, type Client, openClient } from '../stack/client.ts'
import { any } from '../stack/figures.ts'
import { type Feed, openFeed } from '../stack/live-feed.ts'
import { changesOf, type Given } from './changes.ts'
import type { Place } from './place.ts'

/** The numbers of writers and of open pages. */
const [writers, pages] = [8, 4]
/**
 * Staff at work through nginx: the mixed reading calls of load.ts at their times; writers who change a record and at once
 * read the list that must show it; pages that read a list whenever a live event names it.
 */
export function startWork(place: Place, given: Given) {
  const { reads, rate, name } = given
  const { call, close } = openClient(place.api)
  const stopping = new AbortController()
  const load = {
    /** All first attempts that were not answered 200. */
    failed: [] as Answered[],
    /** Latencies of the mixed reading calls, milliseconds. */
    spent: [] as number[],
    /** Lists that did not show their reader's own change or an event they had received. */
    stale: [] as string[],
    /** Acknowledged changes, by person and action. */
    done: new Map<string, number>(),
    /** Numbers of lists read right after an own change, and right after an event. */
    checked: { own: 0, event: 0 },
    /** The events of each open feed, in order of arrival. */
    received: Array.from({ length: pages }, (): string[] => []),
  }
  const first = async (...given: Parameters<Client['call']>) => {
    const answered = await call(...given)
    if (answered.status !== 200) load.failed.push(answered)
    return answered
  }
  const changes = changesOf(place, given, load, call, first)
  const until = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  const writer = async (at: number) => {
    // Cancel less often: few transactions can be cancelled.
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
  const reader = async () => {
    const began = performance.now()
    for (let made = 0; !stopping.signal.aborted; made++) {
      const wait = began + (made * 1000) / rate - performance.now()
      if (wait > 1) await until(wait)
      const paths = any(any(reads))
      made += paths.length - 1
      const token = any(place.tokens.slice(writers + pages))
      for (const path of paths) keep(first(token, 'GET', path).then(({ took }) => load.spent.push(took)))
    }
  }
  const page = (at: number): Feed => {
    const token = place.tokens[writers + at] ?? ''
    const readAfterEvent = async (key: string) => {
      const { status, text } = await first(token, 'GET', '/v1/admin/posts/pending')
      load.checked.event++
      const { wts } = (status === 200 ? JSON.parse(text) : { data: { wts: [] } }).data as {
        wts: { key: string }[]
      }
      if (wts.some((one) => one.key === key))
        load.stale.push(`An event announced that ${key} was decided, and the list still had it`)
    }
    return openFeed({
      ...{ api: place.api, token, topic: 'review' },
      onEvent: ({ id, data }) => {
        load.received[at]?.push(id)
        const event = data as { what: string; case: { id: string } }
        if (event.what === 'decided' && !stopping.signal.aborted) keep(readAfterEvent(event.case.id))
      },
    })
  }
  const feeds = Array.from({ length: pages }, (_, at) => page(at))
  const loops: Promise<unknown>[] = []
  const begin = async () => {
    while (feeds.some((feed) => feed.connections() === 0)) await pause(50)
    // Wait: a feed that is cut before its first event has no position to resume from.
    await first(place.tokens[0] ?? '', 'POST', '/v1/admin/review/looking', {
      body: { page: name, case: null },
    })
    while (load.received.some((ids) => ids.length === 0)) await pause(50)
    loops.push(reader(), ...Array.from({ length: writers }, (_, at) => writer(at)))
  }
  const began = begin()
  return {
    ...load,
    connections: () => feeds.reduce((sum, feed) => sum + feed.connections(), 0),
    /** Starts no more calls and waits for the open ones; feeds stay open. */
    stop: async () => {
      stopping.abort()
      await began
      await Promise.all(loops)
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close: () => {
      for (const feed of feeds) feed.close()
      close()
    },
  }
}

export type Load = ReturnType<typeof startWork>
