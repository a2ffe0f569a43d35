import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@portreeve/contract'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { type Hostile, hidden, hostileFiles, hostileNames } from '../../testing/hostile-files.ts'
import { look, upload } from '../../testing/uploading.ts'

const s = useServer()
let hostile: Hostile[]
beforeAll(async () => {
  hostile = await hostileFiles()
})

test('of 300 hostile files none is served as a page, none crashes the server, and no position or hidden text is left', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(300)
  const counts = { taken: 0, refused: 0 }
  for (const { name, bytes } of hostile) {
    const { status, data, code, error_message } = await upload(s, 'support', bytes, name)
    if (name.includes('\0')) {
      expect([status, error_message]).toEqual([400, "The body's 'name': holds a NUL character."])
      continue
    }
    if (status !== 200) {
      counts.refused += 1
      expect([name, status, code]).toEqual([name, 422, 'refused'])
      expect(error_message).toMatch(
        /^(Only pictures|This picture|A side of this picture|This is no whole picture)/,
      )
      continue
    }
    counts.taken += 1
    const seen = await look(s, 'support', data?.id ?? '')
    expect([name, seen.statusCode]).toEqual([name, 200])
    const kind = data?.file?.kind
    expect(seen.headers).toMatchObject({
      'content-type': kind === 'pdf' ? 'application/pdf' : `image/${kind}`,
      'content-disposition': expect.stringMatching(/^attachment; filename/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(data?.file?.name).toMatch(/^[^\p{C}/\\<>"]{1,125}\.(png|jpg|pdf)$/u)
    if (kind !== 'pdf') {
      const text = seen.rawPayload.toString('latin1')
      expect([name, hidden.filter((mark) => text.includes(mark))]).toEqual([name, []])
      const { exif, xmp, iptc, comments, pages, width, height } = await sharp(seen.rawPayload).metadata()
      expect([name, exif, xmp, iptc, comments, pages]).toEqual([name, ...Array(5).fill(undefined)])
      expect([width, height]).toEqual([data?.file?.width, data?.file?.height])
    }
    await s.call('support', api.files.remove, { params: { id: data?.id ?? '' } })
  }
  expect(counts.taken).toBeGreaterThan(80)
  expect(counts.refused).toBeGreaterThan(120)
  expect((await s.server.inject('/readyz')).statusCode).toBe(200)
}, 120_000)

test('names lead nowhere, hide no ending and break no header', async () => {
  const { bytes } = hostile.find(({ name }) => name === 'CON') ?? { bytes: Buffer.alloc(0) }
  const names = []
  for (const name of hostileNames.filter((one) => !one.includes('\0'))) {
    const { data } = await upload(s, 'support', bytes, name)
    names.push(data?.file?.name)
    await s.call('support', api.files.remove, { params: { id: data?.id ?? '' } })
  }
  expect(names).toEqual([
    ...['passwd.png', 'a.png', 'job.png', 'aSet-Cookie x=1.png', 'photognp.png', 'png.png'],
    ...['invoice.png', 'img src=x onerror=alert(1).png', 'file.png', 'file.png', 'CON.png', 'htaccess.png'],
    `${'x'.repeat(120)}.png`,
    `${'𝓹'.repeat(120)}.png`,
    ...['a;filename=b.png', '%2e%2e%2f%00.png', 'é\u0301\u0301.png', '(reboot)id.png', 'file.png'],
  ])
})

test('one after the other, they need at most 150 MB', async () => {
  const folder = join(tmpdir(), `portreeve-bombs-${process.pid}-${Date.now()}`)
  await mkdir(folder)
  for (const [n, { bytes }] of hostile.entries()) await writeFile(join(folder, String(n)), bytes)
  const child = join(import.meta.dirname, '../../testing/clean-child.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', child, folder])
  await rm(folder, { recursive: true })
  expect(Number(stdout)).toBeGreaterThan(10)
  expect(Number(stdout)).toBeLessThanOrEqual(150)
}, 60_000)
