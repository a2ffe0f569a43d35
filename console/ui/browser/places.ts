import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { isOnFloating, restsOn } from './pointer.ts'

/** A row's place in a list. When the row leaves, its place stays as long as the list is in use. */
export interface Place<Row> {
  readonly key: string
  /** The last known row, where it has left. */
  readonly row: Row
  /** The height in pixels of a row that has left; null while the row is in the list. */
  readonly left: number | null
}

/**
 * The places of a list's rows. While the pointer is over the list, or the menu of a row is open, no row moves: the place of a row
 * that leaves stays empty, and a new row is added at the end. The list closes up when it is no longer in use.
 * @param rows the list's current rows
 * @param box the element whose children are the places, in order; a table, whose rows they are; of a virtual list the element
 *   around the rows, which carry their index as `data-index`
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
    isUnmoved(last.current, now) || !isInUse(box.current)
      ? now
      : withEmptyPlaces(last.current, now, box.current)
  const isKept = places !== now
  useLayoutEffect(() => {
    last.current = places
  })
  // A dialog or a scrolling page can separate the pointer from the list without an event of the list.
  useEffect(() => {
    if (!isKept) return
    const check = () => {
      if (isInUse(box.current)) return
      last.current = []
      redraw()
    }
    const events = ['pointermove', 'pointerdown', 'scroll', 'keyup'] as const
    for (const event of events) window.addEventListener(event, check)
    document.documentElement.addEventListener('pointerleave', check)
    return () => {
      for (const event of events) window.removeEventListener(event, check)
      document.documentElement.removeEventListener('pointerleave', check)
    }
  }, [isKept, box])
  return places
}

/** A pointer on something that floats above the list, such as Undo, does not rest on the rows. */
const isInUse = (box: HTMLElement | null) => (restsOn(box) && !isOnFloating()) || hasOpenMenu(box)

/** An open menu moves with its row. It may reach beyond the list, so the pointer on it need not rest on the list. */
const hasOpenMenu = (box: HTMLElement | null) =>
  Boolean(box?.querySelector('[aria-haspopup="menu"][aria-expanded="true"]'))

/** No row would move: rows are at most added at the end. */
const isUnmoved = <Row>(previous: readonly Place<Row>[], now: readonly Place<Row>[]) =>
  previous.every(({ key, left }, at) => left === null && now[at]?.key === key)

/** The previous places in their order, then the new rows. Only the new rows where none is known: it is another list. */
function withEmptyPlaces<Row>(
  previous: readonly Place<Row>[],
  now: readonly Place<Row>[],
  box: HTMLElement | null,
): readonly Place<Row>[] {
  const byKey = new Map(now.map((place) => [place.key, place]))
  const known = new Set(previous.map(({ key }) => key))
  if (now.length > 0 && !now.some(({ key }) => known.has(key))) return now
  return [
    ...previous.map((place, at): Place<Row> => {
      const height = () => place.left ?? rowAt(box, at)?.getBoundingClientRect().height ?? 0
      return byKey.get(place.key) ?? { ...place, left: height() }
    }),
    ...now.filter(({ key }) => !known.has(key)),
  ]
}

const rowAt = (box: HTMLElement | null, at: number) => {
  if (box?.matches('table')) return box.querySelectorAll('tbody > tr')[at]
  return box?.querySelector('[data-index]') ? box.querySelector(`[data-index="${at}"]`) : box?.children[at]
}
