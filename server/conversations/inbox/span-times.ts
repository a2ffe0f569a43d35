import type { InboxTimes } from '@portreeve/contract/conversations/inbox-metrics'

/** Seconds in ascending order, four bytes each, as `inbox_days` has them. Never empty. */
type Packed = Buffer

const each = 4
const countOf = (packs: readonly Packed[]) => packs.reduce((sum, { length }) => sum + length / each, 0)

/** The number of values of a pack that are so many seconds at most. */
function atMostIn(pack: Packed, seconds: number): number {
  let [from, to] = [0, pack.length / each]
  while (from < to) {
    const middle = (from + to) >> 1
    if (pack.readInt32BE(middle * each) <= seconds) from = middle + 1
    else to = middle
  }
  return from
}

const atMost = (packs: readonly Packed[], seconds: number) =>
  packs.reduce((sum, pack) => sum + atMostIn(pack, seconds), 0)

/** The value at a place among all, from 0 for the smallest. It sorts nothing: the packs of 90 days may have a million values. */
function secondsAt(packs: readonly Packed[], place: number): number {
  let [from, to] = [0, packs.reduce((most, pack) => Math.max(most, pack.readInt32BE(pack.length - each)), 0)]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (atMost(packs, middle) > place) to = middle
    else from = middle + 1
  }
  return from
}

/** The smallest value above another one. */
const secondsAfter = (packs: readonly Packed[], seconds: number) =>
  packs.reduce((least, pack) => {
    const at = atMostIn(pack, seconds) * each
    return at < pack.length ? Math.min(least, pack.readInt32BE(at)) : least
  }, Number.POSITIVE_INFINITY)

/** As percentile_cont of PostgreSQL: between two values in proportion. */
function quantile(packs: readonly Packed[], count: number, share: number): number {
  const place = share * (count - 1)
  const below = secondsAt(packs, Math.floor(place))
  const above = atMost(packs, below) > Math.ceil(place) ? below : secondsAfter(packs, below)
  return below + (place - Math.floor(place)) * (above - below)
}

/** The figures of the spans of some days and authors. @param target in minutes; null for none */
export function timesOf(packs: readonly Packed[], target: number | null): InboxTimes {
  const count = countOf(packs)
  if (count === 0) return { count, median: null, p90: null, within: null }
  return {
    count,
    median: quantile(packs, count, 0.5),
    p90: quantile(packs, count, 0.9),
    within: target === null ? null : atMost(packs, target * 60),
  }
}
