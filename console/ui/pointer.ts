/** Where the pointer was last; null before it has moved, and once it has left the window. A finger stays where it tapped. */
let at: { x: number; y: number } | null = null

const note = ({ clientX: x, clientY: y }: PointerEvent) => {
  at = { x, y }
}
window.addEventListener('pointermove', note, { capture: true, passive: true })
window.addEventListener('pointerdown', note, { capture: true, passive: true })
document.documentElement.addEventListener('pointerleave', (event) => {
  if (event.pointerType === 'mouse') at = null
})

/** Whether the pointer is on something that floats above the page and is marked with `data-floats`. */
export const isOnFloating = (): boolean =>
  at !== null && Boolean(document.elementFromPoint?.(at.x, at.y)?.closest('[data-floats]'))

/** Whether the pointer is over an element, also where something else covers it. */
export function restsOn(element: Element | null): boolean {
  if (!at || !element) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return at.x >= left && at.x <= right && at.y >= top && at.y <= bottom
}
