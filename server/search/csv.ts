/** The start of a cell that a spreadsheet runs as a formula or takes for a cell break. */
const runs = /^[=+\-@\t\r]/

/** One cell, quoted where CSV requires it. A cell that a spreadsheet would run gets an apostrophe in front. */
export function csvCell(value: string): string {
  const harmless = runs.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of CSV (RFC 4180), with its end. */
export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
