import { describe, expect, it } from 'vitest'
import { fillAddress, pictureAddress } from './address.ts'

describe('a configured address', () => {
  it('encodes its values, except slashes', () => {
    expect(fillAddress('https://x.test/{id}?q={n}', { id: 'a b', n: '1&2' })).toBe(
      'https://x.test/a%20b?q=1%262',
    )
    expect(fillAddress('https://x.test/{path}', { path: 'a/b c' })).toBe('https://x.test/a/b%20c')
  })
})

describe('the address of a stored picture', () => {
  const storage = 'https://s.test/{path}'
  it('[FMT-14] is the path below the storage’s address', () => {
    expect(pictureAddress(storage, 'listings/a/thumb.svg')).toBe('https://s.test/listings/a/thumb.svg')
    expect(pictureAddress(storage, '/listings/a.svg')).toBe('https://s.test/listings/a.svg')
  })
  it('stays as it is when it is a full address', () => {
    expect(pictureAddress(storage, 'https://p.test/1.jpg')).toBe('https://p.test/1.jpg')
    expect(pictureAddress(storage, 'javascript:alert(1)')).toBe('https://s.test/javascript%3Aalert(1)')
  })
  it('is null without a path or a storage', () => {
    expect(pictureAddress(storage, null)).toBeNull()
    expect(pictureAddress(storage, '')).toBeNull()
    expect(pictureAddress(undefined, 'a')).toBeNull()
  })
})
