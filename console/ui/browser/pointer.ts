/** The last position of the pointer; null before it has moved, and after it has left the window. A touch stays at its tap. */
let at: { x: number; y: number } | null = null

const record = ({ clientX: x, clientY: y }: PointerEvent) => {
  at = { x, y }
}
window.addEventListener('pointermove', record, { capture: true, passive: true })
window.addEventListener('pointerdown', record, { capture: true, passive: true })
document.documentElement.addEventListener('pointerleave', (event) => {
  if (event.pointerType === 'mouse') at = null
})

/** Whether the pointer is on something that floats above the page and is marked with `data-floats`. */
export const isOnFloating = (): boolean =>
  at !== null && Boolean(document.elementFromPoint?.(at.x, at.y)?.closest('[data-floats]'))

/** Whether the pointer is over an element, also where another element covers it. */
export function restsOn(element: Element | null): boolean {
  if (!at || !element) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return at.x >= left && at.x <= right && at.y >= top && at.y <= bottom
}
