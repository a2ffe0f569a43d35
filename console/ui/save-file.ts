/** Lets the browser save a file. */
function saveFile(name: string, type: string, pieces: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Gives the reader a table. A spreadsheet knows UTF-8 by the mark at its beginning. */
export const saveCsv = (name: string, pieces: readonly string[]): void =>
  saveFile(name, 'text/csv;charset=utf-8', ['\ufeff', ...pieces])

/** Gives the reader a value as JSON. */
export const saveJson = (name: string, value: unknown): void =>
  saveFile(name, 'application/json', [JSON.stringify(value, null, 2)])
