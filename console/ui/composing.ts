/**
 * No handler receives the keys of an IME's composition: its Enter accepts a letter, its Escape drops one. Safari ends a composition
 * with a key after it: `isComposing` is false, and only the code says so.
 */
const keepFromHandlers = (event: KeyboardEvent) => {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
}

// Loaded before every other listener of the window. The code editor has its own handling of compositions.
window.addEventListener(
  'keydown',
  (event) => {
    if (!(event.target instanceof Element && event.target.closest('.cm-editor'))) keepFromHandlers(event)
  },
  { capture: true },
)
