import { useRef } from 'react'

/**
 * Does one thing at a time. What is pressed again before the first press is drawn as busy is the same press, and does
 * nothing; `act` must not reject.
 */
export function useOneAtATime(): (act: () => Promise<void>) => void {
  const running = useRef(false)
  return (act) => {
    if (running.current) return
    running.current = true
    void act().then(() => {
      running.current = false
    })
  }
}
