import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bitsApart } from '../listings/photos/bits-apart.ts'
import { drawImage } from '../seed/images.ts'
import { photoPrint } from './photo-print.ts'

const mark = Buffer.from(
  '<svg width="200" height="60"><text x="5" y="45" font-size="40" fill="white">SHOP</text></svg>',
)
const again: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  'smaller and of less quality': (bytes) => sharp(bytes).resize(200).jpeg({ quality: 50 }).toBuffer(),
  'in another format': (bytes) => sharp(bytes).webp({ quality: 40 }).toBuffer(),
  brighter: (bytes) => sharp(bytes).modulate({ brightness: 1.15 }).jpeg().toBuffer(),
  grey: (bytes) => sharp(bytes).greyscale().jpeg().toBuffer(),
  'with a name in a corner': (bytes) =>
    sharp(bytes)
      .composite([{ input: mark, gravity: 'southeast' }])
      .jpeg()
      .toBuffer(),
}

test.each(Object.keys(again))(
  'a picture %s: its print has a part in common with the first one',
  async (way) => {
    for (let n = 0; n < 10; n++) {
      const first = await sharp(Buffer.from(drawImage(`messages/talk-${n}/1.svg`) ?? ''))
        .resize(800)
        .jpeg()
        .toBuffer()
      const [one = '', other = ''] = [await photoPrint(first), await again[way]?.(first).then(photoPrint)]
      expect(bitsApart(one, other)).toBeLessThanOrEqual(8)
      expect([0, 4, 8, 12].some((at) => one.slice(at, at + 4) === other.slice(at, at + 4))).toBe(true)
    }
  },
)

test('a turned photo: its camera says how it is held', async () => {
  const first = await sharp(Buffer.from(drawImage('messages/talk-1/1.svg') ?? ''))
    .jpeg()
    .toBuffer()
  const turned = await sharp(first).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(bitsApart((await photoPrint(first)) ?? '', (await photoPrint(turned)) ?? '')).toBeLessThanOrEqual(8)
})

test.each([
  ['nothing', async () => Buffer.alloc(0)],
  [
    'half a picture',
    async () =>
      (
        await sharp(Buffer.from(drawImage('messages/talk-1/1.svg') ?? ''))
          .jpeg()
          .toBuffer()
      ).subarray(0, 300),
  ],
  ['a program that draws', async () => Buffer.from(drawImage('messages/talk-1/1.svg') ?? '')],
  [
    'more pixels than memory should hold',
    async () =>
      sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
  ],
] as const)('no print: %s', async (_, make) => {
  const bytes = await make()
  const before = process.memoryUsage.rss()
  expect(await photoPrint(bytes)).toBeUndefined()
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
})
