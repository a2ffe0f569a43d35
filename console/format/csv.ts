/** One line of CSV. A text that a spreadsheet would run as a formula begins with an apostrophe. */
const line = (cells: readonly (string | number | null)[]) =>
  cells
    .map((cell) =>
      typeof cell === 'string'
        ? `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
        : (cell ?? ''),
    )
    .join(',')

/** A table as CSV. */
export const csvOf = (
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => [line(head), ...rows.map(line)].map((one) => `${one}\r\n`).join('')
