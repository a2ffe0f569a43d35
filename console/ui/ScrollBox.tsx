import type { ComponentProps } from 'react'

interface ScrollBoxProps extends Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> {
  /** The accessible name. */
  label: string
}

/** A region that scrolls. It can be focused, so that it also scrolls by keyboard. */
export const ScrollBox = ({ label, ...props }: ScrollBoxProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be focusable
  <section {...props} aria-label={label} tabIndex={0} />
)
