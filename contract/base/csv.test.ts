import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const columns = {
  Day: ([day]: readonly [string, number | null]) => day,
  'Left, in cents': ([, left]: readonly [string, number | null]) => left,
}

it('quotes where it must, leaves numbers and gaps, and disarms formulas', () => {
  expect(
    csvOf(columns, [
      ['plain', -3],
      ['a "b", c', 3],
      ['=1+1', null],
      ['\r-1', 0],
      ['-12.50', 0],
      ['-1+1', 0],
    ]),
  ).toBe(
    'Day,"Left, in cents"\r\nplain,-3\r\n"a ""b"", c",3\r\n\'=1+1,\r\n"\'\r-1",0\r\n-12.50,0\r\n\'-1+1,0\r\n',
  )
})

it('a further piece has no head, and a table without rows only one', () => {
  expect(csvOf(columns, [['x', 1]], false)).toBe('x,1\r\n')
  expect(csvOf(columns, [])).toBe('Day,"Left, in cents"\r\n')
})
