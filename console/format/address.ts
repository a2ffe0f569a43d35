/**
 * Fills the braces of a configured address: ('https://x/{id}', {id: 'a b'}) is 'https://x/a%20b'.
 * Slashes stay, because a storage path has them.
 */
export function fillAddress(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (braces, name: string) =>
    name in values ? (values[name] ?? '').split('/').map(encodeURIComponent).join('/') : braces,
  )
}

/**
 * FMT-14: where a stored picture is: a path below the storage's address, or the address that it already is.
 * Null when there is none.
 */
export function pictureAddress(storage: string | undefined, path: string | null | undefined): string | null {
  if (!path) return null
  if (/^https?:\/\//i.test(path)) return path
  return storage ? fillAddress(storage, { path: path.replace(/^\/+/, '') }) : null
}
