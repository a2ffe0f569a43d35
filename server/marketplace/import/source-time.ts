const iso = /^(\d{4})-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Parses a source's time text to ISO-8601 UTC; null when it is no date (D-136).
 * A time without an offset is taken as UTC.
 */
export function trueTime(text: string | null | undefined): string | null {
  const found = text ? iso.exec(text.trim()) : null
  if (!text || !found || found[1] === '0000') return null
  const dated = text
    .trim()
    .toUpperCase()
    .replace(/^(\S{10}) /, '$1T')
    .replace(' ', '')
  const offset = found[2]
  const whole = offset
    ? dated.replace(
        /([+-]\d\d):?(\d\d)?$/,
        (_, hours: string, minutes?: string) => `${hours}:${minutes ?? '00'}`,
      )
    : dated.includes('T')
      ? `${dated}Z`
      : dated
  const time = new Date(whole)
  if (Number.isNaN(time.getTime())) return null
  // JavaScript parses 31 February as 3 March; reject such a text.
  const day = Number(dated.slice(8, 10))
  const daysInMonth = new Date(Date.UTC(Number(dated.slice(0, 4)), Number(dated.slice(5, 7)), 0)).getUTCDate()
  return day <= daysInMonth ? time.toISOString() : null
}
