import { expect, it, test } from 'vitest'
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

const cell = (text: string | number | null) => csvOf({ A: () => text }, [0], false).slice(0, -2)

test.each([
  // A spreadsheet would run these.
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("https://x.example")', `"'=HYPERLINK(""https://x.example"")"`],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['+A1', "'+A1"],
  ['-A1', "'-A1"],
  ['- a list', "'- a list"],
  ['+1-555-730-9183', "'+1-555-730-9183"],
  ['-', "'-"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', "'＝1+1"],
  ['＠SUM', "'＠SUM"],
  // It would round these.
  ['9400111202555842138712', "'9400111202555842138712"],
  ['1234567890123456', "'1234567890123456"],
  ['-1234567890123456', "'-1234567890123456"],
  ['+1234567890123456', "'+1234567890123456"],
  // And nothing else.
  ['-1850', '-1850'],
  ['-12.50', '-12.50'],
  ['+12.50', '+12.50'],
  ['+15557309183', '+15557309183'],
  ['+1 555 730 9183', '+1 555 730 9183'],
  ['15557309183', '15557309183'],
  ['123456789012345', '123456789012345'],
  ['000000000000000042', '000000000000000042'],
  ['1Z999AA10123456784', '1Z999AA10123456784'],
  ['9400 1112 0255 5842 1387 12', '9400 1112 0255 5842 1387 12'],
  ['a=b', 'a=b'],
  ['anna@example.com', 'anna@example.com'],
  [' =1', ' =1'],
  ["'quoted'", "'quoted'"],
  ['', ''],
  [-1850, '-1850'],
  [null, ''],
])('the cell %j is %j', (text, written) => expect(cell(text)).toBe(written))
