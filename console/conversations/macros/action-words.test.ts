import { expect, test } from 'vitest'
import { inWords, isEmpty, spanWords } from './action-words.ts'

const nameOf = (uid: string) => `Name of ${uid}`

test('each action is a sentence part, and can be taken out alone', () => {
  const actions = {
    ...{ add_tags: ['parcel', 'late'], priority: 'high' as const, assign: { uid: 'milo' } },
    ...{ snooze_hours: 48, request_refund: true as const },
  }
  const shown = inWords(actions, nameOf)
  expect(shown.map(({ words }) => words)).toEqual([
    ...['tag “parcel”', 'tag “late”', 'set the priority to high', 'assign to Name of milo'],
    ...['snooze for 2 days', 'open the refund request'],
  ])
  expect(shown[0]?.without).toEqual({ ...actions, add_tags: ['late'] })
  expect(inWords({ add_tags: ['late'] }, nameOf)[0]?.without).toEqual({})
  for (const [at, { without }] of shown.entries())
    expect(inWords(without, nameOf).map(({ words }) => words)).toEqual(
      shown.map(({ words }) => words).filter((_, other) => other !== at),
    )
})

test('the caller, no one, and closing', () => {
  const words = (actions: Parameters<typeof inWords>[0]) => inWords(actions, nameOf).map((one) => one.words)
  expect(words({ assign: 'me' })).toEqual(['assign to you'])
  expect(words({ assign: 'no_one', close: true })).toEqual(['assign to no one', 'close the conversation'])
  expect(words({})).toEqual([])
})

test('hours in words, and emptiness', () => {
  expect([1, 5, 24, 30, 168].map(spanWords)).toEqual(['1 hour', '5 hours', '1 day', '30 hours', '7 days'])
  expect([undefined, null, {}, { close: true as const }].map(isEmpty)).toEqual([true, true, true, false])
})
