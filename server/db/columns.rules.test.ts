import { pgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { time } from './columns.ts'

const { at } = pgTable('times', { at: time('at') })

test.each([
  ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.600Z'],
  ['2026-01-02 03:04:05.067+00', '2026-01-02T03:04:05.067Z'],
  ['2026-01-02 03:04:05.6-05', '2026-01-02T08:04:05.600Z'],
  ['2026-01-02 03:04:05+05:30', '2026-01-01T21:34:05.000Z'],
])('%s is read as %s', (written, read) => {
  expect(at.mapFromDriverValue(written)).toBe(read)
})
