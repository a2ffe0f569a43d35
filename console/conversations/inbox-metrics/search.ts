import { searchReader, type UrlSearch } from '../../data/url-search.ts'

/** The days of the figures in the URL; without them the last 7. */
export type MetricsSearch = UrlSearch<'days'>

// Not the contract's list: every page loads this file.
export const readMetricsSearch = searchReader({ days: (text: string) => text === '30' || text === '90' })
