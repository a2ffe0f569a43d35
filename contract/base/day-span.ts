/**
 * A day with its beginning and its end, ISO-8601 UTC; null for a day that no calendar has.
 * @param from where the day of another time zone begins; without it the day is one of UTC
 */
export function daySpan(day: string, from?: string, to?: string) {
  const start = new Date(`${day}T00:00Z`)
  // JavaScript parses 31 February as 3 March.
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return null
  const [begin, end] =
    from === undefined
      ? [start, new Date(start.getTime() + 86_400_000)]
      : [from, to].map((time) => new Date(time?.toUpperCase() ?? ''))
  return begin && end && begin.getTime() <= end.getTime()
    ? { day, from: begin.toISOString(), to: end.toISOString() }
    : null
}
