import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery, type Query, withoutPiece } from './query.ts'
import { orderFields, userFields } from './query-fields.ts'
import { inZone } from './query-zone.ts'

const people = (typed: string) => parseQuery(userFields, typed)
const orders = (typed: string) => parseQuery(orderFields, typed)
/** The filters as one text each, without their places. */
const written = ({ filters }: Query) =>
  filters.map(({ field, not, value }) => {
    const { from: _from, to: _to, ...shown } = { from: '', to: '', ...value }
    return `${not ? 'not ' : ''}${field} ${Object.values(shown).join(' ')}`
  })
const sentences = ({ problems }: Query) => problems.map(({ sentence }) => sentence)

test('filters, words and a phrase are taken apart', () => {
  const query = people('status:blocked country:pl created:<30d reports:>2 anna "blue bike"')
  expect(written(query)).toEqual([
    'status word blocked',
    'country word PL',
    'created age < 720',
    'reports number > 2',
  ])
  expect(query.terms).toEqual([
    { text: 'anna', isPhrase: false, at: 50, length: 4 },
    { text: 'blue bike', isPhrase: true, at: 55, length: 11 },
  ])
  expect([query.text, query.problems, query.isPlain]).toEqual(['anna blue bike', [], false])
})

test.each([
  ['created:>2026-01-01', 'created day > 2026-01-01'],
  ['created:2026-01-01', 'created day = 2026-01-01'],
  ['created:<=2026-01-01', 'created day <= 2026-01-01'],
  ['created:>2w', 'created age > 336'],
  ['created:6m', 'created age < 4320'],
  ['price:>$20', 'price amount > 20 USD'],
  ['price:<=20.50', 'price amount <= 20.50 '],
  ['price:15', 'price amount = 15 '],
  ['price:>€50', 'price amount > 50 EUR'],
  ['price:>=50EUR', 'price amount >= 50 EUR'],
  ['price:jpy5000', 'price amount = 5000 JPY'],
  ['price:<¥5000', 'price amount < 5000 JPY'],
  ['price:1.250kwd', 'price amount = 1.250 KWD'],
  ['-state:Pending', 'not state word pending'],
  ['SELLER:"Anna Berg"', 'seller word Anna Berg'],
  ['tracking:9400111', 'tracking word 9400111'],
])('%s', (typed, filter) => expect(written(orders(typed))).toEqual([filter]))

test.each([
  'anna.berg@example.com',
  'https://example.com/?status=blocked',
  'mailto:anna@example.com',
  'foo:bar',
  '2001:db8::1',
  'fe80::1',
  '10:30',
  '-anna',
  'status:',
  'stauts:open',
  'statement:blocked',
  '"The Builder"',
  'Bob "The Builder" Smith',
  '27" monitor',
  '  anna   berg ',
  ':',
  '""',
])('%s is searched as it was typed', (typed) => {
  const query = people(typed)
  expect([query.filters, query.isPlain, query.text]).toEqual([[], true, typed])
})

test('quotes make a text of what would be a filter', () => {
  for (const typed of ['"status:blocked"', '"status:often"'])
    expect(people(typed)).toMatchObject({
      filters: [],
      problems: [],
      isPlain: false,
      text: typed.slice(1, -1),
    })
})

describe('a mistake has a place and a sentence', () => {
  test.each([
    ['stauts:blocked', "There is no field 'stauts'. Did you mean 'status'?"],
    ['contry:PL', "There is no field 'contry'. Did you mean 'country'?"],
    ['status:blokced', "There is no value 'blokced'. Did you mean 'status:blocked'?"],
    ['status:often', "There is no value 'often'. The values of 'status' are active and blocked."],
    [
      'country:Poland',
      "'Poland' is no country code of two letters. Write it as in country:US, country:GB, country:DE or country:PL.",
    ],
    [
      'created:2026-02-31',
      "'2026-02-31' is no time. Write it as in created:<7d, created:>1y or created:>2026-01-01.",
    ],
    ['reports:many', "'many' is no number. Write it as in reports:0, reports:>0 or reports:>2."],
  ])('%s', (typed, sentence) => {
    const query = people(`anna ${typed} berg`)
    expect(query.problems).toEqual([{ at: 5, length: typed.length, sentence, stops: true }])
    expect([query.isPlain, query.text]).toEqual([false, 'anna berg'])
  })

  test('a missing value and a name near a text field are named, and searched as text', () => {
    expect(sentences(people('status: blocked'))).toEqual([
      "Write the value directly after 'status:', as in status:active.",
    ])
    const bayer = orders('bayer:aspirin')
    expect(sentences(bayer)).toEqual(["There is no field 'bayer'. Did you mean 'buyer'?"])
    expect([bayer.isPlain, bayer.text]).toEqual([true, 'bayer:aspirin'])
  })
})

/** Texts that are near the language: names, operators, quotes and values in any order. */
const nearQueries = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Object.keys(orderFields), 'stauts', 'anna', 'yes', 'pending', 'USPS', '20', '30d'),
      fc.constantFrom('2026-01-01', ':', '-', '"', ' ', '<', '>=', '$', '  ', '\n', '\u00a0', '%', '\\'),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

