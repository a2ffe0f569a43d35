import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { cleanPicture, type PictureFormat } from '../adapters/clean-picture.ts'

// Checks the files of a folder, one after the other, and writes the megabytes that it needed at most, above those of the start.

const folder = process.argv[2] ?? ''
const formats: Record<string, PictureFormat> = {
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}
// Sampled: the highest value that the system keeps begins with that of the parent.
const idle = process.memoryUsage.rss()
let most = idle
const sampling = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 2)
for (const name of await readdir(folder)) {
  const bytes = await readFile(join(folder, name))
  const format = formats[(await fileTypeFromBuffer(bytes.subarray(0, 4100)))?.mime ?? '']
  if (format) await cleanPicture(bytes, format).catch(() => {})
}
clearInterval(sampling)
process.stdout.write(String(Math.round((most - idle) / 1024 / 1024)))
