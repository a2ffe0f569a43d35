import { useEffect, useEffectEvent } from 'react'

/** The open layers that Escape can close, the topmost last. */
const layers: (() => void)[] = []

function onKey(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  // An open Mantine list or menu closes itself on this key press.
  if ((event.target as Element | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true') return
  layers.at(-1)?.()
}

/**
 * Escape closes only the layer that was opened last (D-037): a dialog first, the page when no layer is open. A page is
 * beneath every layer, also one that opened together with it.
 */
export function useEscape(close: () => void, opened = true, kind: 'page' | 'layer' = 'layer'): void {
  const run = useEffectEvent(close)
  // The key belongs to no element, so the window has the listener.
  useEffect(() => {
    if (!opened) return
    const layer = () => run()
    if (layers.length === 0) window.addEventListener('keydown', onKey, { capture: true })
    if (kind === 'page') layers.unshift(layer)
    else layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [opened, kind])
}
