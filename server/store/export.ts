import { csvLine } from './csv.ts'

/** Maximum rows of one answer of an export. */
export const exportRows = 5000

/** One page of an export: the first has a header line. */
export const csvOf = <Row>(
  columns: Readonly<Record<string, (row: Row) => string | number | null>>,
  rows: readonly Row[],
  isFirst: boolean,
): string =>
  [
    ...(isFirst ? [csvLine(Object.keys(columns))] : []),
    ...rows.map((row) => csvLine(Object.values(columns).map((cell) => String(cell(row) ?? '')))),
  ].join('')

/** Cents as an amount that a spreadsheet can add up: 1234.50. */
export const amountOf = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))
