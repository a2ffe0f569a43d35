// The time zone of local times: the one that the person has chosen, or the browser's.

/** The parts of a local time; months from 0. */
export interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hours: number
  readonly minutes: number
}

let chosen: { name: string; parts: Intl.DateTimeFormat } | null = null
const listeners = new Set<() => void>()

/** Sets the time zone by its IANA name; null: the browser's. A name that the browser does not know changes nothing. */
export function setTimeZone(name: string | null) {
  if ((chosen?.name ?? null) === name) return
  try {
    chosen = name === null ? null : { name, parts: partsIn(name) }
  } catch (error) {
    console.error(error)
  }
  for (const listener of listeners) listener()
}

const partsIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** For `useSyncExternalStore`. */
export function subscribeToTimeZone(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** A cache: the browser's lookup is slow, and a list needs the name for each row. A change of the offset invalidates it. */
let browsers = { offset: Number.NaN, name: '' }

/** The IANA name of the time zone. */
export function timeZone(now = new Date()): string {
  if (chosen) return chosen.name
  const offset = now.getTimezoneOffset()
  if (offset !== browsers.offset)
    browsers = { offset, name: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return browsers.name
}

/** A moment in the time zone. */
export function localTime(date: Date): LocalTime {
  if (!chosen)
    return {
      year: date.getFullYear(),
      month: date.getMonth(),
      day: date.getDate(),
      hours: date.getHours(),
      minutes: date.getMinutes(),
    }
  const at: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of chosen.parts.formatToParts(date)) at[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = at
  return { year, month: month - 1, day, hours: hour, minutes: minute }
}

/** Minutes by which the time zone is ahead of UTC at a moment. */
function offsetAt(date: Date): number {
  if (!chosen) return -date.getTimezoneOffset()
  const { year, month, day, hours, minutes } = localTime(date)
  return Math.round(Date.UTC(year, month, day, hours, minutes) / 60_000) - Math.floor(date.getTime() / 60_000)
}

/** The moment of a local time. A time that daylight saving skips is moved by the skipped hour. */
export function momentOf({ year, month, day, hours, minutes }: LocalTime): Date {
  if (!chosen) return new Date(year, month, day, hours, minutes)
  const asUtc = Date.UTC(year, month, day, hours, minutes)
  const guess = asUtc - offsetAt(new Date(asUtc)) * 60_000
  return new Date(asUtc - offsetAt(new Date(guess)) * 60_000)
}

const names = new Map<string, string>()

/** The short name of the time zone at a moment: 'UTC', 'EST', 'GMT+2'. */
export function zoneName(date: Date): string {
  const name = timeZone(date)
  const key = `${name} ${offsetAt(date)}`
  const known = names.get(key)
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'short' }).formatToParts(
    date,
  )
  const found = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  names.set(key, found)
  return found
}
