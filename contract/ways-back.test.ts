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

/** Decisions that are changed by doing them again, or are themselves the way back of another. */
const again = [
  'collections.create',
  'collections.update',
  'collections.addItem',
  'collections.removeItem',
  'keywords.create',
  'keywords.update',
  'listingReports.reopen',
  'listings.reopen',
  'moderatingMessages.update',
  'posts.takeBack',
  'promotedPosts.takeBack',
  'questions.update',
  'disputes.record',
  'moneySettings.retireReason',
  'orders.correctAddress',
  'transactions.save',
  'transactions.delivered',
  'transactions.notShipped',
  'transactions.tracking',
  'measures.change',
  'userReports.reopen',
  'users.update',
]

test('each decision that the marketplace is told, and each deletion of a record, says whether it can be taken back', () => {
  expect(actionsWithWays.filter((name) => !calls.has(name))).toEqual([])
  const decisions = [...calls].flatMap(([name, { method, deed }]) => {
    const isDeletion = method === 'DELETE' && !/^(staff|away)\./.test(name)
    return deed && (deed.event || isDeletion) ? [name] : []
  })
  expect(decisions.filter((name) => wayBack(name) === null)).toEqual(again)
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
