import classes from '../rows.module.css'

/** Pixels that the pointer moves before a press counts as a drag. */
const slack = 4

/** The place in the text under a point. The covering link must let the pointer through. */
function placeAt(x: number, y: number): { node: Node; offset: number } | null {
  const place = document.caretPositionFromPoint?.(x, y)
  if (place) return { node: place.offsetNode, offset: place.offset }
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : null
}

/**
 * Lets a drag over a row select its text. The row's link covers the row, so that a click or a middle click anywhere is one on the
 * link; the browser alone would drag the link instead of selecting the text below it. Installed once for the whole page.
 */
export function selectTextInRows() {
  document.addEventListener('pointerdown', ({ target, button, pointerType, clientX, clientY, shiftKey }) => {
    const link = target instanceof Element ? target.closest(`.${classes.link}`) : null
    const row = link?.closest<HTMLElement>(`.${classes.row}`)
    if (!row || button !== 0 || pointerType === 'touch' || shiftKey) return
    let from: ReturnType<typeof placeAt> = null
    const end = new AbortController()
    const options = { signal: end.signal, capture: true }
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!row.dataset.selecting) {
        if (Math.hypot(x - clientX, y - clientY) < slack) return
        row.dataset.selecting = 'true'
        from = placeAt(clientX, clientY)
      }
      const to = placeAt(x, y)
      if (from && to && row.contains(to.node))
        getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
    }
    const stop = () => {
      end.abort()
      if (!row.dataset.selecting) return
      delete row.dataset.selecting
      // The click that ends the drag comes right after this event.
      const swallow = (event: Event) => {
        event.preventDefault()
        event.stopPropagation()
      }
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    }
    addEventListener('pointermove', move, options)
    addEventListener('pointerup', stop, options)
    addEventListener('pointercancel', stop, options)
    // The browser's own drag and selection would begin at the link's text.
    for (const kind of ['dragstart', 'selectstart'])
      addEventListener(kind, (event) => event.preventDefault(), options)
  })
}
