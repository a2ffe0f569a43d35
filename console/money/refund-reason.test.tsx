import { expect, test } from 'vitest'
import { usualReason } from './RefundReason.tsx'

const reason = (id: string, retired = false) => ({ id, words: id, retired })

test('the usual reason is the last that is offered', () => {
  expect(usualReason([reason('damaged'), reason('other'), reason('lost', true)])?.id).toBe('other')
  expect(usualReason([reason('lost', true)])).toBeUndefined()
  expect(usualReason([])).toBeUndefined()
})
