/** The code editor has its own handling of compositions, for the sake of keyboards on screens. */
const isEditors = ({ target, key }: KeyboardEvent) =>
  key !== 'Escape' && target instanceof Element && target.closest('.cm-editor') !== null

/**
 * No handler receives the keys of an IME's composition: its Enter accepts a letter, its Escape drops one. Safari ends a composition
 * with a key after it: `isComposing` is false, and only the code says so. Loaded before every other listener of the window.
 */
window.addEventListener(
  'keydown',
  (event) => {
    if ((event.isComposing || event.keyCode === 229) && !isEditors(event)) event.stopImmediatePropagation()
  },
  { capture: true },
)
