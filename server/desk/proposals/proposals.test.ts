import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { Proposal } from '@portreeve/contract/desk/proposals'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApprovals } from '../../testing/approving.ts'
import type { Answer } from '../../testing/harness.ts'
import { keyFor } from '../../testing/machine.ts'

// What programs propose, and what staff make of it (docs/programs.md).

const { s, make, refunded } = useApprovals()
const { proposals } = api

const of = (id: string) => ({ params: { id } })
const ban = (uid: string) => ({
  call: 'users.ban',
  params: { uid },
  body: { ban_reason: 'Fakes' },
  reason: 'Five photos of one shop.',
})
const refund = (id: string, amount: number) => ({
  call: 'transactions.refund',
  params: { id },
  body: { amount },
  reason: 'The parcel is lost.',
})
let program = { token: '' }
const propose = (body: object, as = program) => s.call(as, proposals.create, { body: body as never })
const made = async (body: object): Promise<Proposal> => {
  const { body: answer } = await propose(body)
  expect(answer.error_message).toBeUndefined()
  return answer.data
}
const accept = (id: string, as: Parameters<typeof s.call>[0] = 'moderator') =>
  s.call(as, proposals.accept, of(id))
const stateOf = async (id: string) =>
  (
    await s.query<{ state: string; note: string | null }>('select state, note from proposals where id = $1', [
      id,
    ])
  )[0]
const doneOf = (id: string) => s.query('select action, reason from audit where request_id = $1', [id])
const onDesk = async (as: 'moderator' | 'finance' | 'support') =>
  (await s.call(as, api.desk.list, { query: { kinds: 'proposal' } })).body.data.map(({ id }) => id)

let count = 0
let uid = ''
beforeAll(async () => {
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const) await s.token(role)
  const limits = { per_hour: 10_000, cents_per_day: 0 }
  program = {
    token: await keyFor(s, ['propose.users.block', 'propose.money.refund', 'act.users.read'], {
      ...{ name: 'Checks', owner: 'staff-admin', limits },
    }),
  }
})
beforeEach(async () => {
  uid = `person-${++count}`
  await s.addUser({ uid })
})

test('only a program proposes, only what its scopes name, only calls that change something and are open', async () => {
  expect((await propose(ban(uid), 'moderator' as never)).body.error_title).toBe('Programs propose')
  const refusals: [object, string][] = [
    [{ ...ban(uid), call: 'users.get', body: null }, 'refused'],
    [{ ...ban(uid), call: 'no.such' }, 'malformed'],
    [{ ...ban(uid), params: {} }, 'malformed'],
    [{ ...ban(uid), params: { uid, more: 'x' } }, 'malformed'],
    [{ ...ban(uid), body: { unknown: 1 } }, 'malformed'],
    [{ ...ban(uid), reason: ' ' }, 'malformed'],
    [{ ...ban(uid), reason: 'x'.repeat(1001) }, 'malformed'],
    [{ ...ban('nobody') }, 'not_found'],
    [{ ...ban(uid), version: 7 }, 'conflict'],
    [{ ...ban(uid), call: 'users.remove', body: null }, 'forbidden'],
    [{ ...ban(uid), call: 'staff.disable', body: null }, 'refused'],
    [{ ...ban(uid), call: 'approvals.approve', params: { id: 'x' }, body: null }, 'refused'],
    [{ ...ban(uid), call: 'moneyPlans.save' }, 'refused'],
  ]
  for (const [body, code] of refusals) expect([body, (await propose(body)).body.code]).toEqual([body, code])
  expect(await s.query('select from proposals')).toEqual([])
})

test('a program that proposes does nothing itself, whatever the texts that it reads tell it', async () => {
  const calls: [Endpoint, object][] = [
    [api.users.ban, { params: { uid }, body: { ban_reason: 'x' } }],
    [api.users.unban, { params: { uid } }],
    [api.transactions.refund, { ...of('t'), body: { amount: 1 } }],
    [api.proposals.accept, of('x')],
    [api.proposals.decline, { ...of('x'), body: { reason: 'x' } }],
    [api.bulk.start, { body: {} }],
    [api.held.undo, of('x')],
  ]
  for (const [call, input] of calls)
    expect((await s.call(program, call, input as never)).body.code).toBe('forbidden')
})

test('it waits on the desk of those who may make its call, with its effect; a person carries it out', async () => {
  const { id, effect, state, program: by, owner, subject } = await made(ban(uid))
  expect({ state, by, owner: owner.uid, subject }).toEqual({
    ...{ state: 'waiting', by: 'Checks', owner: 'staff-admin' },
    subject: { kind: 'user', id: uid },
  })
  expect(effect.deeds[0]).toMatchObject({ action: 'users.ban', reason: 'Fakes', after: { isBanned: true } })
  expect(await s.query('select is_banned from users where uid = $1', [uid])).toEqual([{ is_banned: false }])
  expect((await propose(ban(uid))).body.error_title).toBe('Proposed already')
  expect([await onDesk('moderator'), await onDesk('support'), await onDesk('finance')]).toEqual([
    [id],
    [id],
    [],
  ])
  expect((await s.call('finance', proposals.get, of(id))).body.code).toBe('forbidden')
  expect((await accept(id, 'finance')).body.code).toBe('forbidden')

  expect((await accept(id)).body.data).toMatchObject({
    state: 'accepted',
    decided: { by: { uid: 'staff-moderator' } },
    rate: { call: 'users.ban', accepted: 1, waiting: 0 },
  })
  expect(await onDesk('moderator')).toEqual([])
  const audit = await s.query(
    'select action, actor_uid, actor_role, reason, after from audit where subject_id = $1 order by id',
    [uid],
  )
  expect(audit).toMatchObject([
    { action: 'proposals.create', actor_uid: 'staff-admin', actor_role: 'program: Checks' },
    { action: 'users.ban', actor_uid: 'staff-moderator', actor_role: 'moderator', reason: 'Fakes' },
    {
      ...{ action: 'proposals.accept', actor_uid: 'staff-moderator' },
      after: { proposal: id, call: 'users.ban', program: 'Checks', owner: 'staff-admin', state: 'accepted' },
    },
  ])
  expect((await accept(id)).body.error_title).toBe('Decided already')
  // The program reads what became of it.
  expect((await s.call(program, proposals.get, of(id))).body.data.state).toBe('accepted')
  const other = { token: await keyFor(s, ['propose.users.block'], { owner: 'staff-admin' }) }
  expect((await s.call(other, proposals.get, of(id))).body.code).toBe('not_found')
})

