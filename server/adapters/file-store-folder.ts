import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './file-store.ts'

/** Names that the file system takes as they are: no dot at the start, no separator. */
const Name = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/

/** Keeps files in a folder that only its owner may enter. Several processes may share it. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    const names = key.split('/')
    if (names.length > 2 || !names.every((name) => Name.test(name)))
      throw new Error(`A key of a file must be names: ${JSON.stringify(key)}`)
    return join(folder, ...names)
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      const begun = `${path}.part`
      try {
        await pipeline(bytes, createWriteStream(begun, { mode: 0o600, flush: true }))
        await rename(begun, path)
      } catch (error) {
        await rm(begun, { force: true })
        throw error
      }
    },
    get: async (key, length) => {
      try {
        const file = await open(pathOf(key))
        return file.createReadStream(length === undefined ? {} : { end: length - 1 })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    removeAll: (place) => rm(pathOf(place), { recursive: true, force: true }),
  }
}
