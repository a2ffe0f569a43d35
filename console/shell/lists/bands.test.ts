import { expect, it } from 'vitest'
import { entriesOf } from './bands.ts'

const names = ['Most urgent', 'Next', 'Can wait']
const words = (levels: number[], total: number | null) =>
  entriesOf(levels, { names, of: (level) => level, total }).map((entry) =>
    'band' in entry ? `${entry.band} ${entry.count}` : entry.row,
  )

it('each band that has rows has a head with their number; the last one may have rows that are not loaded', () => {
  expect(words([0, 0, 2], 3)).toEqual(['Most urgent 2', 0, 0, 'Can wait 1', 2])
  expect(words([0, 1], 130)).toEqual(['Most urgent 1', 0, 'Next 1+', 1])
  expect(words([1], null)).toEqual(['Next 1+', 1])
  expect(words([], 0)).toEqual([])
})

it('a row that has risen since its page was loaded stays below the rows before it', () => {
  expect(words([1, 0, 2], 3)).toEqual(['Next 2', 1, 0, 'Can wait 1', 2])
})

it('a list without bands has rows alone', () => {
  expect(entriesOf([1, 2], undefined)).toEqual([{ row: 1 }, { row: 2 }])
})
