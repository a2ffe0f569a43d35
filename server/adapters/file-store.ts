import type { Readable } from 'node:stream'

/**
 * Where the bytes of files are kept. A key is two names with a slash between: a place, and a name in it. Every method may be repeated.
 */
export interface FileStore {
  /** Stores bytes under a key: all of them or, when the source fails, none. */
  put: (key: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** The bytes of a key, or the first `length` of them; undefined when there are none. */
  get: (key: string, length?: number) => Promise<Readable | undefined>
  /** Removes one key. */
  remove: (key: string) => Promise<void>
  /** Removes all keys of a place. */
  removeAll: (place: string) => Promise<void>
}
