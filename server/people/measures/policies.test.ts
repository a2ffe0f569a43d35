import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { refusalOf } from '../../testing/team-inbox.ts'

const s = useServer()
const { policies, measures, users } = api
const draft: Body<typeof policies.create> = {
  ...{ name: 'Weapons', words: 'Weapons may not be sold here.', ground: 'terms', reference: '§ 4' },
  ...{ harm: 'prohibited', canned: ['weapon'], mails: false },
}
const ban = (body: { ban_reason: string; policy_id?: string }) =>
  s.call('moderator', users.ban, { params: { uid: 'sam' }, query: {}, body })
let policy = ''
beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam' })
  policy = (await s.call('admin', policies.create, { body: draft })).body.data.id
})

test('all roles read them, an admin writes them; a name is taken once, and a stale version is refused', async () => {
  for (const role of ['moderator', 'support', 'finance'] as const) {
    expect((await s.call(role, policies.list, {})).body.data.map(({ name }) => name)).toEqual(['Weapons'])
    expect((await s.call(role, policies.create, { body: { ...draft, canned: [] } })).status).toBe(403)
    expect(
      (await s.call(role, policies.update, { params: { id: policy }, body: { mails: true } })).status,
    ).toBe(403)
  }
  const again = await s.call('admin', policies.create, { body: { ...draft, canned: [], name: 'weapons' } })
  expect(refusalOf(again).slice(0, 2)).toEqual([409, 'The name is taken'])
  const changed = await s.call('admin', policies.update, {
    params: { id: policy },
    body: { reference: '§ 5' },
  })
  expect(changed.body.data).toMatchObject({ reference: '§ 5', version: 2 })
  const stale = await s.call(
    'admin',
    policies.update,
    { params: { id: policy }, body: { mails: true } },
    { 'if-match': '"1"' },
  )
  expect(refusalOf(stale).slice(0, 2)).toEqual([409, 'Changed meanwhile'])
})

test('two of one name at once: one is made', async () => {
  const make = () => s.call('admin', policies.create, { body: { ...draft, canned: [], name: 'Twice' } })
  const answers = await Promise.all([make(), make()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await s.query("delete from policies where name = 'Twice'")
})

test('that of the greatest reported harm is chosen beforehand, and a retired one never', async () => {
  const choose = async () =>
    (await s.call('support', measures.choose, { params: { kind: 'user', id: 'sam' } })).body.data.policy
  expect(await choose()).toBeNull()
  await s.make.userReport({
    id: 'r1',
    reporting_uid: 'sam',
    reporter_uid: null,
    report_reason_id: 'Weapon',
  })
  expect(await choose()).toBe(policy)
  const retire = (retired: boolean) =>
    s.call('admin', policies.update, { params: { id: policy }, body: { retired } })
  await retire(true)
  expect(await choose()).toBeNull()
  expect(refusalOf(await ban({ ban_reason: 'x', policy_id: policy })).slice(0, 2)).toEqual([
    422,
    'No such policy',
  ])
  await retire(false)
})
