import phash from 'sharp-phash'
import { sharp } from './sharp.ts'

/** A picture of more pixels is not compared: a small file may hold a picture that fills the memory. */
const limits = { limitInputPixels: 60_000_000 }
/** The side of the square that a print is made of. */
const side = 32
/** The least deviation of its greys, of 255. A picture of one colour shows nothing: its print would follow from noise. */
const leastDeviation = 3

/**
 * The print of a picture, a perceptual hash: 64 bits as 16 hexadecimal digits. Pictures that differ in size, quality or format alone have most of them in
 * common. Undefined for what is no picture, and for one that shows nothing.
 * @param bytes as text: a drawing of the demo. Other drawings are programs, which are not run.
 */
export async function photoPrint(bytes: Buffer | string): Promise<string | undefined> {
  try {
    const picture = sharp(Buffer.from(bytes), limits)
    if ((await picture.metadata()).format === 'svg' && typeof bytes !== 'string') return undefined
    const small = await picture.rotate().greyscale().resize(side, side, { fit: 'fill' }).png().toBuffer()
    const [grey] = (await sharp(small).stats()).channels
    if (!grey || grey.stdev < leastDeviation) return undefined
    const bits = await phash(small)
    return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
  } catch {
    return undefined
  }
}
