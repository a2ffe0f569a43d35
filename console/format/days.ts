/** A day of the calendar, from the year 2000 on: while a year is being typed it goes through the first centuries. */
export function isDay(text: string): boolean {
  const date = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** When a day begins for the reader, or the one `later` days after it, ISO-8601 UTC; lists show local times too (D-028). */
export function beginOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
