import { searchReader, type UrlSearch } from '../../data/url-search.ts'
import { isDay } from '../../format/days.ts'

export type TransparencySearch = UrlSearch<'from' | 'to'>

export const readTransparencySearch = searchReader<'from' | 'to'>({ from: isDay, to: isDay })

/** The span of an address: without days, this year until today. */
export function spanOf({ from, to }: TransparencySearch, today: string): { from: string; to: string } {
  const first = from ?? `${(to ?? today).slice(0, 4)}-01-01`
  return { from: first, to: to ?? (first > today ? first : today) }
}

/** The year that lies so many years before that of a day. */
export function yearOf(today: string, earlier: number): { from: string; to: string } {
  const year = Number(today.slice(0, 4)) - earlier
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}
