import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, useServer } from './testing/harness.ts'

const s = useServer()
const { collections, questions, keywords, moderatingMessages } = api

/** Text that often breaks programs. */
const naughty: Record<string, string> = {
  'an empty text': '',
  spaces: '   ',
  NUL: 'a\u0000b',
  'half a character': 'a\ud800b',
  'the other half': '\udc00',
  'right to left': '\u202eabc\u202c \u0645\u0631\u062d\u0628\u0627',
  '10,000 combining marks': `a${'\u0301'.repeat(10_000)}`,
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>&amp;',
  'a megabyte': 'x'.repeat(1024 * 1024),
  'nearly a megabyte': 'x'.repeat(1024 * 1024 - 500),
  'line breaks and controls': 'a\r\nb\tc\u0007d\u2028e\u007f',
  'SQL and patterns': `'; drop table posts; -- %_\\ $1 {{x}}`,
  'numbers and words of programs': 'null',
  'a prototype': '__proto__',
  emoji: '\u{1f469}\u200d\u{1f469}\u200d\u{1f466}\u{1f3fd} \ufdfd \ufeff',
}

interface Place {
  write: (text: string) => Promise<Answer>
  /** The stored value. */
  read: () => Promise<unknown>
}

const collection = async () => (await s.call('admin', collections.get, { params: { id: 'c' } })).body.data
const question = async () => (await s.call('admin', questions.get, { params: { id: 'q' } })).body.data
const keyword = async (id: string) =>
  (await s.call('admin', keywords.list, { query: {} })).body.data.find((one) => one.id === id)
const messages = async () => (await s.call('admin', moderatingMessages.get, {})).body.data
let made: string

const places: Record<string, Place> = {}
for (const field of ['public_id', 'title', 'description', 'image_url'] as const) {
  places[`a collection's ${field}`] = {
    write: (text) => s.call('admin', collections.update, { params: { id: 'c' }, body: { [field]: text } }),
    read: async () => (await collection())[field],
  }
  places[`a new collection's ${field}`] = {
    write: async (text) => {
      const answer = await s.call('admin', collections.create, { body: { [field]: text } })
      made = answer.body.data?.id ?? made
      return answer
    },
    read: async () => (await s.call('admin', collections.get, { params: { id: made } })).body.data?.[field],
  }
}
for (const field of [
  'title',
  'body',
  'order_id',
  'purchaser_uid',
  'seller_uid',
  'product_id',
  'tracking_number',
] as const)
  places[`a community post's ${field}`] = {
    write: async (text) =>
      s.call('admin', questions.update, {
        params: { id: 'q' },
        body: { ...(await question()), [field]: text },
      }),
    read: async () => (await question())[field],
  }
for (const field of ['terms', 'preferred_term'] as const) {
  const other = field === 'terms' ? { preferred_term: 'quite another' } : { terms: 'quite another' }
  places[`a keyword's ${field}`] = {
    write: (text) =>
      s.call('admin', keywords.update, { params: { id: 'k' }, body: { ...other, [field]: text } as never }),
    read: async () => (await keyword('k'))?.[field],
  }
  places[`a new keyword's ${field}`] = {
    write: async (text) => {
      const answer = await s.call('admin', keywords.create, { body: { ...other, [field]: text } as never })
      made = answer.body.data?.id ?? made
      return answer
    },
    read: async () => (await keyword(made))?.[field],
  }
}
for (const map of ['admin_messages', 'promoted_post_review_messages'] as const) {
  places[`a text of ${map}`] = {
    write: (text) => s.call('admin', moderatingMessages.update, { body: { [map]: { key: text } } }),
    read: async () => (await messages())[map].key,
  }
  let last = ''
  places[`a key of ${map}`] = {
    write: (text) => {
      last = text
      return s.call('admin', moderatingMessages.update, { body: { [map]: { [text]: 'text' } } })
    },
    // A written key is there with its text; a refused key is not.
    read: async () => (Object.hasOwn((await messages())[map], last) ? last : undefined),
  }
}

beforeAll(async () => {
  await s.make.collection({ id: 'c' })
  await s.make.question({ id: 'q' })
  await s.make.keyword({ id: 'k', terms: 'a', preferred_term: 'b' })
})

/** Refused with a message for people: never an unexpected error. */
const isRefused = ({ status, body }: Answer) => {
  expect([400, 413, 422]).toContain(status)
  expect(body.error_message).toMatch(/\w.*\w\W*\.$/)
}

describe.each(Object.entries(places))('%s', (_place, { write, read }) => {
  test.each(Object.entries(naughty))(
    '%s is stored and returned unchanged, or refused with a message',
    async (_name, text) => {
      const before = await read()
      const answer = await write(text)
      if (answer.status === 200) expect(await read()).toBe(text)
      else {
        isRefused(answer)
        if (before !== text) expect(await read()).not.toBe(text)
      }
    },
  )
})

describe('as a search term', () => {
  test.each(Object.entries(naughty))(
    '%s finds something or nothing, or is refused with a message',
    async (_name, text) => {
      const answers = [
        await s.call('admin', api.listingSearch.search, { query: { searchTerm: text } }),
        await s.call('admin', keywords.reach, { query: { terms: text, preferred_term: 'x' } }),
      ]
      for (const answer of answers) if (answer.status !== 200) isRefused(answer)
    },
  )
})

test('as a key of a listing or a collection it is refused with a message', async () => {
  for (const text of Object.values(naughty)) {
    const answer = await s.call('admin', collections.addItem, { body: { data: text, collection: 'c' } })
    expect([400, 404, 413]).toContain(answer.status)
    expect(answer.body.error_message).toMatch(/\.$/)
  }
})

test('harmless text is not refused', async () => {
  for (const name of ['right to left', 'markup', 'SQL and patterns', 'emoji']) {
    const text = naughty[name] ?? ''
    for (const [place, { write, read }] of Object.entries(places)) {
      if (name === 'emoji' && place.includes('keyword')) continue
      expect([place, name, (await write(text)).status]).toEqual([place, name, 200])
      expect([place, name, await read()]).toEqual([place, name, text])
    }
  }
})
