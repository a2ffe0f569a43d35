/** Whether a text is a calendar day from the year 2000 on: a half-typed year, such as 0002, does not count. */
export function isDay(text: string): boolean {
  const date = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The local beginning of a day, or of the day `later` days after it, ISO-8601 UTC. Lists show local times too (D-028). */
export function beginOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

const padded = (number: number) => String(number).padStart(2, '0')

/** The local calendar day of a date. */
export const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`

/** A time moved to another local day; it keeps its time of day. ISO-8601 UTC. */
export function onDay(time: string, day: string): string {
  const at = new Date(time)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  at.setFullYear(year, month - 1, date)
  return at.toISOString()
}
