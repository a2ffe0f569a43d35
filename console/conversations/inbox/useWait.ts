import { api } from '@portreeve/contract'
import { useCallback, useEffect, useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { serverNow } from '../../format/now.ts'
import { waitOf } from './wait.ts'

/** A wait's words change with the minute. */
const tick = 30_000

/** Gives how long a person waits, with the target; it is another function as time goes by. */
export function useWait(): (since: string | null) => ReturnType<typeof waitOf> {
  const { data } = useData(api.inboxSettings.get, {})
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tick)
    return () => clearInterval(timer)
  }, [])
  // A message that came after the last tick waits from now on.
  return useCallback((since) => waitOf(since, data, now), [data, now])
}
