import type { BulkAction } from '@portreeve/contract/desk/bulk'
import { useEffect, useEffectEvent } from 'react'

/** A job of this page that has ended, was stopped or was undone. */
const listeners = new Set<(action: BulkAction) => void>()

/** Calls `run` when a job that this page watches has ended, so that a list fetches its rows again. */
export function useBulkEnded(run: (action: BulkAction) => void): void {
  const notify = useEffectEvent(run)
  useEffect(() => {
    const listener = (action: BulkAction) => notify(action)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}

export function announceBulkEnd(action: BulkAction): void {
  for (const listener of [...listeners]) listener(action)
}