describe('for any text', () => {
  const any = fc.oneof(
    nearQueries,
    fc.string({ maxLength: 500 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )

  test('parsing never throws, and each piece is a part of the text, in order and apart', () => {
    fc.assert(
      fc.property(any, (typed) => {
        const query = orders(typed)
        const { filters, terms } = query
        const stopping = query.problems.filter(({ stops }) => stops)
        const places = [...filters, ...terms, ...stopping].toSorted((one, other) => one.at - other.at)
        let end = 0
        let between = ''
        for (const { at, length } of places) {
          between += typed.slice(end, at)
          end = at + length
          expect(length).toBeGreaterThan(0)
        }
        // Nothing but spaces is left out.
        expect((between + typed.slice(end)).trim()).toBe('')
        if (query.isPlain) expect([query.text, filters]).toEqual([typed, []])
      }),
      { numRuns: 3000 },
    )
  })

  test('round trip: the pieces joined by spaces make the same query, and one filter less leaves the others', () => {
    const bare = ({ filters, terms, problems }: Query) => ({
      filters: filters.map(({ at: _at, ...filter }) => filter),
      terms: terms.map(({ at: _at, ...term }) => term),
      problems: problems.map(({ at: _at, ...problem }) => problem),
    })
    fc.assert(
      fc.property(any, (typed) => {
        const query = orders(typed)
        const pieces = [...query.filters, ...query.terms, ...query.problems.filter(({ stops }) => stops)]
          .toSorted((one, other) => one.at - other.at)
          .map(({ at, length }) => typed.slice(at, at + length))
        expect(bare(orders(pieces.join(' ')))).toEqual(bare(query))
        for (const filter of query.filters) {
          const less = bare(orders(withoutPiece(typed, filter)))
          expect(less).toEqual({
            ...bare(query),
            filters: bare({ ...query, filters: query.filters.filter((one) => one !== filter) }).filters,
          })
        }
      }),
      { numRuns: 3000 },
    )
  })
})

test.each([
  ['-active:<1y', "Write 'active:>1y' instead of '-active:<1y'."],
  ['-active:30d', "Write 'active:>30d' instead of '-active:30d'."],
  ['-active:>=2026-01-01', "Write 'active:<2026-01-01' instead of '-active:>=2026-01-01'."],
  ['-active:>2026-01-01', "Write 'active:<=2026-01-01' instead of '-active:>2026-01-01'."],
])('a negated activity that is slow is refused with its opposite: %s', (typed, sentence) => {
  expect(people(typed).problems).toMatchObject([{ sentence, stops: true }])
})

test.each(['-active:>1y', '-active:2026-01-01', '-active:<2026-01-01', '-created:<1y'])(
  'other negated times are filters: %s',
  (typed) => {
    expect(sentences(people(typed))).toEqual([])
    expect(people(typed).filters).toHaveLength(1)
  },
)

describe('what keyboards and word processors write', () => {
  test.each([
    ['seller:“Anna Berg”', ['seller word Anna Berg'], []],
    ['seller:«Anna Berg» „road bike“', ['seller word Anna Berg'], ['road bike']],
    ['seller：＂Anna Berg＂', ['seller word Anna Berg'], []],
    ['–state:pending', ['not state word pending'], []],
    ['—state:pending', ['not state word pending'], []],
    ['−state:pending', ['not state word pending'], []],
    ['\u200bstate:pend\u00ading', ['state word pending'], []],
    ['-\u200estate:pending', ['not state word pending'], []],
    ['price:≥＄２０', ['price amount >= 20 USD'], []],
    ['created:＞2026-01-01', ['created day > 2026-01-01'], []],
  ])('%s', (typed, filters, terms) => {
    const query = orders(typed)
    expect([written(query), query.terms.map(({ text }) => text)]).toEqual([filters, terms])
  })
})

test('the days of a query are those of a zone; its other pieces stay', () => {
  const zoned = inZone(userFields, 'anna created:>=2026-01-01 -created:2026-03-08 active:<7d', (day) => [
    `${day}T05:00Z`,
    `${day}T23:00Z`,
  ])
  expect(zoned).toBe(
    'anna created:>=2026-01-01[2026-01-01T05:00Z/2026-01-01T23:00Z] -created:2026-03-08[2026-03-08T05:00Z/2026-03-08T23:00Z] active:<7d',
  )
  expect(inZone(userFields, zoned, () => ['', ''])).toBe(zoned)
  expect(people(zoned).filters[0]?.value).toEqual({
    ...{ kind: 'day', operator: '>=', day: '2026-01-01' },
    ...{ from: '2026-01-01T05:00:00.000Z', to: '2026-01-01T23:00:00.000Z' },
  })
  expect(sentences(people('created:2026-01-01[2026-01-02T00:00Z/2026-01-01T00:00Z]'))).toHaveLength(1)
})
