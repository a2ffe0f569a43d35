import { expect, test } from 'vitest'
import { alike, inReportOrder, reasonWords, recordWords } from './reports.ts'

test('each reason once, the most frequent first', () => {
  expect(reasonWords(['No show', 'Scam', null, 'Scam'])).toBe('Scam (2), No show')
  expect(reasonWords([null])).toBe('')
  // As the marketplace imports them
  expect(reasonWords(['no_show', 'No show', 'Scam'])).toBe('No show (2), Scam')
})

test('by count and by age; rows without a time come last, equal ones keep their order', () => {
  const rows = [
    { key: 'a', reports: 1, oldest: '2026-03-01T00:00:00Z' },
    { key: 'b', reports: 3, oldest: undefined },
    { key: 'c', reports: 3, oldest: '2026-01-01T00:00:00Z' },
    { key: 'd', reports: 1, oldest: '2026-03-01T00:00:00Z' },
  ]
  const keys = (order: 'newest' | 'count' | 'age') =>
    inReportOrder(rows, order, (row) => row)
      .map(({ key }) => key)
      .join('')
  expect([keys('newest'), keys('count'), keys('age')]).toEqual(['abcd', 'bcad', 'cadb'])
})

test('a reporter has a record in words', () => {
  expect(recordWords({ made: 10, handled: 9, upheld: 8 })).toBe('8 of 9 reports upheld')
  expect(recordWords({ made: 1, handled: 0, upheld: 0 })).toBe('first report')
  expect(recordWords({ made: 3, handled: 0, upheld: 0 })).toBe('3 reports, none handled yet')
})

test('reports that say the same of the same record are one group, at the place of the first', () => {
  const report = (
    id: string,
    input: string | null,
    reason = 'scam',
    listing: { key: string } | null = null,
  ) => ({
    id,
    input,
    report_reason_id: reason,
    status: 'open',
    listing,
  })
  const reports = [
    report('a', 'Wants  a deposit. '),
    report('b', 'Rude', 'harassment'),
    report('c', 'wants a deposit.'),
    report('d', 'Wants a deposit.', 'scam', { key: 'bike' }),
    report('e', null),
    report('f', null),
  ]
  expect(alike(reports).map((group) => group.map(({ id }) => id).join(''))).toEqual(['ac', 'b', 'd', 'ef'])
  expect(alike([])).toEqual([])
})
