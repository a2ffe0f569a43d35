import { useEffect, useEffectEvent } from 'react'

/** What a key does, by `KeyboardEvent.key` in lower case. A key that is held down repeats only where it says so. */
export type Shortcuts = Readonly<Record<string, (() => void) | { readonly repeats: () => void }>>

const typing = 'input, textarea, select, [contenteditable="true"]'
/** What takes keys for itself while the focus is in it. */
const layers = '[role="dialog"], [role="menu"], [role="listbox"]'
const pressable = 'button, summary, [role="button"]'

/**
 * Single keys of a page. They are silent while somebody types, with Ctrl, Alt or Meta, and in a dialog or menu unless they
 * are `inside` one; Space and Enter belong to a button that has the focus.
 */
export function useShortcuts(keys: Shortcuts, active: boolean, { inside = false } = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : document.body
    if (target.closest(typing) || (!inside && target.closest(layers))) return
    if ((event.key === ' ' || event.key === 'Enter') && target.closest(pressable)) return
    const does = keys[event.key.toLowerCase()]
    if (!does) return
    event.preventDefault()
    if (typeof does !== 'function') does.repeats()
    else if (!event.repeat) does()
  })
  // The keys belong to no element: the window has to be listened to.
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [active])
}
