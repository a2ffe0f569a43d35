import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSettings } from '../../settings/settings.ts'

const disk = vi.hoisted(() => ({ bytes: Number.POSITIVE_INFINITY }))
vi.mock('node:fs', async (real) => {
  const fs = await real<typeof import('node:fs')>()
  return {
    ...fs,
    writeSync: (file: number, data: Uint8Array, from = 0) => {
      if (disk.bytes <= 0)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      const fits = data.subarray(from, from + disk.bytes)
      disk.bytes -= fits.length
      return fs.writeSync(file, fits)
    },
  }
})

let folder = ''
const production = () => join(folder, 'production')
const file = () => join(production(), 'secret')
const secret = () => readSettings({ PORTREEVE_API_KEY: 'key', PORTREEVE_DATA_DIR: folder }).secret
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portreeve-kept-'))
  mkdirSync(production())
})
afterEach(() => {
  disk.bytes = Number.POSITIVE_INFINITY
  rmSync(folder, { recursive: true })
})

test('the secret is created once and stays', () => {
  const made = secret()
  expect(made).toMatch(/^[0-9a-f]{64}$/)
  expect(secret()).toBe(made)
  expect(readdirSync(production())).toEqual(['secret'])
})

test.each([0, 20])(
  'a disk with room for %i bytes stores no secret, and the next start creates one',
  (bytes) => {
    disk.bytes = bytes
    expect(secret).toThrow(
      `PORTREEVE_DATA_DIR: the folder ${production()} cannot be used: the disk is full: free some space.`,
    )
    expect(readdirSync(production())).toEqual([])
    disk.bytes = Number.POSITIVE_INFINITY
    expect(secret()).toMatch(/^[0-9a-f]{64}$/)
  },
)

test.each(['', 'abc', '\n'])('a file with %j, left by a full disk, counts as missing', (left) => {
  writeFileSync(file(), left)
  const made = secret()
  expect(made).toMatch(/^[0-9a-f]{64}$/)
  expect([readFileSync(file(), 'utf8'), secret()]).toEqual([made, made])
})

test.each([undefined, ''])(
  'processes that start together use the same secret (file before: %j)',
  async (left) => {
    if (left !== undefined) writeFileSync(file(), left)
    const children = Array.from({ length: 4 }, () =>
      fork(fileURLToPath(new URL('../../testing/secret-child.ts', import.meta.url)), {
        execArgv: ['--import', 'tsx'],
        env: { PATH: process.env.PATH ?? '', PORTREEVE_API_KEY: 'key', PORTREEVE_DATA_DIR: folder },
      }),
    )
    // All are loaded before the first one reads.
    await Promise.all(children.map((child) => once(child, 'message')))
    const found = Promise.all(children.map(async (child) => (await once(child, 'message'))[0]))
    for (const child of children) child.send('now')
    const all = new Set(await found)
    expect(readFileSync(file(), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    expect(all).toEqual(new Set([readFileSync(file(), 'utf8')]))
  },
  120_000,
)
