import { expect, it } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { failedWords } from './draft.ts'

it('[TXN-60] a failed save has its own text, with the error appended without a response', () => {
  expect(failedWords(new CallFailure(422, { error_title: 'No', error_message: 'No.' }))).toBe(
    'Error saving transaction.',
  )
  expect(failedWords(new CallFailure(0, null))).toBe(
    'Error saving transaction. The server could not be reached',
  )
})

it("[TXN-61] without a message from the server it is 'Failed to save.', titled 'Request Status' (D-060)", () => {
  const silent = { title: 'Request Status', message: 'Failed to save.' }
  expect(failedWords(new CallFailure(500, null))).toEqual(silent)
  expect(failedWords(new CallFailure(200, { status_code: 0 }))).toEqual(silent)
})
