/** The rows of a page's lists that a panel can show: each has one link with the record as `data-peek`, 'kind:id'. */
const rowsOfLists = ':is(tr, li)'
const anchorsIn = (place: ParentNode, within: string) =>
  [...place.querySelectorAll<HTMLElement>(`${within}[data-peek]`)].filter(
    (link) => (link.checkVisibility?.() ?? true) && !link.closest('aside'),
  )

/** The links of all rows, in the order of the page. */
export const peekAnchors = (area: ParentNode): HTMLElement[] => anchorsIn(area, '')

/** The link of the row that contains an element. */
export const anchorAround = (element: Element | null): HTMLElement | null =>
  element?.closest(rowsOfLists)?.querySelector<HTMLElement>('[data-peek]') ?? null

/** The link of the row with the focus, else of the row below the pointer. */
export const chosenAnchor = (area: ParentNode): HTMLElement | null =>
  anchorAround(document.activeElement) ?? anchorsIn(area, `${rowsOfLists}:hover `)[0] ?? null

export const anchorOf = (area: ParentNode, text: string): HTMLElement | null =>
  area.querySelector<HTMLElement>(`[data-peek="${CSS.escape(text)}"]`)

/** The kind and the id of 'kind:id'. */
export function readPeek(text: string): { kind: string; id: string } {
  const at = text.indexOf(':')
  return { kind: text.slice(0, at), id: text.slice(at + 1) }
}
