import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { rightsOf } from '@portreeve/contract/base/rights'
import { expect, it } from 'vitest'
import type { Backend } from './backend.tsx'
import type { CallFailure } from './failure.ts'
import { asOf } from './past.ts'

const at = '2026-11-20T10:00:00.000Z'
const me = { uid: 'ada', email: 'ada@example.com', displayName: 'Ada', ...rightsOf('admin') }
const code = { code: '123456', phone_number: '+48 601 234 567' }

/** The backend as of a moment, and the calls that reach the real one. */
function past(role?: 'moderator' | 'support' | 'finance') {
  const sent: { endpoint: Endpoint; options: object }[] = []
  const call = async (endpoint: Endpoint, _input: object, options: object = {}) => {
    sent.push({ endpoint, options })
    return { data: endpoint === api.staff.me ? me : [code], more: false, cursor: null, total: null }
  }
  return { sent, ...asOf({ call } as unknown as Backend, at, () => {}, role && rightsOf(role)) }
}
const person = { params: { uid: 'ann' } }

it('asks what has a past as of the moment, and in the role whose sight the page has', async () => {
  const plain = past()
  await plain.call(api.users.get, person)
  expect(plain.sent[0]?.options).toEqual({ asOf: at, asRole: undefined })
  const support = past('support')
  await support.call(api.users.get, person)
  expect(support.sent[0]?.options).toEqual({ asOf: at, asRole: 'support' })
})

it('what has no past is of now: masked for that role, and refused where the role may not see it', async () => {
  const data = async (role?: 'moderator' | 'support') =>
    (await past(role).call(api.verification.list, { query: { uid: 'ann' } } as never)).data
  expect(api.verification.list.noPast).toBeDefined()
  expect(JSON.stringify(await data())).toContain('601 234 567')
  expect(JSON.stringify(await data('support'))).toContain('601 234 567')
  expect(JSON.stringify(await data('moderator'))).not.toContain('601 234')
  const finance = past('finance')
  const failure = await finance
    .call(api.verification.list, { query: { uid: 'ann' } } as never)
    .catch((error: CallFailure) => error)
  expect(failure).toMatchObject({
    status: 403,
    body: { error_message: 'The role finance did not see this.' },
  })
  expect(finance.sent).toEqual([])
})

it('the signed-in person has that role, so that the page has its controls', async () => {
  expect((await past('support').call(api.staff.me, {})).data).toMatchObject({ uid: 'ada', role: 'support' })
  expect((await past().call(api.staff.me, {})).data.role).toBe('admin')
})

it('nothing can be changed', async () => {
  const { sent, call } = past('support')
  await expect(call(api.users.unban, person as never)).rejects.toMatchObject({ status: 409 })
  expect(sent).toEqual([])
})