test('it is declined with a reason, and the rates are on the page of the keys', async () => {
  const { id } = await made(ban(uid))
  const declined = await s.call('support', proposals.decline, {
    ...of(id),
    body: { reason: 'They are stock photos.' },
  })
  expect(declined.body.data).toMatchObject({ state: 'declined', decided: { note: 'They are stock photos.' } })
  const keys = (await s.call('admin', api.machineKeys.list, {})).body.data
  expect(keys.find(({ name }) => name === 'Checks')?.proposals).toEqual([
    { call: 'users.ban', accepted: 1, declined: 1, stale: 0, waiting: 0 },
  ])
})

test('a refund is proposed within what each may alone, and sent when a person accepts it', async () => {
  await make(['r1', 'r2'])
  expect((await propose(refund('r1', 60_000))).body.code).toBe('second_person')
  const { id, effect } = await made(refund('r1', 4000))
  expect(effect.operations).toMatchObject([{ kind: 'refund', cents: 4000 }])
  await s.query("update roles set refund_alone = 1000 where name = 'finance'")
  expect((await accept(id, 'finance')).body.code).toBe('second_person')
  await s.query("update roles set refund_alone = null where name = 'finance'")
  expect((await stateOf(id))?.state).toBe('waiting')
  expect(await s.query('select from approvals')).toEqual([])
  expect((await accept(id, 'finance')).status).toBe(200)
  // Another refund of the transaction since then is another effect.
  const { id: second } = await made(refund('r2', 4000))
  await s.call('finance', api.transactions.refund, { ...of('r2'), body: { amount: 100 } })
  expect((await accept(second, 'finance')).body).toMatchObject({
    code: 'conflict',
    error_title: 'Changed meanwhile',
  })
  expect((await stateOf(second))?.state).toBe('stale')
  expect(await refunded('r2')).toBe(100)
})

test('what has changed since, or whose program has ended, is not carried out', async () => {
  const { id } = await made(ban(uid))
  await s.query('update users set version = version + 1 where uid = $1', [uid])
  expect((await accept(id)).body).toMatchObject({
    code: 'conflict',
    error_message: 'Nothing was done. The record has changed since this was proposed.',
  })
  expect(await stateOf(id)).toMatchObject({ state: 'stale' })
  expect(await doneOf(id)).toEqual([])
  expect((await accept(id)).body.error_title).toBe('Decided already')

  const ends = { token: await keyFor(s, ['propose.users.block'], { name: 'Ends', owner: 'staff-admin' }) }
  const { id: last } = (await propose(ban(uid), ends)).body.data
  await s.query("update machine_keys set revoked_at = now() - interval '1 second' where name = 'Ends'")
  expect((await accept(last)).body.error_message).toContain('The program has no key any more')
})

test('two accepts at once: one carries it out, 50 times', async () => {
  for (let n = 0; n < 50; n++) {
    const one = `twice-${n}`
    await s.addUser({ uid: one })
    const { id } = await made(ban(one))
    const both = await Promise.all([accept(id), accept(id, 'support')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await doneOf(id)).toEqual([{ action: 'users.ban', reason: 'Fakes' }])
  }
})

test('an accept against a change of the record: never carried out stale, 50 times', async () => {
  const seen = { accepted: 0, stale: 0 }
  for (let n = 0; n < 50; n++) {
    const one = `race-${n}`
    await s.addUser({ uid: one, displayName: 'first' })
    const { id } = await made(ban(one))
    const change = (): Promise<unknown> =>
      n % 2
        ? s.call('admin', api.users.ban, { params: { uid: one }, body: { ban_reason: 'Mine' } })
        : s.query(
            "update users set display_name = case when is_banned then 'after' else 'before' end, version = version + 1 where uid = $1",
            [one],
          )
    const wait = () => new Promise((done) => setTimeout(done, n % 7))
    const [answer, other] = await Promise.all([accept(id), wait().then(change)])
    const state = (await stateOf(id))?.state as keyof typeof seen
    seen[state] += 1
    expect([answer.status, (await doneOf(id)).length]).toEqual(state === 'accepted' ? [200, 1] : [409, 0])
    const [person] = await s.query<{ display_name: string }>(
      'select display_name from users where uid = $1',
      [one],
    )
    if (n % 2) expect((other as Answer).status).toBe(state === 'accepted' ? 409 : 200)
    else expect(person?.display_name).toBe(state === 'accepted' ? 'after' : 'before')
  }
  expect(seen.accepted + seen.stale).toBe(50)
})
