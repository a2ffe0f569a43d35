import { api } from '@portreeve/contract'
import type { ReviewCase } from '@portreeve/contract/listings/review'
import { useMemo, useRef, useState } from 'react'
import { useUndone } from '../../data/held.ts'
import { type Standing, useStanding } from '../../data/standing.ts'
import { usePending } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { useLive } from '../../data/use-live.ts'
import { type Item, type KnownOutcome, keyOf, keyOfItem, type Row, rowsOf, versionOf } from './items.ts'

const waiting = { query: { approval_status: '1' } } as const

/** With fewer waiting listings than this, the next page is fetched. */
const lowMark = 20

/** The keys of cases with a decision, or its undoing, in flight. */
export interface InFlight {
  readonly deciding: ReadonlySet<string>
  readonly undoing: ReadonlySet<string>
}

export interface Queue {
  rows: Row[]
  /** The item of a key, also if it is no longer in the rows. */
  item: (key: string) => Item | undefined
  /** The server has more cases than these rows. */
  more: boolean
  loading: boolean
  /** Whether each of the two lists could not be loaded or refetched. */
  failed: { listings: boolean; requests: boolean }
  reload: () => void
  /** The number of new cases since the list was shown. */
  fresh: number
  show: () => void
  /** Stores the outcome of a case. */
  setOutcome: (key: string, known: KnownOutcome) => void
  /** A decision was undone: the case waits again, with the server's record. */
  restore: (item: Item) => void
  /** The case has changed: refetches its list. */
  refresh: (kind: 'listing' | 'promotion') => void
}

/**
 * The review queue: promotion requests, then listings; in each the longest waiting first.
 * @param wanted a case that the queue must have, also if more cases wait than it loads
 */
