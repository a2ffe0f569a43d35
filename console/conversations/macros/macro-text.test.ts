import { macroText } from '@portreeve/contract/conversations/facts'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { expect, it } from 'vitest'
import { gapsIn, macrosWith } from './macro-text.ts'

it('fills in the values that the conversation has, and leaves the rest unchanged', () => {
  const text = 'Hi {{name}}, order {{ order }} ({{tracking}}) {{else_where}}'
  expect(macroText(text, { name: 'Ana', order: 'P-1', tracking: null })).toBe(
    'Hi Ana, order P-1 ({{tracking}}) {{else_where}}',
  )
  expect(macroText('{{constructor}}', {})).toBe('{{constructor}}')
})

it('finds the gaps with their positions', () => {
  const text = 'Hi {{name}}: {{ order }} {{name}} {{first name}} {{#if tracking}}x{{/if}}'
  const gaps = gapsIn(text)
  expect(gaps.map(({ piece }) => piece)).toEqual([
    '{{name}}',
    '{{ order }}',
    '{{name}}',
    '{{first name}}',
    '{{#if tracking}}',
  ])
  for (const { piece, from, to } of gaps) expect(text.slice(from, to)).toBe(piece)
  expect(gapsIn('nothing { "a": 1 } here')).toEqual([])
})

it('[MAC-12] matches a part of the title, case-insensitively', () => {
  const macros = ['Shipping', 'Worship', 'Hello'].map((title) => ({ title })) as Macro[]
  const found = (search: string) => macrosWith(macros, search).map(({ title }) => title)
  expect(found('SHIP')).toEqual(['Shipping', 'Worship'])
  expect(found('  ')).toHaveLength(3)
  expect(found('text')).toEqual([])
  const pays = ['Never pay outside', 'Repayment', 'Payout schedule'].map((title) => ({
    ...macros[0],
    title,
  })) as typeof macros
  expect(macrosWith(pays, 'pay').map(({ title }) => title)).toEqual([
    'Payout schedule',
    'Never pay outside',
    'Repayment',
  ])
})
