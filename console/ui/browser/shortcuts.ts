import { useEffect, useEffectEvent } from 'react'

/** The action of each key, by `keyOf`. A key that is held down repeats only with `repeats`. */
export type Shortcuts = Readonly<Record<string, (() => void) | { readonly repeats: () => void }>>

const typing = 'input, textarea, select, [contenteditable="true"]'
/** Elements that handle keys themselves while they contain the focus. */
const layers = '[role="dialog"], [role="menu"], [role="listbox"]'
/** Of each active set of shortcuts: whether it has a key. */
const active = new Set<(key: string) => boolean>()

/** Whether the page itself has a shortcut for a key: it then wins over one that works on every page. */
export const isTaken = (key: string): boolean => [...active].some((has) => has(key))

/** Whether the focus is where single keys have another meaning: in a text field, a dialog or a menu. */
export const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element && (target.closest(typing) ?? target.closest(layers)) !== null

const latin: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Slash: '/' }

/** The key of a shortcut: where the layout has no Latin letters, the one at the same place of a Latin keyboard. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1 || /[ -~]/.test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? latin[code] ?? key.toLowerCase()
}

/** The elements of a selector that take room on the page. */
export const shown = <E extends HTMLElement>(selector: string): E[] =>
  [...document.querySelectorAll<E>(selector)].filter((element) => element.offsetParent !== null)

const pressable = 'button, summary, [role="button"]'

/**
 * Single-key shortcuts. They are off in a text field, with Ctrl, Alt or Meta, and in a dialog or menu, unless `inside`. Space
 * and Enter press the button that has the focus.
 */
export function useShortcuts(keys: Shortcuts, isActive: boolean, { inside = false } = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : document.body
    if (target.closest(typing) || (!inside && target.closest(layers))) return
    if ((event.key === ' ' || event.key === 'Enter') && target.closest(pressable)) return
    const action = keys[keyOf(event)]
    if (!action) return
    event.preventDefault()
    if (typeof action !== 'function') action.repeats()
    else if (!event.repeat) action()
  })
  const has = useEffectEvent((key: string) => key in keys)
  // The keys belong to no element, so the window has the listener.
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => press(event)
    const hasKey = (key: string) => has(key)
    window.addEventListener('keydown', listen)
    active.add(hasKey)
    return () => {
      window.removeEventListener('keydown', listen)
      active.delete(hasKey)
    }
  }, [isActive])
}
