/** The columns of a table by their names: what each has of a row. A number is written as it is, null as nothing. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/** The start of a text that a spreadsheet runs as a formula or takes for a cell break. A negative amount is a number, which it adds up. */
const runs = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/

/** One cell, quoted where CSV requires it. A text that a spreadsheet would run gets an apostrophe in front. */
function written(cell: string | number | null): string {
  const text = typeof cell === 'string' && runs.test(cell) ? `'${cell}` : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table, or a piece of one, as CSV (RFC 4180). @param hasHead whether it begins with the names of the columns */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[], hasHead = true): string {
  const cells = Object.values(columns)
  const lines = rows.map((row) => cells.map((cell) => cell(row)))
  return [...(hasHead ? [Object.keys(columns)] : []), ...lines]
    .map((line) => `${line.map(written).join(',')}\r\n`)
    .join('')
}
