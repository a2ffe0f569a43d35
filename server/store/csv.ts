/** What a spreadsheet takes for a formula, or for the beginning of a cell of its own. */
const runs = /^[=+\-@\t\r]/

/** One cell: quoted where it must be; what a spreadsheet would run begins with an apostrophe instead. */
export function csvCell(value: string): string {
  const harmless = runs.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of CSV (RFC 4180), with its end. */
export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
