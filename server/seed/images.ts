import { avatar } from './avatars.ts'
import { type Category, categories } from './categories.ts'
import { product } from './products.ts'
import { Random } from './random.ts'

const person = /^ProfileImages\/([A-Za-z0-9]{28}|(?:sentinel|staff)-[a-z0-9-]+)$/
const listing = /^listings\/(([a-z]+)-[a-z0-9]{12})\/(thumb|[1-9]\d?)\.svg$/
const other = /^(?:collections\/collection-\d+|messages\/talk-\d+\/\d+|labels\/label-[A-Za-z0-9]+)\.svg$/

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
  if (!other.test(path)) return undefined
  const kinds = Object.keys(categories) as Category[]
  return product(Random.of(path).pick(kinds), path, '1')
}

const isCategory = (word: string | undefined): word is Category =>
  word !== undefined && Object.hasOwn(categories, word)

/** Known people and staff always have a picture, except the sentinel whose fields are all null. */
const missing = (name: string) =>
  name === 'sentinel-nulls' ||
  (!/^(sentinel|staff)-/.test(name) && Random.of(`none ${name}`).bits() % 20 === 0)