export function useQueue(inFlight: InFlight, wanted: ReviewCase | null): Queue {
  const listings = useStanding(api.posts.pending, {}, { isFresh: true })
  const requests = useStanding(api.promotedPosts.list, waiting, {
    isFresh: true,
    // REV-06
    failed: (failure) => `Error loading promo reqs. ${failure.message}`,
  })
  const [known, setKnown] = useState<ReadonlyMap<string, KnownOutcome>>(new Map())
  const listed = useListed(wanted, requests, listings)
  // `inFlight` updates in the same render as the open case; the pending calls also cover an earlier visit of the screen.
  const deciding = keysOf(
    inFlight.deciding,
    [...usePending(api.posts.approve), ...usePending(api.posts.deny)],
    [...usePending(api.promotedPosts.approve), ...usePending(api.promotedPosts.deny)],
  )
  const undoing = keysOf(
    inFlight.undoing,
    usePending(api.posts.takeBack),
    usePending(api.promotedPosts.takeBack),
  )
  const rows = rowsOf(listed, known, deciding, undoing)
  /** All cases that were listed, by key: for the titles and versions of those that are no longer listed. */
  const seen = useRef(new Map<string, Item>())
  for (const item of listed) seen.current.set(keyOfItem(item), item)

  const setOutcome = (key: string, about: KnownOutcome) => {
    setKnown((all) => new Map(all).set(key, about))
    const open = rows.filter((row) => row.item.model === 'listing' && !row.outcome && row.key !== key).length
    if (open < lowMark && listings.more) listings.reload()
  }
  const forget = (key: string) => setKnown((all) => new Map([...all].filter(([other]) => other !== key)))
  const listOf = (kind: ReviewCase['kind']) => (kind === 'listing' ? listings : requests)
  const refresh = (kind: ReviewCase['kind']) => listOf(kind).reload()
  /** The deletion of a listing was undone: its cases wait again. */
  const forgetDeletion = (listing: string) => {
    const isAbout = (item: Item | undefined) =>
      (item?.model === 'listing' ? item.record.key : item?.record.post_id) === listing
    setKnown(
      (all) =>
        new Map(
          [...all].filter(([key, { decision }]) => decision !== 'deleted' || !isAbout(seen.current.get(key))),
        ),
    )
  }
  useUndone(({ action, subject_id }) => {
    if (action !== 'posts.remove') return
    forgetDeletion(subject_id)
    refresh('listing')
    refresh('promotion')
  })

  useLive('review', (event) => {
    if (event.what === 'looking') return
    if (event.what === 'back') {
      forgetDeletion(event.case.id)
      listings.look()
      return requests.look()
    }
    // A new case waits behind the button, so that no row moves. A listed case gets its latest record.
    if (event.what === 'arrived') return listOf(event.case.kind).look()
    const key = keyOf(event.case)
    const item = seen.current.get(key)
    if (!item) return
    const version = versionOf(item)
    if (event.what === 'gone') {
      const gone = { ...deleted, by: 'a colleague' }
      setKnown((all) => (all.get(key)?.by === null ? all : new Map(all).set(key, gone)))
      return
    }
    // A repeated event, or one older than the listed record.
    if (version !== undefined && event.version <= version) return
    if (event.what === 'decided') {
      const { decision, name } = event
      setKnown((all) => {
        const own = all.get(key)
        const isOwn = own?.by === null && own.version === event.version
        return isOwn ? all : new Map(all).set(key, { version: event.version, decision, by: name })
      })
    } else listOf(event.case.kind).look()
  })

  const keys = new Set(listed.map(keyOfItem))
  const latest = itemsOf(requests.latest ?? [], listings.latest?.wts ?? [])
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
    fresh: rowsOf(latest, known, deciding, undoing).filter((row) => !row.outcome && !keys.has(row.key))
      .length,
    show: () => {
      listings.show()
      requests.show()
    },
    setOutcome,
    restore: (item) => {
      const key = keyOfItem(item)
      if (item.model === 'listing')
        listings.amend((data) => ({
          wts: data.wts.map((one) => (one.key === item.record.key ? item.record : one)),
        }))
      else requests.amend((all) => all.map((one) => (one.id === item.record.id ? item.record : one)))
      forget(key)
      if (!keys.has(key)) refresh(item.model === 'listing' ? 'listing' : 'promotion')
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
type Listings = Extract<Item, { model: 'listing' }>['record'][]

const itemsOf = (requests: Requests, listings: Listings): Item[] => [
  ...requests.map((record) => ({ model: 'promoted_post_request', record }) as const),
  ...listings.map((record) => ({ model: 'listing', record }) as const),
]

/** The shown records, each in its latest version. */
const current = <Listed>(
  shown: Listed[] = [],
  latest: Listed[] = [],
  idOf: (record: Listed) => string,
): Listed[] => {
  const byId = new Map(latest.map((record) => [idOf(record), record]))
  return shown.map((record) => byId.get(idOf(record)) ?? record)
}

/** The loaded cases. The wanted one is loaded alone if its list has more cases than it loads, and does not have it. */
function useListed(
  wanted: ReviewCase | null,
  requests: Standing<Requests>,
  listings: Standing<{ wts: Listings }>,
) {
  const id = wanted?.id ?? ''
  const needsListing =
    wanted?.kind === 'listing' && listings.more && !listings.data?.wts.some(({ key }) => key === id)
  const needsRequest =
    wanted?.kind === 'promotion' && requests.more && !requests.data?.some((one) => one.id === id)
  const listing = useData(api.posts.pending, { query: { id } }, { when: needsListing })
  const request = useData(api.promotedPosts.list, { query: { ...waiting.query, id } }, { when: needsRequest })
  const found = needsListing ? listing.data?.wts : undefined
  const foundRequest = needsRequest ? request.data : undefined
  return useMemo(
    () =>
      itemsOf(
        [...(foundRequest ?? []), ...current(requests.data, requests.latest, ({ id }) => id)],
        [...(found ?? []), ...current(listings.data?.wts, listings.latest?.wts, ({ key }) => key)],
      ),
    [found, foundRequest, requests.data, requests.latest, listings.data, listings.latest],
  )
}
