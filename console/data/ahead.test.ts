import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { type Role, rightsOf } from '@portreeve/contract/base/rights'
import { expect, it } from 'vitest'
import { createPrefetch } from './ahead.ts'
import type { Call } from './call.ts'
import { createQueries, keyOf } from './queries.ts'

/** A cache for a role, `prefetch`, and the paths of its calls. */
function setup(role: Role | null) {
  const queries = createQueries()
  const answer = (data: unknown) => ({ data, more: false, cursor: null, total: null })
  if (role) queries.setQueryData([...keyOf(api.staff.me), {}], answer(rightsOf(role)))
  const calls: string[] = []
  const call = (async (endpoint: Endpoint) => {
    calls.push(endpoint.path)
    return answer({})
  }) as unknown as Call
  return { queries, calls, prefetch: createPrefetch(queries, call) }
}
const settled = () => new Promise((later) => setTimeout(later))

it('sends one request while the answer is in flight or fresh', async () => {
  const { prefetch, calls, queries } = setup('moderator')
  prefetch(api.users.get, { params: { uid: 'a' } })
  prefetch(api.users.get, { params: { uid: 'a' } })
  await settled()
  prefetch(api.users.get, { params: { uid: 'a' } })
  expect(calls).toEqual(['/v1/admin/users/{uid}'])
  // Another uid is another query.
  prefetch(api.users.get, { params: { uid: 'b' } })
  expect(calls).toHaveLength(2)
  // A change makes the answer stale.
  await queries
    .getMutationCache()
    .build(queries, { mutationFn: async () => null })
    .execute(null)
  prefetch(api.users.get, { params: { uid: 'a' } })
  expect(calls).toHaveLength(3)
})

it('prefetches no audited endpoint, and never sends a change', () => {
  const { prefetch, calls } = setup('admin')
  prefetch(api.verification.list, { params: { uid: 'a' } })
  prefetch(api.conversations.messages, { params: { id: 'a', messagesId: 'b' }, query: {} })
  prefetch(api.conversations.ofUser, { params: { uid: 'a' }, query: {} })
  prefetch(api.users.update, { params: { uid: 'a' }, body: { early_access: 1 } })
  expect(calls).toEqual([])
})

it('prefetches nothing without the permission; while the role is unknown, the server decides', () => {
  const moderator = setup('moderator')
  moderator.prefetch(api.audit.list, { query: {} })
  expect(moderator.calls).toEqual([])
  const admin = setup('admin')
  admin.prefetch(api.audit.list, { query: {} })
  expect(admin.calls).toHaveLength(1)
  const unknown = setup(null)
  unknown.prefetch(api.users.get, { params: { uid: 'a' } })
  expect(unknown.calls).toHaveLength(1)
})
