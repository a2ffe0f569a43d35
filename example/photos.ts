import { announce, type Data } from './data.ts'

/** The photos that people post here, by their paths in Portreeve, which draws them. Yours are in a storage of your own. */
export const album: Record<string, string> = {
  'listings/lamp-ofexample000/1.svg': 'Photo of a lamp',
  'listings/guitar-ofexample000/1.svg': 'Photo of a guitar',
  'listings/shoes-ofexample000/1.svg': 'Photo of boots',
  'listings/watch-ofexample000/1.svg': 'Photo of a watch',
  'listings/chair-ofexample000/1.svg': 'Photo of a chair',
}

/**
 * Compares the photo of a new listing with those that other sellers have posted before, also in listings that were denied or removed.
 * Staff decide: this only puts a proposal into the outbox, behind the listing that it is about.
 */
export function checkPhoto(data: Data, id: string): void {
  const { photo, seller } = data.listings[id] ?? {}
  const [before] =
    Object.entries(data.listings).find(
      ([, other]) => photo !== undefined && other.photo === photo && other.seller !== seller,
    ) ?? []
  if (before === undefined) return
  data.proposals[id] = { before }
  announce(data, 'proposals', id)
}
