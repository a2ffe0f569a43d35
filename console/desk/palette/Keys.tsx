import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { observable } from '../../data/observable.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { isBusy, isTaken, keyOf, shown } from '../../ui/browser/shortcuts.ts'
import { areSingleKeysOn } from '../../ui/browser/single-keys.ts'

const Palette = onDemand(async () => (await import('./Palette.tsx')).Palette)
const KeyList = onDemand(async () => (await import('./KeyList.tsx')).KeyList)
const loadPressed = () => import('./pressed.ts')

/** The text of the palette. Keys that are pressed before its field has the focus are part of it. */
const text = observable('')

/** What the text is after a key; null for a key that types nothing. */
const typed = (key: string): string | null =>
  key === 'Backspace' ? text.get().slice(0, -1) : key.length === 1 ? text.get() + key : null

/** Milliseconds within which a letter follows `g`. */
const followsWithin = 1500

/** Focuses the search field of the page, with its text selected. At once: the next key is part of the search. */
function focusSearch(): void {
  const [field] = shown<HTMLInputElement>('main input[type="search"], main input[placeholder^="Search"]')
  field?.focus()
  field?.select()
}

/** The keys that work on every page: Ctrl+K or Cmd+K opens the palette, `?` lists the keys, and pressed.ts has the others. */
export function Keys() {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null)
  const router = useRouter()
  const wentAt = useRef(Number.NEGATIVE_INFINITY)
  const cameFrom = useRef<Element | null>(null)

  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event)
    const { ctrlKey, metaKey, altKey, target } = event
    if ((ctrlKey || metaKey) && !altKey && !event.shiftKey && key === 'k') {
      event.preventDefault()
      if (open !== null || document.querySelector('[role="dialog"]')) return
      cameFrom.current = document.activeElement
      text.set('')
      setOpen('palette')
      return
    }
    if (ctrlKey || metaKey || altKey) return
    if (open === 'palette' && !(target instanceof Element && target.closest('[role="dialog"]'))) {
      event.preventDefault()
      event.stopPropagation()
      if (key === 'escape') close()
      else text.set(typed(event.key) ?? text.get())
      return
    }
    if (isBusy(target)) {
      // The field that `/` leads to: the person is there already.
      if (key === '/' && (target as Element).matches('[type="search"]:placeholder-shown'))
        event.preventDefault()
      return
    }
    if (!areSingleKeysOn()) return
    const isSecond = event.timeStamp - wentAt.current < followsWithin
    wentAt.current = Number.NEGATIVE_INFINITY
    if (isSecond) {
      // Not also a key of the page: `g` `a` leads to the audit log, while `a` alone approves a listing.
      event.preventDefault()
      event.stopPropagation()
      void loadPressed().then(({ goTo }) => goTo(router, key))
    } else if (isTaken(key)) return
    else if (key === 'g') wentAt.current = event.timeStamp
    else if (key === '?') setOpen('list')
    else if (['/', 'j', 'k', 'x', 'o'].includes(key)) {
      event.preventDefault()
      if (key === '/') focusSearch()
      else void loadPressed().then(({ moveInList }) => moveInList(key))
    }
  })
  // The keys belong to no element. Captured, so that the second key of a pair does not reach the page.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])

  const close = () => {
    setOpen(null)
    // At once, as the next key may already be one of the page.
    if (open === 'palette' && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  return (
    <>
      {open === 'palette' && <Palette text={text} onClose={close} />}
      {open === 'list' && <KeyList onClose={close} />}
    </>
  )
}
