import { expect, test } from 'vitest'
import { wilson } from './wilson.ts'

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('the interval of 67 agreements in 74 second looks', () => {
  const { share, low, high } = wilson(67, 74)
  expect([share, low, high].map((part) => Math.round(part * 1000))).toEqual([905, 817, 953])
})

test('it stays within 0 and 1, and is never a single point', () => {
  for (const of of [1, 20, 100_000])
    for (const hits of [0, of]) {
      const { low, high } = wilson(hits, of)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(low).toBeLessThan(high)
    }
})

test('it covers the true agreement of simulated reviewers in at least 93 of 100 runs', () => {
  const random = numbers(40)
  const covered = [0.7, 0.8, 0.9, 0.95].flatMap((agreement) =>
    [20, 74, 300].map((looks) => {
      const runs = Array.from({ length: 3000 }, () => {
        const agreed = Array.from({ length: looks }, random).filter((number) => number < agreement).length
        const { low, high } = wilson(agreed, looks)
        return low <= agreement && agreement <= high
      })
      return runs.filter(Boolean).length / runs.length
    }),
  )
  expect(covered.reduce((sum, part) => sum + part) / covered.length).toBeGreaterThanOrEqual(0.93)
  // Few cases have few possible shares, so that a single one may lie a little below.
  expect(Math.min(...covered)).toBeGreaterThanOrEqual(0.92)
})
