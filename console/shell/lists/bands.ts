/** Heads between the rows of a sorted table. */
export interface Bands<Row> {
  /** The bands in the order of the table. */
  readonly names: readonly string[]
  /** The place of a row's band among them. */
  readonly of: (row: Row) => number
  /** The number of all rows, also of those that are not loaded; null where it is unknown. */
  readonly total: number | null
}

/** A head of a band, or a row. */
export type Entry<Row> = { readonly band: string; readonly count: string } | { readonly row: Row }

/**
 * The rows with the heads of their bands. A row whose band has changed since its page was loaded stays below the band of the row
 * before it.
 */
export function entriesOf<Row>(rows: readonly Row[], bands: Bands<Row> | undefined): readonly Entry<Row>[] {
  if (!bands) return rows.map((row) => ({ row }))
  let last = -1
  const groups: { at: number; rows: Row[] }[] = []
  for (const row of rows) {
    const at = Math.max(last, bands.of(row))
    if (at !== last) groups.push({ at, rows: [] })
    groups.at(-1)?.rows.push(row)
    last = at
  }
  // Rows that are not loaded are of the last loaded band or of a later one.
  const isWhole = bands.total !== null && bands.total <= rows.length
  return groups.flatMap(({ at, rows: own }, place) => [
    {
      band: bands.names[at] ?? '',
      count: place < groups.length - 1 || isWhole ? String(own.length) : `${own.length}+`,
    },
    ...own.map((row) => ({ row })),
  ])
}

/** The key of a head or a row. */
export const keyIn = <Row>(entry: Entry<Row>, keyOf: (row: Row) => string): string =>
  'band' in entry ? `band ${entry.band}` : keyOf(entry.row)
