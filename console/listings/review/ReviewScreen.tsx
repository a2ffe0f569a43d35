import type { Decision } from '@portreeve/contract/listings/review'
import { useSearch } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { orNull } from '../../format/words.ts'
import { useWriteTo } from '../../shell/writing.tsx'
import { NamedTimeline } from '../../staff/timeline/Timeline.tsx'
import { passFocus } from '../../ui/browser/list-focus.ts'
import { usePlaces } from '../../ui/browser/places.ts'
import { useKeysOn } from '../../ui/browser/single-keys.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useStable } from '../../ui/stable.ts'
import { useCanned } from './DenyDialog.tsx'
import { caseIn, caseOf, type Item, keyOf, neighbour, type Row, titleOf } from './items.ts'
import { ManyCasesBar, useManyCases } from './ManyCases.tsx'
import { OpenCase } from './OpenCase.tsx'
import { QueueHead } from './QueueHead.tsx'
import { QueueList } from './QueueList.tsx'
import { type ReviewDialog, ReviewDialogs } from './ReviewDialogs.tsx'
import classes from './review.module.css'
import { useLooking } from './useLooking.ts'
import { type Review, useReview } from './useReview.ts'
import { useReviewKeys } from './useReviewKeys.ts'

/** REV-01 to REV-43: the queue and the open case, side by side. */
export function ReviewScreen() {
  const { wanted, chosen, setChosen } = useChosen()
  const review = useReview(setChosen, wanted)
  const canned = useCanned()
  const [dialog, setDialog] = useState<ReviewDialog | null>(null)
  const [keysOn, setKeysOn] = useKeysOn()
  const mayReview = useWhyNot('review.decide') === null
  const heading = useRef<HTMLHeadingElement>(null)
  const { rows } = review
  const list = useRef<HTMLUListElement>(null)
  const places = usePlaces(rows, ({ key }) => key, list)
  const waiting = rows.filter((row) => !row.outcome)
  const many = useManyCases(review, waiting)
  const current = rows.find(({ key }) => key === chosen) ?? waiting[0]
  const lookers = useLooking(current && !current.outcome ? caseOf(current.item) : null)

  const takesFocus = useInView(current?.key, list, heading)
  const open = (row: Row | undefined) => {
    if (!row) return
    takesFocus.current = true
    setChosen(row.key)
  }
  const write = useWriteTo()
  const decide = (row: Row, decision: Decision, message?: string) => {
    if (row.outcome) return undefined
    setDialog(null)
    const focusedRow = document.activeElement?.closest('li')
    if (focusedRow && list.current?.contains(focusedRow)) passFocus(focusedRow)
    else takesFocus.current = true
    // Opens the next case in the same render that removes this one.
    if (row.key === current?.key)
      setChosen((neighbour(rows, row.key, 1) ?? neighbour(rows, row.key, -1))?.key ?? null)
    return review.decide(row.item, decision, message)
  }
  const confirmOrDecide = (row: Row, decision: Decision) => {
    if (!mayReview || row.outcome) return
    if (decision === 'approved') void decide(row, 'approved')
    else setDialog({ is: 'deny', row })
  }
  const actions = useStable({
    open: (key: string) => setChosen(key),
    pick: many.selection.pick,
    decide: (key: string, decision: Decision) => {
      const row = rows.find((one) => one.key === key)
      if (row) confirmOrDecide(row, decision)
    },
    deleted: review.deleted,
    photo: (item: Item, at: number) => setDialog({ is: 'photos', item, at }),
  })

  useReviewKeys(keysOn && dialog === null, {
    step: (direction) => current && open(neighbour(rows, current.key, direction)),
    decide: (decision) => current && confirmOrDecide(current, decision),
    takeBack: () => review.recent[0] && review.takeBack(review.recent[0].key),
    photos: () =>
      current?.item.record.photosURL?.length && setDialog({ is: 'photos', item: current.item, at: 0 }),
    seller: () => current && window.open(sellerPage(current.item), '_blank', 'noopener,noreferrer'),
    help: () => setDialog({ is: 'keys' }),
  })
  return (
    <>
      <QueueHead
        review={review}
        waiting={waiting.length}
        onKeys={() => setDialog({ is: 'keys' })}
        onSelect={many.select}
      />
      <ManyCasesBar selection={many.selection} waiting={waiting} />
      <EmptyQueue review={review} />
      {/* Not before both lists are here: a decision never moves under the pointer. */}
      {places.length > 0 && !review.loading && (
        <div className={classes.columns}>
          <OpenCase
            rows={rows}
            current={current}
            looking={current && lookers.get(current.key)}
            heading={heading}
            onDecide={confirmOrDecide}
            onPhoto={actions.photo}
          />
          <QueueList
            box={list}
            places={places}
            current={current}
            lookers={lookers}
            more={review.more}
            picks={many.selection.on ? many.selection.has : null}
            actions={actions}
          />
        </div>
      )}
      {/* Announces the open case to screen readers; toasts announce decisions. */}
      <p className={classes.spoken} role="status">
        {current ? `${orNull(titleOf(current.item))}. ${waiting.length} waiting.` : ''}
      </p>
      {!review.loading && (
        <NamedTimeline kind="listing" isShown={(id) => rows.some((row) => isAbout(row, id))} />
      )}
      <ReviewDialogs
        dialog={dialog}
        canned={canned}
        onDeny={(row, message, writes) =>
          void decide(row, 'denied', message)?.then((done) => {
            if (done && writes) write(sellerOf(row.item), { text: deniedText(row.item, message) })
          })
        }
        keysOn={keysOn}
        onKeysOn={setKeysOn}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

/** The open case: a chosen one, or the one that the address names, of the desk or of the timeline that a notification opened. */
function useChosen() {
  const { desk, timeline } = useSearch({ strict: false })
  const named = desk ?? timeline
  const wanted = caseIn(named)
  const [last, setLast] = useState(named)
  const [chosen, setChosen] = useState<string | null>(wanted && keyOf(wanted))
  if (named !== last) {
    setLast(named)
    if (wanted) setChosen(keyOf(wanted))
  }
  return { wanted, chosen, setChosen }
}

/**
 * Scrolls the open case and its row into view. The row scrolls only within the queue, not the page.
 * @returns whether the next opened case gets the focus, so that a screen reader reads it
 */
function useInView(
  key: string | undefined,
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
) {
  const takesFocus = useRef(false)
  useLayoutEffect(() => {
    if (key === undefined) return
    scrollWithinBox(list.current?.querySelector<HTMLElement>('[aria-current]'), list.current?.parentElement)
    heading.current?.scrollIntoView({ block: 'nearest' })
    if (takesFocus.current) heading.current?.focus({ preventScroll: true })
    takesFocus.current = false
  }, [key, list, heading])
  return takesFocus
}

/** The queue while it is loading, or when nothing waits. */
function EmptyQueue({ review: { loading, rows, failed } }: { review: Review }) {
  if (loading)
    return (
      <div className={classes.loading}>
        <Spinner size={32} />
      </div>
    )
  if (rows.length > 0 || failed.listings || failed.requests) return null
  return <EmptyState>Nothing waits for review.</EmptyState>
}

function scrollWithinBox(row: HTMLElement | null | undefined, box: HTMLElement | null | undefined) {
  if (!row || !box) return
  const inside = row.getBoundingClientRect()
  const around = box.getBoundingClientRect()
  if (inside.top < around.top) box.scrollTop -= around.top - inside.top
  else if (inside.bottom > around.bottom) box.scrollTop += inside.bottom - around.bottom
}

const isAbout = ({ item: { model, record } }: Row, listing: string) =>
  (model === 'listing' ? record.key : record.post_id) === listing

const sellerOf = ({ model, record }: Item) =>
  record.creatorUID ?? (model === 'promoted_post_request' ? record.owner_uid : '')
const sellerPage = (item: Item) => `/user-detail/${encodeURIComponent(sellerOf(item))}`

/** The first draft of the message to the seller. */
const deniedText = (item: Item, reason: string) =>
  `Hello,\n\nwe could not approve “${orNull(titleOf(item))}”.\n${reason}`
