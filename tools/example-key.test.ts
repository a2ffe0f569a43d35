import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exampleKey, NoKey } from './example-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'portreeve-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('another password of the admin gives a sentence with the remedy, and no file', async () => {
  const server = createServer((_request, response) => response.writeHead(401).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const file = join(folder, 'key')
  const made = exampleKey(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'api-key', file, 9)
  await expect(made).rejects.toThrow(NoKey)
  await expect(made).rejects.toThrow(`make a machine key in the console, write it into ${file}`)
  expect(existsSync(file)).toBe(false)
  server.close()
})

test('a key that is kept needs no call, also one without the secret of an action', async () => {
  const file = join(folder, 'kept')
  writeFileSync(file, 'ptv_kept\n')
  const kept = () => exampleKey('http://127.0.0.1:9', 'api-key', file, 9)
  expect(await kept()).toEqual({ key: 'ptv_kept', secret: undefined })
  writeFileSync(`${file}-action`, 'whsec_kept\n')
  expect(await kept()).toEqual({ key: 'ptv_kept', secret: 'whsec_kept' })
})
