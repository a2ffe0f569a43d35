import { expect, test } from 'vitest'
import { bandLetters, bands } from '../listings/post-index-tables.ts'
import { likenessTo } from './likeness.ts'
import { postSearchColumns } from './search-text.ts'

const of = (title: string | null, description: string | null = null) =>
  postSearchColumns({ title, description })
const like = (one: ReturnType<typeof of>, other: ReturnType<typeof of>) => likenessTo(one)(other)
const bandsOf = ({ search_sketch }: ReturnType<typeof of>) =>
  Array.from({ length: bands }, (_, band) =>
    search_sketch.slice(band * bandLetters, (band + 1) * bandLetters),
  )
const common = (one: ReturnType<typeof of>, other: ReturnType<typeof of>) => {
  const theirs = bandsOf(other)
  return bandsOf(one).filter((band, at) => band === theirs[at]).length
}

const lamp = of('Brass desk lamp', 'A green shade, works as it should. Pick it up in the evening.')

test('capitals, accents and punctuation make no difference', () => {
  const same = of('BRASS  Desk-lamp!', 'A green shade; works as it should.  Pick it up in the évening')
  expect(same.search_sketch).toBe(lamp.search_sketch)
  expect(like(lamp, same)).toBe(1)
})

test('a text with a few other words is like it, and has bands in common; another text has none', () => {
  const near = of('Brass desk lamp NEW', 'A green shade, works as it should. Pick it up in the morning.')
  expect(like(lamp, near)).toBeGreaterThan(0.6)
  expect(common(lamp, near)).toBeGreaterThan(2)
  const other = of('Mountain bike, 21 gears', 'Frame of steel, new tyres and brakes. Comes with a lock.')
  expect(like(lamp, other)).toBeLessThan(0.05)
  expect(common(lamp, other)).toBe(0)
})

test('the same title with another description has bands in common', () => {
  expect(common(lamp, of('Brass desk lamp', 'From my aunt.'))).toBeGreaterThanOrEqual(2)
})

test('no words have no sketch, and one letter, foreign letters or a very long text have a whole one', () => {
  for (const empty of [of(null), of(''), of('!!!', '…')]) {
    expect(empty.search_sketch).toBe('')
  }
  for (const one of [of('a'), of('自転車'), of(null, 'x'), of('long', 'word '.repeat(20_000))])
    expect(one.search_sketch).toMatch(new RegExp(`^[0-9a-z]{${bands * bandLetters}}$`))
})
