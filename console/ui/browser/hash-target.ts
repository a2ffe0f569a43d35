/** A ref for the target of a hash: what arrives after the page itself still scrolls into view. */
export const hashTarget = (element: HTMLElement | null) => {
  if (element && element.id === location.hash.slice(1)) element.scrollIntoView()
}
