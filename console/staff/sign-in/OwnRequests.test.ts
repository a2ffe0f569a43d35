import { expect, it } from 'vitest'
import { decisionWords } from './OwnRequests.tsx'

const event = { id: 'ap_1', transaction_id: 't1', asked_by: 'me' }

it('the requester reads how a request was decided', () => {
  expect(decisionWords({ ...event, state: 'approved' })).toBe('Your request about t1 was approved.')
  expect(decisionWords({ ...event, state: 'approved', cents: 1_250, asked_cents: 2_000 })).toBe(
    'Your request about t1 was approved in part: $12.50 of $20.00. The transaction shows why.',
  )
  expect(decisionWords({ ...event, state: 'declined' })).toMatch(/declined/)
})

it('a request that waits or was withdrawn has no decision', () => {
  for (const state of ['asked', 'withdrawn', 'expired'] as const)
    expect(decisionWords({ ...event, state })).toBeNull()
})
