import { useEffect, useEffectEvent } from 'react'

/** Everything that Escape can close, the topmost last. */
const layers: (() => void)[] = []

function onKey(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
  // An open list or menu of Mantine's closes itself on this very press.
  if ((event.target as Element | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true') return
  layers.at(-1)?.()
}

/**
 * Escape runs only what was opened last (D-037): a dialog first, the page when nothing is open. A page is beneath every
 * layer, also one that was opened together with it.
 */
export function useEscape(close: () => void, opened = true, kind: 'page' | 'layer' = 'layer'): void {
  const run = useEffectEvent(close)
  // The key belongs to no element: the window has to be listened to.
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
