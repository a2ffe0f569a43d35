import type { MouseEvent } from 'react'

/**
 * Moves the focus from a list item that is about to leave to the next item, or else to the previous one; empty places are
 * skipped. The focus never lands on a button that changes something: a key that is still down must not act on the next item.
 */
export function passFocus(item: Element | null | undefined): void {
  const target = (sibling: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null => {
    for (let row = item?.[sibling]; row; row = row[sibling]) {
      const found = row.querySelector<HTMLElement>('button[aria-expanded], a[href]:not([tabindex="-1"])')
      if (found) return found
    }
    return null
  }
  const receiver = target('nextElementSibling') ?? target('previousElementSibling')
  receiver?.focus({ preventScroll: true })
}

/** For a list whose items leave on a click: stops the second click of a double click, which would hit the next item. */
export function stopSecondClick(event: MouseEvent): void {
  if (event.detail > 1) {
    event.preventDefault()
    event.stopPropagation()
  }
}
