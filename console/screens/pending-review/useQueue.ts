import { api } from '@portreeve/contract'
import type { ReviewEvent } from '@portreeve/contract/review'
import { useMemo, useRef, useState } from 'react'
import { useUndone } from '../../data/held.ts'
import { usePending } from '../../data/hooks.ts'
import { useStanding } from '../../data/standing.ts'
import { useLive } from '../../data/use-live.ts'
import { type Item, type Known, keyOf, keyOfItem, type Row, rowsOf, versionOf } from './items.ts'

const waiting = { query: { approval_status: '1' } } as const

/** Fewer open listings than this, and more at the server: the next ones are asked for. */
const low = 20

/** The cases with a decision, or its taking back, in flight. */
export interface Flying {
  readonly leaving: ReadonlySet<string>
  readonly returning: ReadonlySet<string>
}

export interface Queue {
  rows: Row[]
  /** The item of a key, also of one that has left the rows. */
  item: (key: string) => Item | undefined
  /** How many wait at the server beyond these rows. */
  more: boolean
  loading: boolean
  /** Which of the two lists could not be loaded or refreshed. */
  failed: { listings: boolean; requests: boolean }
  reload: () => void
  /** How many came since the list was put on the screen. */
  fresh: number
  show: () => void
  /** Takes over what became of a case. */
  learn: (key: string, known: Known) => void
  /** A decision was taken back: the case waits again as the server now says it is. */
  restore: (item: Item) => void
  /** The case is not as it was: its list is asked for again. */
  refresh: (kind: 'listing' | 'promotion') => void
}

/** What waits for review: requests to promote first, then listings, each the longest waiting first. */
export function useQueue(flying: Flying): Queue {
  const listings = useStanding(api.posts.pending, {}, { anew: true })
  const requests = useStanding(api.promotedPosts.list, waiting, {
    anew: true,
    // REV-06
    failed: (failure) => `Error loading promo reqs. ${failure.message}`,
  })
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map())
  const listed = useMemo(() => itemsOf(requests.data, listings.data), [requests.data, listings.data])
  // The page's own set is drawn in the same moment as the next case; the calls in flight also tell of an earlier visit.
  const leaving = keysOf(
    flying.leaving,
    [...usePending(api.posts.approve), ...usePending(api.posts.deny)],
    [...usePending(api.promotedPosts.approve), ...usePending(api.promotedPosts.deny)],
  )
  const returning = keysOf(
    flying.returning,
    usePending(api.posts.takeBack),
    usePending(api.promotedPosts.takeBack),
  )
  const rows = rowsOf(listed, known, leaving, returning)
  /** Every case that was on the screen, by key: for titles and versions of those that have left it. */
  const seen = useRef(new Map<string, Item>())
  for (const item of listed) seen.current.set(keyOfItem(item), item)

  const learn = (key: string, about: Known) => {
    setKnown((all) => new Map(all).set(key, about))
    const open = rows.filter((row) => row.item.model === 'listing' && !row.over && row.key !== key).length
    if (open < low && listings.more) listings.reload()
  }
  const forget = (key: string) =>
    setKnown((all) => {
      const left = new Map(all)
      left.delete(key)
      return left
    })
  const refresh = (kind: 'listing' | 'promotion') =>
    kind === 'listing' ? listings.reload() : requests.reload()

  /** The deletion of a listing was undone: its cases wait again. */
  const comeBack = (listing: string) => {
    const isAbout = (item: Item | undefined) =>
      (item?.model === 'listing' ? item.record.key : item?.record.post_id) === listing
    setKnown(
      (all) =>
        new Map(
          [...all].filter(([key, { decision }]) => decision !== 'deleted' || !isAbout(seen.current.get(key))),
        ),
    )
    refresh('listing')
    refresh('promotion')
  }
  useUndone(({ action, subject_id }) => {
    if (action === 'posts.remove') comeBack(subject_id)
  })

  useLive('review', (data) => {
    const event = data as ReviewEvent
    if (event.what === 'looking') return
    if (event.what === 'back') return comeBack(event.case.id)
    const key = keyOf(event.case)
    const item = seen.current.get(key)
    if (!item) return
    const version = versionOf(item)
    if (event.what === 'gone') {
      setKnown((all) =>
        all.get(key)?.by === null ? all : new Map(all).set(key, { ...deleted, by: 'a colleague' }),
      )
      return
    }
    // Told twice, or older than what is on the screen.
    if (version !== undefined && event.version <= version) return
    if (event.what === 'decided') {
      const { decision, name } = event
      setKnown((all) => {
        const own = all.get(key)
        if (own?.by === null && own.version === event.version) return all
        return new Map(all).set(key, { version: event.version, decision, by: name })
      })
    } else refresh(event.case.kind)
  })

  const keys = new Set(listed.map(keyOfItem))
  const latest = itemsOf(requests.latest, listings.latest)
  return {
    rows,
    item: (key) => seen.current.get(key),
    more: listings.more || requests.more,
    loading:
      (listings.data === undefined && !listings.failure) ||
      (requests.data === undefined && !requests.failure),
    failed: { listings: listings.failure !== null, requests: requests.failure !== null },
    reload: () => {
      listings.reload()
      requests.reload()
    },
    fresh: rowsOf(latest, known, leaving, returning).filter((row) => !row.over && !keys.has(row.key)).length,
    show: () => {
      listings.show()
      requests.show()
    },
    learn,
    restore: (item) => {
      const key = keyOfItem(item)
      const isListed = keys.has(key)
      if (item.model === 'listing')
        listings.amend((data) => ({
          wts: data.wts.map((one) => (one.key === item.record.key ? item.record : one)),
        }))
      else requests.amend((all) => all.map((one) => (one.id === item.record.id ? item.record : one)))
      forget(key)
      if (!isListed) refresh(item.model === 'listing' ? 'listing' : 'promotion')
    },
    refresh,
  }
}

const deleted = { version: undefined, decision: 'deleted' } as const

type Ids = readonly { readonly params: { readonly id: string } }[]

const keysOf = (own: ReadonlySet<string>, listings: Ids, promotions: Ids): Set<string> =>
  new Set([
    ...own,
    ...listings.map(({ params }) => keyOf({ kind: 'listing', id: params.id })),
    ...promotions.map(({ params }) => keyOf({ kind: 'promotion', id: params.id })),
  ])

type Requests = Extract<Item, { model: 'promoted_post_request' }>['record'][]
type Listings = { wts: Extract<Item, { model: 'listing' }>['record'][] }

const itemsOf = (requests: Requests | undefined, listings: Listings | undefined): Item[] => [
  ...(requests ?? []).map((record) => ({ model: 'promoted_post_request', record }) as const),
  ...(listings?.wts ?? []).map((record) => ({ model: 'listing', record }) as const),
]
