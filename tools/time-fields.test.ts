import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesBelow } from './sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('a typed time is read in the chosen zone, in which its field shows it', () => {
  const fields = filesBelow(root, 'console', /\.tsx$/)
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
    .filter(([, text]) => text.includes('type="datetime-local"'))
  expect(fields.length).toBeGreaterThan(0)
  expect(fields.filter(([, text]) => !text.includes('fieldMoment(')).map(([file]) => file)).toEqual([])
})
