import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refuse } from '../core/refuse.ts'
import { startS3 } from '../testing/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './file-store-folder.ts'
import { s3Store } from './file-store-s3.ts'

let folder = ''
let s3: Awaited<ReturnType<typeof startS3>>
const stores = new Map<string, { store: FileStore; keys: () => Promise<string[]> }>()

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAPORTREEVE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  folder = await mkdtemp(join(tmpdir(), 'portreeve-store-'))
  s3 = await startS3('files', 'refused')
  const inFolder = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile())
      .map((one) => `${one.parentPath.slice(folder.length + 1)}/${one.name}`)
      .sort()
  stores.set('a folder', { store: folderStore(folder), keys: inFolder })
  stores.set('a bucket', {
    store: s3Store({ bucket: 'files', prefix: 'staff/', endpoint: s3.endpoint }),
    keys: async () => s3.keys().map((key) => key.replace('staff/', '')),
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  s3.close()
  await rm(folder, { recursive: true })
})

async function* chunks(...all: (string | Error)[]) {
  for (const one of all) {
    if (one instanceof Error) throw one
    yield Buffer.from(one)
  }
}
const read = async (store: FileStore, key: string, length?: number) => {
  const bytes = await store.get(key, length)
  return bytes && Buffer.concat((await bytes.toArray()) as Buffer[]).toString()
}

for (const name of ['a folder', 'a bucket'])
  test(`${name} keeps bytes under keys, all of them or none, and removes them by key and by place`, async () => {
    const { store, keys } = stores.get(name) ?? { store: folderStore(''), keys: async () => [] }
    await store.put('one/a', chunks('Hello, ', 'you'))
    expect([await read(store, 'one/a'), await read(store, 'one/a', 5)]).toEqual(['Hello, you', 'Hello'])
    expect([await store.get('one/none'), await store.get('none/none', 4)]).toEqual([undefined, undefined])
    await store.put('one/a', chunks('Again'))
    expect(await read(store, 'one/a')).toBe('Again')
    // A source that fails leaves nothing, and its own error.
    const broken = store.put('one/b', chunks('Half', new Error('The connection broke')))
    await expect(broken).rejects.toThrow('The connection broke')
    const refused = async function* () {
      yield Buffer.alloc(6_000_000)
      refuse('too_large', 'Too large', 'The file is larger than was announced.')
    }
    await expect(store.put('one/c', refused())).rejects.toMatchObject({ code: 'too_large' })
    expect(await keys()).toEqual(['one/a'])
    // Larger than a part of S3's.
    const large = 'x'.repeat(4_000_000)
    await store.put('two/a', chunks(large, large, large))
    expect((await read(store, 'two/a'))?.length).toBe(12_000_000)
    for (const key of ['one/d', 'one/e', 'one/f', 'one-content/a']) await store.put(key, chunks('x'))
    await store.remove('one/d')
    await store.remove('one/d')
    await store.removeAll('one')
    await store.removeAll('one')
    expect(await keys()).toEqual(['one-content/a', 'two/a'])
    expect(s3.open()).toBe(0)
  })

test('a bucket that is not there, or without the right, is an error and no missing file', async () => {
  const store = s3Store({ bucket: 'files', prefix: '', endpoint: s3.endpoint })
  await expect(store.get('refused/a')).rejects.toThrow('AccessDenied')
  await expect(store.put('refused/a', chunks('x'))).rejects.toThrow('AccessDenied')
  const other = s3Store({ bucket: 'other', prefix: '', endpoint: s3.endpoint })
  await expect(other.get('one/a')).rejects.toThrow('NoSuchBucket')
})
