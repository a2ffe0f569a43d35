import { expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const known = ['name', 'order', 'tracking', 'seller_name']

it.each([
  ['nmae', 'name'],
  ['Name', 'name'],
  ['oder', 'order'],
  ['traking', 'tracking'],
  ['trakcing', 'tracking'],
  ['sellername', 'seller_name'],
])('suggests the known name for %s', (name, meant) => expect(nearestName(name, known)).toBe(meant))

it.each(['code', 'date', 'x', 'name'])('suggests nothing for %s', (name) =>
  expect(nearestName(name, known)).toBeUndefined(),
)
