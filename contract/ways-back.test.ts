import { expect, test } from 'vitest'
import type { Endpoint } from './base/endpoint.ts'
import { api } from './index.ts'
import { heldActions } from './staff/held.ts'
import { actionsWithWays, wayBack } from './ways-back.ts'

const calls = new Map(
  Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, one]) => [`${group}.${name}`, one]),
  ),
)

/** Deletions of what is not a record of the marketplace or of staff's work, or is made again at once. */
const madeAgain = ['collections.removeItem', 'staff.removeMyPasskey', 'conversations.removeUpdate']

test('each deletion says whether it can be taken back, and no entry is of a call that does not exist', () => {
  expect(actionsWithWays.filter((name) => !calls.has(name))).toEqual([])
  const deletions = [...calls].filter(
    ([name, { method, deed }]) => method === 'DELETE' && deed && !madeAgain.includes(name),
  )
  expect(deletions.map(([name]) => name).filter((name) => wayBack(name) === null)).toEqual([])
})

test('what is held can be taken back for days, a decision about a listing at any time, money never', () => {
  expect(heldActions.filter((action) => (wayBack(action)?.days ?? 0) < 30)).toEqual([])
  expect(wayBack('posts.deny')?.days).toBe(Infinity)
  expect(wayBack('transactions.refund')).toEqual({
    days: 0,
    words: 'Cannot be taken back: the payment provider has been asked.',
  })
  expect(wayBack('macros.update')).toBeNull()
})
