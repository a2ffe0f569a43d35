import type { SavedView } from '@portreeve/contract/inbox-views'
import { expect, it } from 'vitest'
import { isSameView, readInboxSearch, searchOf } from './search.ts'

const saved: SavedView = {
  ...{ id: 'v', name: 'Parcels', view: 'unassigned', tag: 'parcel', account: null, assignee: null },
  ...{ shared: true, owner: { uid: 'suki', name: 'Suki' } },
}

it('a saved view is its filters in the URL', () => {
  expect(searchOf(saved)).toEqual({ view: 'unassigned', tag: 'parcel' })
  expect(isSameView(saved, searchOf(saved))).toBe(true)
  expect(isSameView(saved, { ...searchOf(saved), q: 'lamp' })).toBe(true)
  expect(isSameView(saved, { view: 'unassigned' })).toBe(false)
  expect(isSameView(saved, { ...searchOf(saved), account: 'support' })).toBe(false)
})

it('a URL keeps known filters of a sane length only', () => {
  const long = 'x'.repeat(201)
  expect(readInboxSearch({ view: 'all', tag: 'a', account: long, assignee: ' ', q: 'lamp', z: '1' })).toEqual(
    {
      ...{ view: 'all', tag: 'a', q: 'lamp' },
    },
  )
})
