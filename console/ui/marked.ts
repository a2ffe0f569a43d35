/** The attributes of the record that an address names. */
export interface Marked {
  readonly ref: (element: HTMLElement | null) => void
  readonly tabIndex: -1
  readonly 'data-marked': true
}

const isTyped = (element: Element | null) => element?.matches('input, textarea, select, [contenteditable]')

/** Marks a record: it scrolls into view and takes the focus, unless a person types elsewhere. For one element. */
export const markedRecord = (): Marked => ({
  ref: (element) => {
    // The router scrolls a new page to its top when the page is rendered.
    if (element)
      requestAnimationFrame(() => {
        const { top, bottom } = element.getBoundingClientRect()
        // What can be read already stays where it is, with the head of its page.
        if (top < 0 || (bottom > innerHeight && top > innerHeight / 2))
          element.scrollIntoView({ block: 'center' })
        if (!isTyped(document.activeElement)) element.focus({ preventScroll: true })
      })
  },
  tabIndex: -1,
  'data-marked': true,
})
