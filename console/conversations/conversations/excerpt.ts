/** A piece of a text; `hit` for a searched word. */
export interface Piece {
  readonly at: number
  readonly text: string
  readonly hit: boolean
}

/** Letters shown before the first hit. */
const lead = 40
/** The greatest number of letters in an excerpt. */
const maxLetters = 160

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The part of a text to show in a list of hits, with the searched words marked in any case and with any accents. */
export function excerptOf(text: string, term: string): Piece[] {
  const words = [...new Set(plain(term).split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length)
  // Fold each letter by itself, so that a letter with an accent keeps its index.
  const letters = [...text]
  const folded = letters.map(plain)
  const marked = letters.map(() => false)
  for (const word of words)
    for (let at = 0; at < letters.length; at++) {
      let [found, end] = ['', at]
      while (found.length < word.length && end < letters.length) found += folded[end++]
      if (found.startsWith(word) && folded[at] !== '') marked.fill(true, at, end)
    }
  const first = Math.max(0, marked.indexOf(true) - lead)
  const last = Math.min(letters.length, first + maxLetters)
  const pieces: Piece[] = []
  for (let at = first; at < last; at++) {
    const previous = pieces.at(-1)
    const [letter = '', hit = false] = [letters[at], marked[at]]
    if (previous && previous.hit === hit)
      pieces[pieces.length - 1] = { ...previous, text: previous.text + letter }
    else pieces.push({ at, text: letter, hit })
  }
  if (first > 0) pieces.unshift({ at: -1, text: '…', hit: false })
  if (last < letters.length) pieces.push({ at: last, text: '…', hit: false })
  return pieces
}
