/** Makes the browser download a file. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By then the browser has started to read the blob.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const saveFile = (name: string, type: string, pieces: readonly BlobPart[]) =>
  saveBlob(name, new Blob([...pieces], { type }))

/** Downloads a table as CSV. By the byte order mark a spreadsheet recognises UTF-8. */
export const saveCsv = (name: string, pieces: readonly BlobPart[]): void =>
  saveFile(name, 'text/csv;charset=utf-8', ['\ufeff', ...pieces])

/** Downloads values as JSON, each on its line. */
export const saveLines = (name: string, pieces: readonly BlobPart[]): void =>
  saveFile(name, 'application/x-ndjson', pieces)

/** Downloads a value as JSON. */
export const saveJson = (name: string, value: unknown): void =>
  saveFile(name, 'application/json', [JSON.stringify(value, null, 2)])
