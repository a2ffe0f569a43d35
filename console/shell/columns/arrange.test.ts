import { expect, it } from 'vitest'
import { arrange, choicesOf, columnsText, moved, readColumns } from './arrange.ts'

const columns = ['Order', 'Price', 'State', 'Age', ''].map((name) => ({ name, cell: () => null }))
const names = (all: readonly { name: string }[]) => all.map(({ name }) => name)

it('without a choice the columns are as the page has them', () => {
  expect(arrange(columns, undefined)).toBe(columns)
})

it('hides, moves and resizes; the first column and menus stay; a new column comes last', () => {
  const arranged = arrange(columns, [
    { name: 'State', shown: true, width: 90 },
    { name: 'Price', shown: false, width: null },
    { name: 'Gone', shown: true, width: null },
  ])
  expect(names(arranged)).toEqual(['Order', 'State', 'Age', ''])
  expect(arranged[1]?.width).toBe(90)
})

it('moves a column by one place, not beyond the ends', () => {
  const choices = choicesOf(columns)
  expect(names(choices)).toEqual(['Price', 'State', 'Age'])
  expect(names(moved(choices, 'Age', -1))).toEqual(['Price', 'Age', 'State'])
  expect(names(moved(choices, 'Age', 1))).toEqual(['Price', 'State', 'Age'])
  expect(names(moved(choices, 'Price', -1))).toEqual(['Price', 'State', 'Age'])
})

it('columns are a text of the URL and come back from it; what is no column is skipped', () => {
  const choices = [
    { name: 'Price, net', shown: true, width: 120 },
    { name: 'State', shown: false, width: null },
  ]
  expect(readColumns(columnsText(choices))).toEqual(choices)
  expect(readColumns('%,:90,,Age:x,State')).toEqual([{ name: 'State', shown: true, width: null }])
})
