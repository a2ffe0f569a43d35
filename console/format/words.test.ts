import { expect, it } from 'vitest'
import { fillAddress } from './address.ts'
import { count, countryName, initials, orNull, trueFalse } from './words.ts'

it("[UDT-29] a yes is 'True', a no is 'False'", () => {
  expect(trueFalse(true)).toBe('True')
  expect(trueFalse(false)).toBe('False')
})

it("[USR-19] [UDT-45] a missing value is 'null', any other is itself", () => {
  expect([null, undefined, ''].map(orNull)).toEqual(['null', 'null', 'null'])
  expect([0, 'a', '🦊'].map(orNull)).toEqual(['0', 'a', '🦊'])
  expect(['  ', '\u200b', '\u3164', '\u2800\u00ad'].map(orNull)).toEqual(['null', 'null', 'null', 'null'])
})

it('the initials of a name are whole characters', () => {
  expect(['Ada Admin', 'ana', '🦊 Fox', 'Jan van der Berg', '\u200b', null].map(initials)).toEqual([
    'AA',
    'A',
    '🦊F',
    'JB',
    '',
    '',
  ])
})

it('counts one and many', () => {
  expect([0, 1, 2].map((n) => count(n, 'user', 'users'))).toEqual(['0 users', '1 user', '2 users'])
})

it('names a country by its code, and returns null for an unknown code', () => {
  expect(countryName('de')).toBe('Germany')
  expect(countryName('QZ')).toBeNull()
  expect(countryName('ZZZ')).toBeNull()
  expect(countryName('')).toBeNull()
})

it('[FMT-13] [FMT-14] fills an address with encoded values', () => {
  expect(fillAddress('https://x/{path}', { path: 'ProfileImages/a b?c' })).toBe(
    'https://x/ProfileImages/a%20b%3Fc',
  )
  expect(fillAddress('https://x/{id}/{other}', { id: '1#2' })).toBe('https://x/1%232/{other}')
})
