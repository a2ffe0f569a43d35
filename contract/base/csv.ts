/** The columns of a table by their names: what each has of a row. A number is written as it is, null as nothing. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/** The start of a text that a spreadsheet runs as a formula or takes for a cell break, also in full width. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/
/** A number, which it adds up, or a telephone number in groups of digits. With '-' between the groups it would subtract them. */
const isNumber = /^[+-]?\d+(\.\d+)?$|^\+\d[\d ]*$/
/** A spreadsheet keeps 15 digits of a number: the others of a tracking number become zeros. */
const rounds = /^[+-]?0*[1-9]\d{15,}(\.\d+)?$/

/** One cell, quoted where CSV requires it. A text that a spreadsheet would run or round gets an apostrophe in front. */
function written(cell: string | number | null): string {
  const isChanged =
    typeof cell === 'string' && ((runs.test(cell) && !isNumber.test(cell)) || rounds.test(cell))
  const text = isChanged ? `'${cell}` : String(cell ?? '')
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
