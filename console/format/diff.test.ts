import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aroundChanges, diffLines } from './diff.ts'

const pairs = (left: string, right: string) => diffLines(left, right).map((row) => [row.left, row.right])

it('puts the common lines of two texts side by side', () => {
  expect(pairs('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([
    ['a', 'a'],
    ['b', 'x'],
    ['c', 'c'],
    ['d', 'd'],
    [null, 'e'],
  ])
  expect(pairs('one\ntwo', 'zero\none\ntwo')).toEqual([
    [null, 'zero'],
    ['one', 'one'],
    ['two', 'two'],
  ])
  expect(pairs('same', 'same')).toEqual([['same', 'same']])
})

it('loses no line of either text, and shows no more changes than lines', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const rows = diffLines(a.join('\n'), b.join('\n'))
      expect(rows.flatMap(({ left }) => (left === null ? [] : [left]))).toEqual(a)
      expect(rows.flatMap(({ right }) => (right === null ? [] : [right]))).toEqual(b)
      expect(rows.filter(({ left, right }) => left !== right).length).toBeLessThanOrEqual(a.length + b.length)
    }),
  )
})

it('shows texts with too many edits without a common line, and loses no line', () => {
  const many = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')
  expect(diffLines(many('a'), many('b'))).toHaveLength(3000)
})

it('omits lines that are far from a change', () => {
  const left = Array.from({ length: 20 }, (_, at) => String(at))
  const right = left.with(10, 'x')
  expect(
    aroundChanges(diffLines(left.join('\n'), right.join('\n'))).map((one) =>
      typeof one === 'number' ? one : one.right,
    ),
  ).toEqual([8, '8', '9', 'x', '11', '12', 7])
})
