import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

test('a logged error has its kind, code and place, never its message or a query’s values', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  const cause = Object.assign(new Error('duplicate key (ana@example.com)'), { code: '23505' })
  log.error(
    { err: new Error('Failed query: insert into users\nparams: ana@example.com,+1555', { cause }) },
    'unexpected',
  )
  const line = JSON.parse(lines[0] ?? '{}')
  expect(line.err).toMatchObject({ type: 'Error', code: '23505', stack: expect.stringMatching(/^ {4}at /) })
  expect(lines[0]).not.toMatch(/example\.com|1555|insert into/)
})
