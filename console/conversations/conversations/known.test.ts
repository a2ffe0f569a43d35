import { expect, it } from 'vitest'
import { knownOf, names, partsOf } from './known.ts'

const known = { QGURCBYG: 'The public id', '1ZFDMO1U4314613056': 'The tracking number', 'a-1': 'Too short' }
const marked = (text: string) =>
  partsOf(text, known).map(({ part, words }) => (words === undefined ? part : [part, words]))

it('marks what is known, in any case, and with the spaces and dashes that people write', () => {
  expect(marked('Order qgurcbyg, please.')).toEqual(['Order ', ['qgurcbyg', 'The public id'], ', please.'])
  expect(marked('1Z FDMO 1U43-14613056')).toEqual([['1Z FDMO 1U43-14613056', 'The tracking number']])
  expect(marked('QGURCBYG QGURCBYG')).toEqual([
    ['QGURCBYG', 'The public id'],
    ' ',
    ['QGURCBYG', 'The public id'],
  ])
})

it('marks no part of a longer word, and nothing short', () => {
  expect(marked('QGURCBYGX a-1')).toEqual(['QGURCBYGX a-1'])
  // Staff type any text as a tracking number.
  expect(partsOf('It is ünï<b>&.', { ' ünï <b>&': 'The tracking number' })).toEqual([
    { part: 'It is ' },
    { part: 'ünï<b>&', words: 'The tracking number' },
    { part: '.' },
  ])
  const signs = '[]{}()*+?.,\\^$|#/<>&%🚚'
  expect(partsOf(signs, { [signs]: 'All signs' })).toEqual([{ part: signs, words: 'All signs' }])
  expect(partsOf('-----', { '- - - - -': 'Dashes' })).toEqual([{ part: '-----' }])
  expect(partsOf('(.*)', { '(.*)+?': 'A pattern' })).toEqual([{ part: '(.*)' }])
})

it('tells which of several orders a text names, with the words of that order', () => {
  const order = (id: string, tracking_number: string | null) =>
    ({ id, public_id: `PUB-${id}`, order_id: null, tracking_number, ship_labels: undefined }) as never
  const text = 'My parcel 4724 5227 9132 says delivered.'
  expect([order('first', '472452279132'), order('second', null)].map((one) => names(text, one))).toEqual([
    true,
    false,
  ])
  expect(partsOf('Order pub-first?', knownOf(order('first', null), '“Bike”'))[1]).toEqual({
    part: 'pub-first',
    words: 'The number of “Bike”',
  })
})
