import type { MouseEvent } from 'react'

/**
 * When the item of a list that holds the keyboard is about to go, the next one gets it, or the one before; an empty place is
 * passed over. There it never
 * lands on what changes something: a key that is still down must not do the same to the next item.
 */
export function passFocus(item: Element | null | undefined): void {
  const target = (way: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null => {
    for (let row = item?.[way]; row; row = row[way]) {
      const found = row.querySelector<HTMLElement>('button[aria-expanded], a[href]:not([tabindex="-1"])')
      if (found) return found
    }
    return null
  }
  const heir = target('nextElementSibling') ?? target('previousElementSibling')
  heir?.focus({ preventScroll: true })
}

/** For a list whose items leave as soon as they are pressed: the second half of a double click is not for the next item. */
export function stopSecondClick(event: MouseEvent): void {
  if (event.detail > 1) {
    event.preventDefault()
    event.stopPropagation()
  }
}
