import { expect, it } from 'vitest'
import { keyOf } from './shortcuts.ts'

it('a layout without Latin letters has the same shortcuts at the same places', () => {
  expect(keyOf({ key: 'A', code: 'KeyQ' })).toBe('a')
  expect(keyOf({ key: 'ф', code: 'KeyA' })).toBe('a')
  expect(keyOf({ key: 'х', code: 'BracketLeft' })).toBe('[')
  expect(keyOf({ key: 'é', code: 'Digit2' })).toBe('é')
  expect(keyOf({ key: 'ArrowUp', code: 'ArrowUp' })).toBe('arrowup')
})
