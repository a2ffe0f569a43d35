import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onDemand } from '../../shell/on-demand.tsx'
import { isBusy, isTaken } from '../../ui/browser/shortcuts.ts'
import { areSingleKeysOn } from '../../ui/browser/single-keys.ts'

const Palette = onDemand(async () => (await import('./Palette.tsx')).Palette)
const KeyList = onDemand(async () => (await import('./KeyList.tsx')).KeyList)
const loadPressed = () => import('./pressed.ts')

/** Milliseconds within which a letter follows `g`. */
const followsWithin = 1500

/** The keys that work on every page: Ctrl+K or Cmd+K opens the palette, `?` lists the keys, and pressed.ts has the others. */
export function Keys() {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null)
  const router = useRouter()
  const wentAt = useRef(Number.NEGATIVE_INFINITY)

  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'k') {
      event.preventDefault()
      if (!document.querySelector('[role="dialog"]')) setOpen('palette')
      return
    }
    const { ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || isBusy(target) || !areSingleKeysOn()) return
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
      void loadPressed().then(({ moveInList, focusSearch }) =>
        key === '/' ? focusSearch() : moveInList(key),
      )
    }
  })
  // The keys belong to no element. Captured, so that the second key of a pair does not reach the page.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])

  const close = () => setOpen(null)
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'list' && <KeyList onClose={close} />}
    </>
  )
}
