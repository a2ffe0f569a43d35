const at = (date: Date, hour: number, days = 0) => {
  const then = new Date(date)
  then.setDate(then.getDate() + days)
  then.setHours(hour, 0, 0, 0)
  return then
}

/** The times to which a case can be snoozed with one click, in the local time zone. */
export function snoozeTimes(now: Date): { label: string; until: Date }[] {
  const monday = ((8 - now.getDay()) % 7 || 7) as number
  return [
    { label: 'For an hour', until: new Date(now.getTime() + 3_600_000) },
    ...(now.getHours() < 17 ? [{ label: 'Until this evening', until: at(now, 18) }] : []),
    { label: 'Until tomorrow', until: at(now, 9, 1) },
    { label: 'Until Monday', until: at(now, 9, monday) },
  ]
}

/** The value of a field for date and time, in the local time zone: '2026-01-05T09:00'. */
export const fieldTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Why a snooze cannot end at a time; null when it can. */
export function snoozeProblem(until: Date, now: Date, maxDays: number): string | null {
  const days = (until.getTime() - now.getTime()) / 86_400_000
  if (Number.isNaN(days)) return 'Type a date and a time.'
  if (days <= 0) return 'This time is past.'
  return days > maxDays ? `A snooze ends within ${maxDays} days.` : null
}
