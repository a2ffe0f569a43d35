import { useSyncExternalStore } from 'react'
import { longLocal, readTime, shortLocal, timeInWords } from '../format/dates.ts'
import { subscribeToTimeZone, timeZone, zoneName } from '../format/time-zone.ts'
import { useNow } from './moment.ts'

type Write = (value: string | null, now: Date) => string

/** The formats without a zone in their text (D-028). */
const isLocal = (write: Write) => write === longLocal || write === shortLocal

/**
 * A time in one of the spec's formats; its tooltip has it in UTC and in the local time zone, and its age. A local time shows its
 * zone beside the text of the spec, which a style sheet adds (global.css).
 */
export function When({ value, write }: { value: string | null; write: Write }) {
  // Written again when the person chooses another time zone.
  useSyncExternalStore(subscribeToTimeZone, timeZone)
  const now = useNow()
  const words = timeInWords(value, now)
  const date = words && isLocal(write) ? readTime(value) : null
  if (!words) return <span>{write(value, now)}</span>
  return (
    <time dateTime={value ?? undefined} title={words} data-zone={date ? zoneName(date) : undefined}>
      {write(value, now)}
    </time>
  )
}
