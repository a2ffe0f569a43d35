import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { isOnFloating, restsOn } from './pointer.ts'

/** A row's place in a list. A place whose row has left stays as long as the pointer rests on the list. */
export interface Place<Row> {
  readonly key: string
  /** As it was last, where it has left. */
  readonly row: Row
  /** Pixels that the row took, once it has left; null while it is there. */
  readonly left: number | null
}

/**
 * The places of a list's rows. While the pointer is over the list no row moves under it: what leaves keeps its place empty,
 * what comes is added at the end. The list closes up when the pointer is somewhere else.
 * @param rows what the list shows now
 * @param box the element whose children are the places, in their order; of a virtual list the element around the rows, which
 *   carry their index as `data-index`
 */
export function usePlaces<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  box: RefObject<HTMLElement | null>,
): readonly Place<Row>[] {
  const last = useRef<readonly Place<Row>[]>([])
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const now = rows.map((row): Place<Row> => ({ key: keyOf(row), row, left: null }))
  const places =
    isCalm(last.current, now) || !isResting(box.current) ? now : kept(last.current, now, box.current)
  const isKept = places !== now
  useLayoutEffect(() => {
    last.current = places
  })
  // The pointer leaves the list by no event of the list where a dialog or the scrolling page comes between.
  useEffect(() => {
    if (!isKept) return
    const look = () => {
      if (isResting(box.current)) return
      last.current = []
      redraw()
    }
    const events = ['pointermove', 'pointerdown', 'scroll'] as const
    for (const event of events) window.addEventListener(event, look)
    document.documentElement.addEventListener('pointerleave', look)
    return () => {
      for (const event of events) window.removeEventListener(event, look)
      document.documentElement.removeEventListener('pointerleave', look)
    }
  }, [isKept, box])
  return places
}

/** On what floats above the list, such as its Undo, the pointer has left the rows. */
const isResting = (box: HTMLElement | null) => restsOn(box) && !isOnFloating()

/** Nothing that was there would move: rows are added at the end at most. */
const isCalm = <Row>(before: readonly Place<Row>[], now: readonly Place<Row>[]) =>
  before.every(({ key, left }, at) => left === null && now[at]?.key === key)

/** The places of before in their order, and after them what is new. All new where nothing of before is there: another list. */
function kept<Row>(
  before: readonly Place<Row>[],
  now: readonly Place<Row>[],
  box: HTMLElement | null,
): readonly Place<Row>[] {
  const byKey = new Map(now.map((place) => [place.key, place]))
  const known = new Set(before.map(({ key }) => key))
  if (now.length > 0 && !now.some(({ key }) => known.has(key))) return now
  return [
    ...before.map((place, at): Place<Row> => {
      const height = () => place.left ?? rowAt(box, at)?.getBoundingClientRect().height ?? 0
      return byKey.get(place.key) ?? { ...place, left: height() }
    }),
    ...now.filter(({ key }) => !known.has(key)),
  ]
}

const rowAt = (box: HTMLElement | null, at: number) =>
  box?.querySelector('[data-index]') ? box.querySelector(`[data-index="${at}"]`) : box?.children[at]
