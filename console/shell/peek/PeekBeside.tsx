import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Prefetch } from '../../data/ahead.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import { isBusy } from '../../ui/browser/shortcuts.ts'
import { areSingleKeysOn } from '../../ui/browser/single-keys.ts'
import { anchorAround, anchorOf, chosenAnchor, peekAnchors } from './anchors.ts'
import { PeekPanel } from './PeekPanel.tsx'
import { type PeekProps, usePeek } from './usePeek.ts'

/** Milliseconds that the focus rests on a row before the records around it are loaded. */
const restMs = 90

const pressable = 'button, summary, [role="button"]'

/**
 * The panel of a list, and its keys. Space opens it for the row with the focus or below the pointer, and closes it; J and K move
 * the row and change the record; F6 goes into the panel and back. The record is in the address.
 */
export function PeekBeside({ area, content, prepare }: PeekProps & { area: RefObject<HTMLElement | null> }) {
  const { peek, show } = usePeek()
  const router = useRouter()
  const panel = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shownLink = () => (area.current && peek !== undefined ? anchorOf(area.current, peek) : null)

  const close = () => {
    shownLink()?.focus({ preventScroll: true })
    show(undefined)
  }
  useEscape(close, peek !== undefined)

  /** Shows the record before or after the one that is shown. */
  const step = (by: 1 | -1) => {
    const links = area.current ? peekAnchors(area.current) : []
    const next = links[links.findIndex(({ dataset }) => dataset.peek === peek) + by]
    if (!next) return
    next.scrollIntoView({ block: 'nearest' })
    show(next.dataset.peek)
  }

  const onSpace = (event: KeyboardEvent, target: Element) => {
    // In a very narrow window a row opens its page.
    if (globalThis.matchMedia?.('(max-width: 600px)').matches || target.closest(pressable)) return
    const link = area.current && !panel.current?.contains(target) ? chosenAnchor(area.current) : null
    if (peek === undefined && !link) return
    event.preventDefault()
    if (event.repeat) return
    if (!link || link.dataset.peek === peek) return close()
    link.focus({ preventScroll: true })
    show(link.dataset.peek)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || isBusy(target)) return
    if (key === ' ' && areSingleKeysOn()) onSpace(event, target instanceof Element ? target : document.body)
    if (key !== 'F6' || peek === undefined) return
    event.preventDefault()
    if (panel.current?.contains(document.activeElement)) shownLink()?.focus()
    else panel.current?.focus()
  })

  const rest = (link: HTMLElement, text: string) => {
    const links = area.current ? peekAnchors(area.current) : []
    const at = links.indexOf(link)
    const { prefetch } = router.options.context as { prefetch?: Prefetch }
    const around = [at + 1, at + 2, at - 1].map((one) => links[one]?.dataset.peek)
    for (const one of [text, ...around]) if (one !== undefined && prefetch) prepare?.(one, prefetch)
  }
  const focused = useEffectEvent((target: Element) => {
    const link = target.closest('aside') ? null : anchorAround(target)
    const text = link?.dataset.peek
    // A row's link may lead to a new tab: nothing is loaded for it while no panel is open.
    if (!link || text === undefined || peek === undefined) return
    if (text !== peek) show(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => rest(link, text), restMs)
  })

  // The keys belong to no element, and the rows to the list beside.
  useEffect(() => {
    const list = area.current
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && focused(target)
    const onKey = (event: KeyboardEvent) => press(event)
    list?.addEventListener('focusin', onFocus)
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer.current)
      list?.removeEventListener('focusin', onFocus)
      window.removeEventListener('keydown', onKey)
    }
  }, [area])

  if (peek === undefined) return null
  return (
    <PeekPanel panel={panel} onClose={close} onStep={step} onOpen={() => shownLink()?.click()}>
      {content(peek)}
    </PeekPanel>
  )
}
