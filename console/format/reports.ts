import { count } from './words.ts'

/** '8 of 9 reports upheld': of a reporter's reports that staff have handled. */
export function recordWords({ made, handled, upheld }: { made: number; handled: number; upheld: number }) {
  if (made === 1 && handled === 0) return 'first report'
  return handled === 0
    ? `${count(made, 'report', 'reports')}, none handled yet`
    : `${upheld} of ${count(handled, 'report', 'reports')} upheld`
}

/** A reason as people read it: 'no_show', as the marketplace imports it, is 'No show'. */
export const reasonName = (reason: string): string =>
  /^[a-z\d]+(_[a-z\d]+)+$/.test(reason) ? sentenceCase(reason.replaceAll('_', ' ')) : reason

const sentenceCase = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** 'Scam (2), No show': each reason once, the most frequent first. */
export function reasonWords(reasons: readonly (string | null)[]): string {
  const times = new Map<string, number>()
  for (const name of reasons.flatMap((reason) => (reason ? reasonName(reason) : [])))
    times.set(name, (times.get(name) ?? 0) + 1)
  return [...times]
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([reason, n]) => (n > 1 ? `${reason} (${n})` : reason))
    .join(', ')
}

/** What a report says, as far as two may say the same. */
interface Said {
  readonly report_reason_id: string | null
  readonly input: string | null
  readonly status?: string
  readonly listing?: { readonly key: string } | null
}

/** The reports in groups that say the same of the same record, each at the place of its first. Case and spaces do not matter. */
export function alike<Report extends Said>(reports: readonly Report[]): Report[][] {
  const groups = new Map<string, Report[]>()
  for (const report of reports) {
    const { report_reason_id: reason, input, status, listing } = report
    const says = (input ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
    const key = JSON.stringify([reason, says, status, listing?.key])
    const group = groups.get(key)
    if (group) group.push(report)
    else groups.set(key, [report])
  }
  return [...groups.values()]
}

/** The orders of a list of reports. */
export const reportOrders = ['newest', 'count', 'age'] as const
export type ReportOrder = (typeof reportOrders)[number]

export const reportOrderWords: Readonly<Record<ReportOrder, string>> = {
  newest: 'Newest report',
  count: 'Most reports',
  age: 'Waiting longest',
}

/** What a list of reports is ordered by. */
export interface ReportFigures {
  readonly reports: number
  /** The times of the first and the last report, ISO-8601; undefined where the server sends none. */
  readonly oldest: string | undefined
}

/** The rows in an order; 'newest' is the server's. Rows that compare as equal keep the server's order. */
export function inReportOrder<Row>(
  rows: readonly Row[],
  order: ReportOrder,
  figuresOf: (row: Row) => ReportFigures,
): readonly Row[] {
  if (order === 'newest') return rows
  const time = (row: Row) => Date.parse(figuresOf(row).oldest ?? '') || Number.POSITIVE_INFINITY
  return rows.toSorted((a, b) =>
    order === 'count' ? figuresOf(b).reports - figuresOf(a).reports : compare(time(a), time(b)),
  )
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
