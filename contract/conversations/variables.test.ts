import { expect, test } from 'vitest'
import { brokenVariables, fill, unfilled, variablesIn } from './variables.ts'

test('finds each variable once, also in blocks and with spaces or three braces', () => {
  expect(
    variablesIn(
      'Hi {{name}}, {{ order.id }} {{name}}',
      null,
      '{{{html-part}}} {{#if tracking}}x{{else}}y{{/if}}',
    ),
  ).toEqual(['name', 'order.id', 'html-part', 'tracking'])
  expect(variablesIn('{name} {{}} {{first name}} {{1st}}', undefined)).toEqual([])
})

test('fills variables that have a value, leaves the others, and ignores values of a prototype', () => {
  const values = { name: 'Ana $& {{order}}', tracking: '' }
  expect(fill('{{name}} {{{ name }}} {{order}} {{tracking}}', values)).toBe(
    'Ana $& {{order}} Ana $& {{order}} {{order}} {{tracking}}',
  )
  expect(fill('{{constructor}} {{toString}}', {})).toBe('{{constructor}} {{toString}}')
  expect(unfilled(values, '{{name}} {{order}}', '{{tracking}} {{constructor}}')).toEqual([
    'order',
    'tracking',
    'constructor',
  ])
})

test('finds pieces that look like a variable but are not valid', () => {
  expect(
    brokenVariables('{{name}} {{#if a}}{{/if}} {{! a note }} {{> part}} { "a": {} } a{color:red}'),
  ).toEqual([])
  expect(brokenVariables('Hi {{first name}}, {{name} and {name}} {{}} {{')).toEqual([
    '{{first name}}',
    '{{name}',
    '{name}}',
    '{{}}',
    '{{',
  ])
  expect(brokenVariables(null)).toEqual([])
})
