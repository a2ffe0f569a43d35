import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/endpoint'
import type { Role } from '@portreeve/contract/rights'
import { expect, it } from 'vitest'
import { createAhead } from './ahead.ts'
import type { Call } from './call.ts'
import { createQueries, keyOf } from './queries.ts'

/** Somebody with a role, the calls that were made ahead, and how one ends. */
function house(role: Role | null) {
  const queries = createQueries()
  const answer = (data: unknown) => ({ data, more: false, cursor: null, total: null })
  if (role) queries.setQueryData([...keyOf(api.staff.me), {}], answer({ role }))
  const calls: string[] = []
  const call = (async (endpoint: Endpoint) => {
    calls.push(endpoint.path)
    return answer({})
  }) as unknown as Call
  return { queries, calls, ahead: createAhead(queries, call) }
}
const settled = () => new Promise((later) => setTimeout(later))

it('asks once, also where the answer is still on its way or fresh', async () => {
  const { ahead, calls, queries } = house('moderator')
  ahead(api.users.get, { params: { uid: 'a' } })
  ahead(api.users.get, { params: { uid: 'a' } })
  await settled()
  ahead(api.users.get, { params: { uid: 'a' } })
  expect(calls).toEqual(['/v1/admin/users/{uid}'])
  // Another person is another answer.
  ahead(api.users.get, { params: { uid: 'b' } })
  expect(calls).toHaveLength(2)
  // What was changed makes it old.
  await queries
    .getMutationCache()
    .build(queries, { mutationFn: async () => null })
    .execute(null)
  ahead(api.users.get, { params: { uid: 'a' } })
  expect(calls).toHaveLength(3)
})

it('never asks where looking is on record, and never changes anything', () => {
  const { ahead, calls } = house('admin')
  ahead(api.verification.list, { params: { uid: 'a' } })
  ahead(api.conversations.messages, { params: { id: 'a', messagesId: 'b' }, query: {} })
  ahead(api.conversations.ofUser, { params: { uid: 'a' }, query: {} })
  ahead(api.users.update, { params: { uid: 'a' }, body: { early_access: 1 } })
  expect(calls).toEqual([])
})

it('does not ask for a role that may not; where nobody knows the role the server says it', () => {
  const moderator = house('moderator')
  moderator.ahead(api.audit.list, { query: {} })
  expect(moderator.calls).toEqual([])
  const admin = house('admin')
  admin.ahead(api.audit.list, { query: {} })
  expect(admin.calls).toHaveLength(1)
  const unknown = house(null)
  unknown.ahead(api.users.get, { params: { uid: 'a' } })
  expect(unknown.calls).toHaveLength(1)
})
