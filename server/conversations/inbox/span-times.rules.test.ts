import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timesOf } from './span-times.ts'

const packed = (values: readonly number[]) => {
  const sorted = values.toSorted((one, two) => one - two)
  return Buffer.from(new Int32Array(sorted).buffer).swap32()
}
const longest = 2 ** 31 - 1

test('quantiles lie between two values in proportion', () => {
  expect(timesOf([packed([10, 30]), packed([20, 120])], null)).toEqual({
    ...{ count: 4, median: 25, within: null },
    p90: expect.closeTo(30 + 0.7 * 90, 9),
  })
  expect(timesOf([], 1)).toEqual({ count: 0, median: null, p90: null, within: null })
  expect(timesOf([packed([longest])], 1)).toEqual({ count: 1, median: longest, p90: longest, within: 0 })
})

test('the figures of any packs are those of all their values in order', () => {
  const seconds = fc.oneof(fc.nat(5), fc.nat(100_000), fc.nat(longest))
  fc.assert(
    fc.property(
      fc.array(fc.array(seconds, { minLength: 1 }), { minLength: 1 }),
      fc.nat(2000),
      (packs, target) => {
        const all = packs.flat().sort((one, two) => one - two)
        const at = (place: number) => all[place] ?? Number.NaN
        const quantile = (share: number) => {
          const place = share * (all.length - 1)
          const below = at(Math.floor(place))
          return below + (place - Math.floor(place)) * (at(Math.ceil(place)) - below)
        }
        expect(timesOf(packs.map(packed), target)).toEqual({
          ...{ count: all.length, median: quantile(0.5), p90: quantile(0.9) },
          within: all.filter((value) => value <= target * 60).length,
        })
      },
    ),
  )
})
