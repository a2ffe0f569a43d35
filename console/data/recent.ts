import { useEffect } from 'react'
import { useOwnUid } from './backend.tsx'

/** A place that the palette leads to. */
export interface Place {
  /** What it is: 'Person', 'Order' … */
  readonly kind: string
  readonly title: string
  /** A second line; empty for none. */
  readonly detail: string
  /** The console's path, or an address outside. */
  readonly to: string
}

const prefix = 'portreeve-recent-'
const most = 8

/** The records that a person opened last in this browser, newest first. */
export function recentRecords(uid: string): readonly Place[] {
  try {
    return JSON.parse(localStorage.getItem(prefix + uid) ?? '[]') as Place[]
  } catch {
    return []
  }
}

/** Remembers the record of this page for the palette of every tab. Nothing is remembered while the title is null. */
export function useRecentRecord(kind: string, to: string, title: string | null): void {
  const uid = useOwnUid()
  // The storage is outside React.
  useEffect(() => {
    if (uid === null || title === null) return
    const others = recentRecords(uid).filter((one) => one.to !== to)
    localStorage.setItem(
      prefix + uid,
      JSON.stringify([{ kind, title, detail: '', to }, ...others].slice(0, most)),
    )
  }, [uid, kind, to, title])
}

/** Forgets the records of all people: after a sign-out the browser keeps no names. */
export function forgetRecords(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
