import { expect, test } from 'vitest'
import type { Endpoint } from '../base/endpoint.ts'
import { api } from '../index.ts'
import { privateGroups } from './timeline.ts'

test('the content of groups whose reads are audited is private in timelines', () => {
  const audited = Object.entries(api)
    .filter(([, calls]) =>
      Object.values(calls as Record<string, Endpoint>).some(
        ({ method, deed }) => method === 'GET' && deed !== null,
      ),
    )
    .map(([group]) => group)
  // An export records its filter, a reader of events the position, a look at a file its id; the evidence of a chargeback is not recorded.
  const bare = [
    'audit',
    'chargebacks',
    'events',
    'exports',
    'files',
    'payouts',
    'refunds',
    'webhookEndpoints',
    'transparency',
  ]
  expect(audited.toSorted()).toEqual([...Object.keys(privateGroups), ...bare].toSorted())
})
