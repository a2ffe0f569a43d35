import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { keyFor } from '../../testing/machine.ts'
import { expireProposals } from './expire-proposals.ts'

const s = useServer()
let program = { token: '' }
beforeAll(async () => {
  for (const role of ['admin', 'moderator'] as const) await s.token(role)
  program = { token: await keyFor(s, ['propose.users.block'], { owner: 'staff-admin' }) }
})

async function propose(uid: string): Promise<string> {
  await s.addUser({ uid })
  const body = { call: 'users.ban', params: { uid }, body: { ban_reason: 'Fakes' }, reason: 'Fakes' }
  return (await s.call(program, api.proposals.create, { body })).body.data.id
}
const onDesk = async () =>
  (await s.call('moderator', api.desk.list, { query: { kinds: 'proposal' } })).body.data.map(({ id }) => id)

test('a proposal that waited 30 days is stale and leaves the desk; a decided one and a later one stay', async () => {
  const [late, soon, declined] = [await propose('late'), await propose('soon'), await propose('declined')]
  const of = (id: string) => ({ params: { id } })
  await s.call('moderator', api.proposals.decline, { ...of(declined), body: { reason: 'No.' } })
  await s.query(
    "update proposals set created_at = now() - interval '30 days' + case id when $1 then interval '1 minute' else interval '0' end",
    [soon],
  )
  await expireProposals.run(s.ctx)
  expect(await onDesk()).toEqual([soon])
  const read = async (id: string) => (await s.call(program, api.proposals.get, of(id))).body.data
  expect(await read(late)).toMatchObject({
    state: 'stale',
    decided: { by: { name: 'Portreeve' }, note: 'Nobody decided it in 30 days.' },
  })
  expect(await read(soon)).toMatchObject({ state: 'waiting', decided: null })
  expect(await read(declined)).toMatchObject({ state: 'declined', decided: { note: 'No.' } })
  // Nobody accepts it any more, and the program may propose the same again.
  expect((await s.call('moderator', api.proposals.accept, of(late))).body.error_title).toBe('Decided already')
  expect(await s.query("select from users where uid = 'late' and is_banned")).toEqual([])
  const body = { call: 'users.ban', params: { uid: 'late' }, body: { ban_reason: 'Fakes' }, reason: 'Again' }
  expect((await s.call(program, api.proposals.create, { body })).status).toBe(200)
})
