import { bandLetters, bands } from '../listings/post-index-tables.ts'

// Finds texts that are nearly the same, without comparing each with each (min-wise hashing). Of two texts that share most parts, most
// bands of their sketches are equal: an index of the bands finds them. A band takes the least part under each of two orders, so that it
// is rare enough for an index.

/** Bands of the title alone, the first ones: the same thing with another description is found, too. */
const titleBands = 3
const orders = 2
/** The words of a text that count: a very long one costs no more than a long one. */
const textWords = 500

/** Scatters an integer over 32 bits. */
function scatter(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A text as an integer of 32 bits. */
export function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return scatter(hash)
}

/** The sketch of a listing, from the words of its title and of its description. Empty without words. */
export function sketchOf(title: readonly string[], description: readonly string[]): string {
  const words = [...title, ...description].slice(0, textWords)
  if (words.length === 0) return ''
  const ofTitle = title.slice(0, textWords).map(hashOf)
  // Single words are too common in a description.
  const pairs = words.map((word, at) => hashOf(`${word} ${words[at + 1] ?? ''}`))
  return Array.from({ length: bands }, (_, band) => {
    const parts = band < titleBands && title.length > 0 ? ofTitle : pairs
    let hash = 0
    for (let order = 0; order < orders; order++) {
      const seed = scatter(band * orders + order + 1)
      let least = 0xffffffff
      for (const part of parts) least = Math.min(least, scatter(part ^ seed))
      hash = scatter(Math.imul(hash, 31) ^ least)
    }
    return hash.toString(36).padStart(bandLetters, '0')
  }).join('')
}
