import { namesOf } from '@portreeve/contract/base/own'
import { avatar } from './avatars.ts'
import { type Category, categories } from './categories.ts'
import { product } from './products.ts'
import { Random } from './random.ts'

const person = /^ProfileImages\/([A-Za-z0-9]{28}|(?:sentinel|staff)-[a-z0-9-]+)$/
const listing = /^listings\/(([a-z]+)-[a-z0-9]{12})\/(thumb|[1-9]\d?)\.svg$/
const other = /^(?:collections\/collection-\d+|messages\/talk-\d+\/\d+)\.svg$/
const label = /^labels\/label-[A-Za-z0-9]+\.svg$/

/**
 * The demo's picture under a storage path, as SVG: `ProfileImages/{uid}`, `listings/{key}/thumb.svg`, `listings/{key}/1.svg`
 * and so on. The same path always gives the same picture. Undefined for any other path, and for about one person and one
 * listing in twenty, to show a missing picture.
 */
export function drawImage(path: string): string | undefined {
  const uid = person.exec(path)?.[1]
  if (uid) return missing(uid) ? undefined : avatar(uid)
  const [, key, category, which] = listing.exec(path) ?? []
  if (key && which && isCategory(category)) return missing(key) ? undefined : product(category, key, which)
  if (label.test(path)) return shippingLabel(path)
  if (!other.test(path)) return undefined
  const kinds = namesOf(categories)
  return product(Random.of(path).pick(kinds), path, '1')
}

const isCategory = (word: string | undefined): word is Category =>
  word !== undefined && Object.hasOwn(categories, word)

/** Known people and staff always have a picture, except the sentinel whose fields are all null. */
const missing = (name: string) =>
  name === 'sentinel-nulls' ||
  (!/^(sentinel|staff)-/.test(name) && Random.of(`none ${name}`).bits() % 20 === 0)

/** A shipping label: the words of the post, and bars in place of the address. */
function shippingLabel(path: string): string {
  const random = Random.of(path)
  let left = 30
  const bars = Array.from({ length: 46 }, () => {
    const width = 1 + random.below(4)
    const bar = `<rect x="${left}" y="300" width="${width}" height="90"/>`
    left += width + 1 + random.below(5)
    return left < 370 ? bar : ''
  })
  const lines = [150, 172, 194, 232].map(
    (y) => `<rect x="30" y="${y}" width="${120 + random.below(190)}" height="10" fill="#9aa0a6"/>`,
  )
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600" font-family="Arial, sans-serif">',
    '<rect width="400" height="600" fill="#fff"/><path d="M10 10h380v580H10zM10 110h380M10 270h380M10 440h380" fill="none" stroke="#000" stroke-width="3"/>',
    '<text x="30" y="75" font-size="52" font-weight="700">P</text><text x="100" y="70" font-size="24" font-weight="700">POSTAGE PAID</text>',
    ...lines,
    ...bars,
    '<text x="30" y="425" font-size="16">TRACKING: SEE THE ORDER</text><text x="30" y="490" font-size="22" font-weight="700">DEMO, NOT FOR MAILING</text></svg>',
  ].join('')
}
