/** Calls when the person comes back to this tab. Returns a function that stops it. */
export function onReturn(back: () => void): () => void {
  window.addEventListener('focus', back)
  return () => window.removeEventListener('focus', back)
}
