import { describe, expect, it } from 'vitest'
import { actionWords, spaced } from './actions.ts'
import { changesOf } from './changes.ts'

describe('changesOf', () => {
  it('writes fields in words and omits equal ones', () => {
    expect(
      changesOf(
        { isBanned: false, price: 1250, displayName: 'Ann', tags: ['a', 'b'], same: 1 },
        { isBanned: true, price: 999, displayName: null, tags: [], same: 1 },
      ),
    ).toEqual([
      { field: 'is banned', before: 'False', after: 'True' },
      { field: 'price', before: '$12.50', after: '$9.99' },
      { field: 'display name', before: 'Ann', after: 'nothing' },
      { field: 'tags', before: 'a, b', after: 'nothing' },
    ])
  })

  it('flattens nested records, and lists fields of only one side', () => {
    expect(changesOf(null, { macro: { title: 'x', deep: { a: { b: 1 } } } })).toEqual([
      { field: 'macro title', before: null, after: 'x' },
      { field: 'macro deep a', before: null, after: 'b: 1' },
    ])
    expect(changesOf({ created_at: '2026-10-31T04:36:27.000Z' }, undefined)).toEqual([
      { field: 'created at', before: expect.stringContaining('2026'), after: null },
    ])
    expect(changesOf(null, null)).toEqual([])
    expect(changesOf('text', 5)).toEqual([{ field: 'value', before: 'text', after: '5' }])
  })
})

it('an action without words reads as its name', () => {
  expect(actionWords('users.ban')).toBe('Blocked the account')
  expect(actionWords('staff.setRole')).toBe('staff set role')
  expect(actionWords('constructor')).toBe('constructor')
  expect(spaced('payout_timing_preference')).toBe('payout timing preference')
})
