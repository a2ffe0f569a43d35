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
 * FMT-14: the address of a stored picture. A full address stays as it is; a path is put below the storage's address. Null
 * without a path or a storage.
 */
export function pictureAddress(storage: string | undefined, path: string | null | undefined): string | null {
  if (!path) return null
  if (/^https?:\/\//i.test(path)) return path
  return storage ? fillAddress(storage, { path: path.replace(/^\/+/, '') }) : null
}
