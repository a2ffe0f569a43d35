import type { LedgerCheck } from '@portreeve/contract/money/reconciliation'
import { expect, test } from 'vitest'
import { checkWords, progressOf } from './words.ts'

const check = (more: Partial<LedgerCheck>) =>
  checkWords({
    ...{ day: '2026-01-01', state: 'done', started_at: null, finished_at: null },
    ...{ checked: 10, total: 10, found: 0, open: 0, failure: null },
    ...more,
  })

test('a day is clean, has open differences, or only settled ones', () => {
  expect(check({})).toEqual({ word: 'Clean', tone: 'good' })
  expect(check({ found: 3, open: 2 })).toEqual({ word: '2 open', tone: 'bad' })
  expect(check({ found: 3 })).toEqual({ word: 'All settled', tone: 'good' })
})

test('a check that is not finished says so', () => {
  expect(check({ state: 'requested' }).word).toBe('Begins soon')
  expect(check({ state: 'running' }).word).toBe('Running')
  expect(check({ state: 'failed' })).toEqual({ word: 'Failed', tone: 'bad' })
  expect(check({ state: 'stopped' }).word).toBe('Stopped')
})

test('the progress of a check has both numbers, once they are known', () => {
  expect(progressOf({ checked: 0, total: 0 })).toBe(null)
  expect(progressOf({ checked: 1200, total: 98_000 })).toBe('1,200 of 98,000 transactions checked')
  // Sales that come meanwhile are checked, too.
  expect(progressOf({ checked: 12, total: 10 })).toBe('10 of 10 transactions checked')
})
