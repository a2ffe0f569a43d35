import { expect, it } from 'vitest'
import { anchorsOf, nearest, placesOf, shareOf, stacksOf, stepTo } from './moment-axis.ts'

const shares = (...of: Parameters<typeof anchorsOf>) =>
  anchorsOf(...of).map(({ share }) => Math.round(share * 100))

it('places times by their distance, and apart at least by the gap', () => {
  expect(shares([0, 50, 100], 0.1, 1)).toEqual([0, 50, 100])
  expect(shares([0, 1, 2, 100], 0.1, 1)).toEqual([0, 10, 20, 100])
  expect(shares([0, 98, 99, 100], 0.1, 1)).toEqual([0, 80, 90, 100])
  expect(shares([0, 100], 0.1, 0.6)).toEqual([0, 60])
})

it('keeps many times on the axis, and times that are the same', () => {
  expect(shares([0, 0, 0, 0, 0], 0.5, 1)).toEqual([0, 25, 50, 75, 100])
  expect(shares([7], 0.5, 1)).toEqual([0])
  expect(anchorsOf([], 0.5, 1)).toEqual([])
})

it('a time between two anchors has its share of the way', () => {
  const anchors = anchorsOf([0, 1, 100], 0.1, 1)
  expect(shareOf(0.5, anchors)).toBeCloseTo(0.05)
  expect(shareOf(-5, anchors)).toBe(0)
  expect(shareOf(500, anchors)).toBe(1)
})

it('stacks what is on one spot, from the first of each stack', () => {
  const stacks = stacksOf(
    [0, 0.01, 0.02, 0.05].map((share) => ({ share })),
    0.02,
  )
  expect(stacks.map((stack) => stack.length)).toEqual([2, 1, 1])
  expect(nearest(0.6, [0, 0.5, 1])).toBe(1)
})

it('done steps are at their times, those to come after now', () => {
  const step = (state: 'done' | 'now' | 'next', at: string | null = null) => ({ state, at })
  const day = (n: number) => `2026-11-0${n}T00:00:00.000Z`
  const steps = [step('done', day(1)), step('done', day(5)), step('now'), step('next')]
  const places = placesOf(
    steps,
    [{ time: Date.parse(day(1)) }, { time: Date.parse(day(3)) }],
    Date.parse(day(9)),
    0.155,
  )
  const percent = (share: number) => Math.round(share * 100)
  expect(percent(places.now)).toBe(69)
  expect(places.steps.map(percent)).toEqual([0, 35, 73, 88])
  expect(places.moments.map(percent)).toEqual([0, 17])
  // All is done, and one step has no time.
  const ended = placesOf(
    [step('done', day(1)), step('done'), step('done', day(9))],
    [],
    Date.parse(day(9)),
    0.155,
  )
  expect([ended.now, ...ended.steps].map(percent)).toEqual([100, 0, 16, 100])
})

it('a key leads from moment to moment; those of the same time are one step', () => {
  const moments = [1, 1, 5, 9].map((time) => ({ time }))
  const keys = (from: number) =>
    ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'].map((key) => stepTo(key, moments, from))
  expect(keys(4)).toEqual([3, 4, 0, 4, null])
  expect(keys(2)).toEqual([1, 3, 0, 4, null])
  expect(keys(1)).toEqual([0, 2, 0, 4, null])
})
