import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from './embedded.ts'

// Other users of the machine can neither read nor change the embedded database, nor answer in its place.

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portreeve-modes-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The paths in a folder, itself included, that other users can reach and may read, write or enter. */
const openIn = (path: string): string[] => {
  const found = statSync(path)
  if ((found.mode & 0o077) === 0) return []
  return [path, ...(found.isDirectory() ? readdirSync(path).flatMap((name) => openIn(join(path, name))) : [])]
}

test('a new data folder is private, with all its files; a folder of an earlier release becomes so', async () => {
  const folder = join(root, 'data', 'production')
  await (await openEmbedded(folder)).close()
  expect(openIn(join(root, 'data'))).toEqual([])
  expect(readdirSync(join(folder, 'postgres')).length).toBeGreaterThan(10)
  for (const path of [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  ])
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666)
  await (await openEmbedded(folder)).close()
  expect(openIn(folder)).toEqual([])
  // Where the folder has another owner, who lets others in, the database's own folder keeps them out.
  chmodSync(folder, 0o755)
  expect(openIn(join(folder, 'postgres'))).toEqual([])
})

test("a socket's folder in the temporary folder must belong to this user", async () => {
  // Longer than the address of a socket may be.
  const folder = join(root, 'x'.repeat(100))
  const embedded = await openEmbedded(folder)
  const { host } = embedded
  expect(host.startsWith(folder)).toBe(false)
  expect(openIn(host)).toEqual([])
  await embedded.close()
  rmSync(host, { recursive: true })
  // A link to a folder of one's own leads elsewhere as soon as its owner wishes.
  mkdirSync(join(root, 'elsewhere'))
  symlinkSync(join(root, 'elsewhere'), host)
  try {
    await expect(openEmbedded(folder)).rejects.toThrow(/belongs to another user: remove it/)
  } finally {
    rmSync(host)
  }
})
