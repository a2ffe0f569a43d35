import { shortSpan } from '../../format/deadline.ts'

/** A table of figures: its cells as they are shown, and as they are saved: numbers, seconds, cents. */
export interface Table {
  head: readonly string[]
  rows: readonly { key: string; shown: readonly string[]; raw: readonly (string | number | null)[] }[]
}

export type Cell = readonly [shown: string, raw: string | number | null]

/** A number of things. */
export const number = (value: number): Cell => [value.toLocaleString('en'), value]
/** Seconds as a span; null: there is none. */
export const time = (value: number | null): Cell => [value === null ? '–' : shortSpan(value * 1000), value]

export const tableOf = <Row>(
  rows: readonly Row[],
  columns: readonly (readonly [head: string, cell: (row: Row) => Cell])[],
): Table => ({
  head: columns.map(([head]) => head),
  rows: rows.map((row) => {
    const cells = columns.map(([, cell]) => cell(row))
    return {
      key: String(cells[0]?.[1] ?? ''),
      shown: cells.map(([shown]) => shown),
      raw: cells.map(([, raw]) => raw),
    }
  }),
})
