/** The lists whose records have a page of their own. */
export type ListKind = 'user' | 'transaction' | 'listing'

const placeOf = (kind: ListKind) => `portreeve-opened-list-${kind}`

/** Records of one list; a longer list has neighbours for the first ones only. */
const most = 2000

/**
 * Remembers the list from which a record is opened. A record opens in a new tab, which shares only the local storage. For
 * `onClickCapture` and `onAuxClickCapture` of the list.
 */
export const rememberList = (kind: ListKind, ids: readonly string[]) => (event: { target: EventTarget }) => {
  if (event.target instanceof Element && event.target.closest('a'))
    localStorage.setItem(placeOf(kind), JSON.stringify(ids.slice(0, most)))
}

/** The list from which the record was opened, and the record's place in it; null without such a list. */
export function neighboursOf(kind: ListKind, id: string) {
  let ids: readonly string[] = []
  try {
    ids = JSON.parse(localStorage.getItem(placeOf(kind)) ?? '[]') as string[]
  } catch {
    return null
  }
  const at = ids.indexOf(id)
  if (at < 0 || ids.length < 2) return null
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null, place: at + 1, of: ids.length }
}
