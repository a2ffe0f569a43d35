import { expect, it } from 'vitest'
import { neighboursOf, rememberList } from './opened-list.ts'

it('knows the neighbours in the list from which a record was opened', () => {
  document.body.innerHTML = '<p><a href="/x">x</a></p>'
  const [link, text] = [document.querySelector('a'), document.querySelector('p')]
  if (!link || !text) throw new Error('no elements')
  rememberList('user', ['a', 'b', 'c'])({ target: text })
  expect(neighboursOf('user', 'b')).toBeNull()
  rememberList('user', ['a', 'b', 'c'])({ target: link })
  expect(neighboursOf('user', 'a')).toEqual({ previous: null, next: 'b', place: 1, of: 3 })
  expect(neighboursOf('user', 'b')).toEqual({ previous: 'a', next: 'c', place: 2, of: 3 })
  expect(neighboursOf('user', 'z')).toBeNull()
  expect(neighboursOf('transaction', 'b')).toBeNull()
})
