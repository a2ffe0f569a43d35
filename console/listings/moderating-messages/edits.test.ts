import { expect, it } from 'vitest'
import type { Typed } from '../../data/typed.ts'
import { editsOf, fieldOf, keysOf, type MapName, nowIn, type Part, readField } from './edits.ts'

const messages = {
  admin_messages: { a: 'A', b: 'B', 'c/d': 'CD' },
  promoted_post_review_messages: { a: 'Other A' },
}
/** A draft from tuples of part, key, text and map; the map defaults to the first. */
function typing(...given: [Part, string, string, MapName?][]): Typed {
  const texts = Object.fromEntries(
    given.map(([part, key, text, map = 'admin_messages']) => [fieldOf(map, part, key), { text, basis: '' }]),
  )
  const text = (field: string) => texts[field]?.text ?? nowIn(messages, field) ?? ''
  return { texts, text, isDirty: (field: string) => text(field) !== nowIn(messages, field) } as Typed
}

it('parses the field names that it makes, with any key', () => {
  for (const key of ['a', 'c/d', '/', ''])
    expect(readField(fieldOf('admin_messages', 'text', key))).toEqual({
      map: 'admin_messages',
      part: 'text',
      key,
    })
})

it('[MOD-09] [MOD-18] sends only edited messages, and nothing without edits', () => {
  expect(editsOf(messages, typing())).toEqual({ change: null, problem: null })
  expect(editsOf(messages, typing(['text', 'a', 'A']))).toEqual({ change: null, problem: null })
  expect(
    editsOf(
      messages,
      typing(
        ['text', 'a', 'A2'],
        ['text', 'c/d', 'CD2'],
        ['text', 'a', 'X', 'promoted_post_review_messages'],
      ),
    ).change,
  ).toEqual({
    admin_messages: { a: 'A2', 'c/d': 'CD2' },
    promoted_post_review_messages: { a: 'X' },
  })
})

it('[MOD-08] sends a cleared text as null', () => {
  expect(editsOf(messages, typing(['text', 'b', ''])).change).toEqual({ admin_messages: { b: null } })
})

it('[MOD-05] moves a text to another key, also when two messages swap keys', () => {
  expect(editsOf(messages, typing(['key', 'a', 'x'])).change).toEqual({ admin_messages: { a: null, x: 'A' } })
  expect(editsOf(messages, typing(['key', 'a', 'x'], ['text', 'a', ''])).change).toEqual({
    admin_messages: { a: null },
  })
  expect(editsOf(messages, typing(['key', 'a', 'b'], ['key', 'b', 'a'])).change).toEqual({
    admin_messages: { a: 'B', b: 'A' },
  })
})

it('refuses a key that another message has, and an empty key', () => {
  expect(editsOf(messages, typing(['key', 'a', 'b']))).toEqual({
    change: null,
    problem: 'Two messages have the key “b”.',
  })
  expect(editsOf(messages, typing(['key', 'a', ' ']))).toEqual({
    change: null,
    problem: 'The message “a” needs a key.',
  })
})

it('keeps the draft of a message that a colleague has deleted', () => {
  expect(keysOf(messages, 'admin_messages', typing(['text', 'gone', 'Mine']))).toEqual([
    'a',
    'b',
    'c/d',
    'gone',
  ])
  expect(editsOf(messages, typing(['text', 'gone', 'Mine'])).change).toEqual({
    admin_messages: { gone: 'Mine' },
  })
  expect(keysOf(messages, 'admin_messages', typing(['text', 'gone', '']))).toEqual(['a', 'b', 'c/d'])
})
