import { expect, test } from 'vitest'
import { refusalOf } from './refusal-of.ts'

test.each(['55000', '28000', '28P01', '3D000', '57P03', '08006', 'ECONNREFUSED'])(
  'a database that answers %s is not available',
  (code) => {
    const failure = Object.assign(new Error('Failed query'), { cause: { code, message: 'secret' } })
    expect(refusalOf(failure)).toMatchObject({ code: 'unavailable', status: 503 })
  },
)

test('another error is unexpected, and gives no detail', () => {
  const refusal = refusalOf(Object.assign(new Error('secret'), { code: '42P01' }))
  expect(refusal).toMatchObject({ code: 'internal', status: 500 })
  expect(JSON.stringify([refusal.message, refusal.title])).not.toContain('secret')
})
