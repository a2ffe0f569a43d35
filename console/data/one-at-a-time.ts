import { useRef } from 'react'

/** Runs one action at a time. A second press, before the button is rendered as busy, does nothing. `act` must not reject. */
export function useOneAtATime(): (act: () => Promise<unknown>) => void {
  const running = useRef(false)
  return (act) => {
    if (running.current) return
    running.current = true
    void act().then(() => {
      running.current = false
    })
  }
}
