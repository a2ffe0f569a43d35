import { expect, it } from 'vitest'
import { readInboxSearch } from './search.ts'

it('a URL keeps known filters of a sane length only', () => {
  const long = 'x'.repeat(201)
  expect(readInboxSearch({ view: 'all', tag: 'a', account: long, assignee: ' ', q: 'lamp', z: '1' })).toEqual(
    {
      ...{ view: 'all', tag: 'a', q: 'lamp' },
    },
  )
})
