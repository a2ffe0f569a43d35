import { sharp } from './sharp.ts'

/** A picture that cannot be taken, with a sentence for the person who sends it. */
export class PictureRefusal extends Error {}

/** The formats that are read, each with the one in which it is written. Writing WebP takes several times the memory of reading it. */
const writtenAs = { png: 'png', gif: 'png', jpeg: 'jpeg', webp: 'jpeg' } as const
export type PictureFormat = keyof typeof writtenAs

/** The newest telephones make 24 million pixels. More fills the memory: a small file may hold them. */
const maxPixels = 25_000_000
/** These are whole in memory before their first row is known: WebP, GIF, a progressive JPEG, an interlaced PNG. */
const maxPixelsAtOnce = 12_000_000
/** Pixels of a side. No browser shows more. */
const maxSide = 16_384

export interface CleanPicture {
  kind: 'png' | 'jpeg'
  bytes: Buffer
  width: number
  height: number
}

/**
 * Encodes the first frame of a picture again, upright. Its metadata (with the position), its comments and bytes after its end are gone.
 * @param format what its first bytes say; a picture of another format is refused
 * @throws PictureRefusal
 */
export async function cleanPicture(bytes: Buffer, format: PictureFormat): Promise<CleanPicture> {
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
  try {
    const picture = sharp(bytes, options)
    const { format: found, width, height, isProgressive } = await picture.metadata()
    if (found !== format) throw new PictureRefusal('This is no whole picture.')
    if (width > maxSide || height > maxSide)
      throw new PictureRefusal(`A side of this picture has more than ${maxSide.toLocaleString('en')} pixels.`)
    const atOnce = isProgressive || format === 'webp' || format === 'gif'
    const most = atOnce ? maxPixelsAtOnce : maxPixels
    if (width * height > most)
      throw new PictureRefusal(
        `This picture has more than ${most / 1_000_000} million pixels. Send a smaller one.`,
      )
    const kind = writtenAs[format]
    const upright = picture.autoOrient()
    const written =
      kind === 'png'
        ? upright.png({ compressionLevel: 6 })
        : // Coding that is not optimised needs no second pass over the whole picture.
          upright.flatten({ background: 'white' }).jpeg({ quality: 85, optimiseCoding: false })
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    return { kind, bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof PictureRefusal) throw error
    throw new PictureRefusal('This picture is damaged, or is no picture.', { cause: error })
  }
}
