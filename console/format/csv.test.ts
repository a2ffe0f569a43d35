import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('quotes texts, leaves numbers and gaps, and disarms formulas', () => {
  expect(
    csvOf(
      ['Day', 'Left'],
      [
        ['a "b", c', 3],
        ['=1+1', null],
      ],
    ),
  ).toBe('"Day","Left"\r\n"a ""b"", c",3\r\n"\'=1+1",\r\n')
})
