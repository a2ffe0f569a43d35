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
  const rest = bands.total === null ? 0 : Math.max(0, bands.total - rows.length)
  return groups.flatMap(({ at, rows: own }, place) => [
    {
      band: bands.names[at] ?? '',
      count:
        place < groups.length - 1
          ? String(own.length)
          : bands.total === null
            ? `${own.length}+`
            : String(own.length + rest),
    },
    ...own.map((row) => ({ row })),
  ])
}

/** The key of a head or a row. */
export const keyIn = <Row>(entry: Entry<Row>, keyOf: (row: Row) => string): string =>
  'band' in entry ? `band ${entry.band}` : keyOf(entry.row)
