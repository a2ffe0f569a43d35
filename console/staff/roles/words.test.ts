import { expect, test } from 'vitest'
import { withReading } from './words.ts'

test('a new permission to write brings the one to read, and another does not', () => {
  expect(withReading(['valueLists.write'], [])).toEqual(['valueLists.write', 'valueLists.read'])
  expect(withReading(['users.read', 'money.refund'], ['users.read'])).toEqual(['users.read', 'money.refund'])
  expect(withReading(['personal.reveal', 'verification.send'], [])).toEqual([
    'personal.reveal',
    'verification.send',
  ])
})
test('a permission to read that is taken away stays away', () => {
  expect(withReading(['valueLists.write'], ['valueLists.read', 'valueLists.write'])).toEqual([
    'valueLists.write',
  ])
  expect(withReading(['valueLists.write', 'audit.export'], ['valueLists.write'])).toEqual([
    'valueLists.write',
    'audit.export',
  ])
})
