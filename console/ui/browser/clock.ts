import { useEffect, useState } from 'react'

/** Milliseconds between two readings of a clock. */
const tick = 250

/** The time of a clock. The passing of time causes no event: the clock is read again and again, until a moment has come. */
export function useClock(read: () => number, until: number): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => {
      const time = read()
      setNow(time)
      if (time >= until) clearInterval(timer)
    }, tick)
    return () => clearInterval(timer)
  }, [read, until])
  return now
}
