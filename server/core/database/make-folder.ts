import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder and its missing parents, which only their owner may enter. The `recursive` option of Node never returns where an existing parent accepts no
 * folder and the system reports ENOENT, as in /proc or below an automounter.
 * @throws the file system's error
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFolder(dirname(path))
    makeFolder(path)
  }
}

/**
 * Takes a folder, and all that is in it, from other users: folders of earlier releases, and the files that PGlite unpacks, are
 * open to them.
 * @returns whether no other user may enter it now; false for a folder of another owner
 */
export function makePrivate(path: string): boolean {
  if (process.platform === 'win32') return true
  if (!withoutOthers(path)) return false
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) withoutOthers(join(entry.parentPath, entry.name))
  return true
}

/** Removes the rights of other users; false where the file has another owner or is gone. */
function withoutOthers(path: string): boolean {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
    return true
  } catch (error) {
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}
