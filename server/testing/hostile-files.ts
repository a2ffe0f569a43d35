import { deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A file that may do harm. */
export interface Hostile {
  name: string
  bytes: Buffer
}

const script = '<script>alert(document.domain)</script>'
const html = `<!doctype html><html><body>${script}</body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>`

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (bytes: Buffer) =>
  ~bytes.reduce((c, byte) => (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8), ~0) >>> 0

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that says it is so large, with any rows. */
function png(width: number, height: number, rows: Buffer, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width >>> 0, 0)
  head.writeUInt32BE(height >>> 0, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A local entry of a ZIP whose content unpacks to 60 MB. */
function zipBomb(name: string): Buffer {
  const packed = gzipSync(Buffer.alloc(60 * 1024 * 1024)).subarray(10, -8)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(60 * 1024 * 1024, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}

const picture = (size = 64): Sharp =>
  sharp({ create: { width: size, height: size, channels: 3, background: { r: 30, g: 90, b: 200 } } })

/** Marks by which a test finds what must be gone. */
export const hidden = ['HIDDEN-TEXT', 'GPSLatitude', 'alert(', '/etc/passwd', 'MARKOFMAKER']

const exif = {
  IFD0: { Copyright: 'HIDDEN-TEXT', Make: 'MARKOFMAKER', Software: script },
  IFD3: {
    GPSLatitude: '51/1 30/1 3/1',
    GPSLatitudeRef: 'N',
    GPSLongitude: '7/1 28/1 1/1',
    GPSLongitudeRef: 'E',
  },
}

/** Names that lead elsewhere, hide their ending or break a header. */
export const hostileNames = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\a.exe',
  '/etc/cron.d/job.png',
  'a\r\nSet-Cookie: x=1\r\n.png',
  'a\u0000.png.html',
  'photo\u202egnp.exe',
  '\u2066\u200f\u200e.png',
  'invoice.pdf.html.js.svg',
  '"><img src=x onerror=alert(1)>.png',
  '. . .',
  '   ',
  'CON',
  '.htaccess',
  `${'x'.repeat(900)}.png`,
  '𝓹'.repeat(400),
  'a;filename="b.html".png',
  '%2e%2e%2f%00.html',
  'e\u0301\u0301\u0301.png',
  '$(reboot)`id`.png',
  '\ufeff\u200b\u2060',
]

/** About three hundred files: polyglots, scripts, bombs, wrong and cut types, hidden texts and positions, names. */
export async function hostileFiles(): Promise<Hostile[]> {
  const encoded: Record<string, Buffer> = {
    png: await picture().withExif(exif).png().toBuffer(),
    jpg: await picture().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    webp: await picture().withExif(exif).webp().toBuffer(),
    gif: await picture().gif().toBuffer(),
    pdf: Buffer.from(
      `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n${html}\n%%EOF`,
    ),
  }
  const types = Object.entries(encoded)
  const payloads = [
    html,
    svg,
    `*/=1;${script};alert(1)//`,
    '<?php system($_GET[0]); ?>',
    zipBomb('a.docx').subarray(0, 5000),
  ]
  const files: Hostile[] = [
    // Bytes after the end, and in front of the start.
    ...types.flatMap(([type, bytes]) =>
      payloads.flatMap((payload, n) => [
        { name: `after-${n}.${type}`, bytes: Buffer.concat([bytes, Buffer.from(payload)]) },
        { name: `before-${n}.${type}`, bytes: Buffer.concat([Buffer.from(payload), bytes]) },
      ]),
    ),
    // A script that begins as a picture does.
    ...[
      'GIF89a=1;alert(1)//',
      'GIF87a/*',
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff/*',
      'RIFFxxxxWEBP',
      'BM',
      '%PDF-',
      '%!PS',
      'II*\0',
      '8BPS',
      'OggS',
      'PK\x03\x04',
    ].flatMap((start) =>
      payloads.map((payload, n) => ({
        name: `starts-${n}.gif`,
        bytes: Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(payload)]),
      })),
    ),
    // Cut off, and with a byte changed.
    ...types.flatMap(([type, bytes]) =>
      Array.from({ length: 12 }, (_, n) => {
        const broken = Buffer.from(bytes)
        const at = Math.floor((bytes.length * n) / 12)
        broken[at] = (broken[at] ?? 0) ^ 0xff
        return [
          { name: `cut-${n}.${type}`, bytes: bytes.subarray(0, at + 1) },
          { name: `bent-${n}.${type}`, bytes: broken },
        ]
      }).flat(),
    ),
    // Called what they are not.
    ...['html', 'svg', 'js', 'exe', 'pdf', 'xhtml'].flatMap((wrong) =>
      types.map(([type, bytes]) => ({ name: `${type}.${wrong}`, bytes })),
    ),
    ...['png', 'jpg', 'pdf'].flatMap((wrong) =>
      [html, svg, '#!/bin/sh\nreboot', 'MZ\x90\0'].map((text) => ({
        name: `text.${wrong}`,
        bytes: Buffer.from(text, 'latin1'),
      })),
    ),
    ...hostileNames.map((name) => ({ name, bytes: encoded.png ?? Buffer.alloc(0) })),
  ]
  return [...files, ...(await bombs())]
}

/** Small files that unpack to large ones. */
async function bombs(): Promise<Hostile[]> {
  const zeros = deflateSync(Buffer.alloc(40 * 1024 * 1024))
  const sizes = [
    [0, 1],
    [1, 0x7fffffff],
    [0x7fffffff, 0x7fffffff],
    [65_535, 65_535],
    [30_000, 30_000],
    [16_385, 1],
    [-1, -1],
    [5001, 5001],
  ] as const
  const large = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'red' }, limitInputPixels: false })
  const animated = await sharp(Buffer.alloc(64 * 64 * 3 * 200, 9), {
    raw: { width: 64, height: 64 * 200, channels: 3, pageHeight: 64 },
  })
    .gif()
    .toBuffer()
  const text = (type: string, rest: Buffer) =>
    chunk(type, Buffer.concat([Buffer.from('x\0\0', 'latin1'), rest]))
  return [
    ...sizes.map(([width, height]) => ({ name: `${width}x${height}.png`, bytes: png(width, height, zeros) })),
    { name: 'more-rows.png', bytes: png(8, 8, zeros) },
    ...['zTXt', 'iCCP', 'iTXt'].map((type) => ({
      name: `${type}.png`,
      bytes: png(8, 8, deflateSync(Buffer.alloc(200)), text(type, zeros)),
    })),
    {
      name: 'many-chunks.png',
      bytes: png(
        8,
        8,
        deflateSync(Buffer.alloc(200)),
        ...Array.from({ length: 20_000 }, () => text('tEXt', Buffer.from('x'))),
      ),
    },
    { name: 'bomb.zip', bytes: zipBomb('a.txt') },
    { name: 'bomb.docx', bytes: zipBomb('[Content_Types].xml') },
    { name: 'bomb.gz', bytes: gzipSync(Buffer.alloc(60 * 1024 * 1024)) },
    { name: 'svgz.svg', bytes: gzipSync(svg) },
    { name: 'animated.gif', bytes: animated },
    { name: 'over.gif', bytes: await large(6000).gif().toBuffer() },
    { name: 'over.webp', bytes: await large(6000).webp({ effort: 0 }).toBuffer() },
    { name: 'most.webp', bytes: await large(3460).webp({ effort: 0 }).toBuffer() },
    { name: 'most.gif', bytes: await large(3460).gif().toBuffer() },
    { name: 'most.png', bytes: await large(5000).png().toBuffer() },
    { name: 'interlaced.png', bytes: await large(3460).png({ progressive: true }).toBuffer() },
    { name: 'upright.jpg', bytes: await large(5000).withMetadata({ orientation: 6 }).jpeg().toBuffer() },
    {
      name: 'progressive.jpg',
      bytes: await large(3460).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    },
    { name: 'over.jpg', bytes: await large(5200).jpeg({ progressive: true }).toBuffer() },
    { name: 'picture.avif', bytes: await picture().avif({ effort: 0 }).toBuffer() },
    { name: 'picture.tiff', bytes: await picture().tiff().toBuffer() },
  ]
}
