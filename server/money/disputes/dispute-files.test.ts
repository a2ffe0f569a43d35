import { api } from '@portreeve/contract'
import type { Input } from '@portreeve/contract/base/endpoint'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeEach, expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { undoing } from '../../testing/undoing.ts'
import { look, uploaded } from '../../testing/uploading.ts'

const { s, make, openDispute } = useMoneyDesk()
const { disputes, users } = api

let n = 0
let id = ''
let sale = ''
const record = (body: Input<typeof disputes.record>['body'], as: Role = 'support') =>
  s.call(as, disputes.record, { params: { disputeId: id }, body })
const get = async () => (await s.call('moderator', disputes.get, { params: { disputeId: id } })).body.data
const idsOf = (files: { id: string }[] | undefined) => files?.map((file) => file.id).toSorted()
const events = () =>
  s.query<{ data: object }>(
    "select data from events where type = 'dispute.updated' and subject_id = $1 order by id",
    [sale],
  )

beforeEach(async () => {
  n += 1
  sale = `files-${n}`
  await make(sale)
  id = (await openDispute(sale)).body.data.id
})

test('each side’s statement has the files that staff attach; those that it names no more are removed', async () => {
  const [first, second, other] = [
    await uploaded(s, 'support'),
    await uploaded(s, 'support'),
    await uploaded(s, 'finance'),
  ]
  expect((await record({ buyer_attached: [first, second], seller_statement: 'It was sent.' })).status).toBe(
    200,
  )
  expect((await record({ seller_attached: [other] }, 'finance')).status).toBe(200)
  const dispute = await get()
  expect([idsOf(dispute.buyer_attached), idsOf(dispute.seller_attached)]).toEqual([
    [first, second].toSorted(),
    [other],
  ])
  expect((await look(s, 'moderator', first)).statusCode).toBe(200)
  expect((await record({ buyer_attached: [second] }, 'finance')).body.data.buyer_attached).toMatchObject([
    { id: second },
  ])
  expect((await look(s, 'moderator', first)).statusCode).toBe(404)
  // The marketplace reads what changed of its own fields, and nothing where only files did.
  expect((await events()).map(({ data }) => data)).toMatchObject([
    { before: { seller_statement: null }, after: { seller_statement: 'It was sent.' } },
  ])
  expect(JSON.stringify(await events())).not.toContain('picture.png')
  const [entry] = await s.query<{ before: object; after: object }>(
    "select before, after from audit where action = 'disputes.record' and subject_id = $1 order by id desc limit 1",
    [sale],
  )
  expect(entry).toMatchObject({
    before: { buyer_attached: ['picture.png', 'picture.png'] },
    after: { buyer_attached: ['picture.png'] },
  })
})

test('the paths of the marketplace’s own pictures stay beside them', async () => {
  await record({ buyer_files: ['disputes/door.jpg'], buyer_attached: [await uploaded(s, 'support')] })
  expect(await get()).toMatchObject({ buyer_files: ['disputes/door.jpg'], buyer_attached: [{ kind: 'png' }] })
  expect(await get()).not.toHaveProperty('seller_attached')
})

test('a file of a colleague or of the other side is refused, and so is any of a resolved dispute', async () => {
  const [file, theirs] = [await uploaded(s, 'support'), await uploaded(s, 'moderator')]
  expect((await record({ buyer_attached: [theirs] })).body.error_title).toBe('No such file')
  await record({ buyer_attached: [file] })
  expect((await record({ seller_attached: [file] })).body.error_title).toBe('No such file')
  await s.call('finance', disputes.resolve, { params: { id: sale, disputeId: id } })
  expect((await record({ buyer_attached: [] })).status).toBe(409)
  expect(idsOf((await get()).buyer_attached)).toEqual([file])
})

test('of two changes at once with one file each, the later one’s stays', async () => {
  const [one, two] = [await uploaded(s, 'support'), await uploaded(s, 'support')]
  const both = await Promise.all([record({ buyer_attached: [one] }), record({ buyer_attached: [two] })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const left = idsOf((await get()).buyer_attached) ?? []
  expect(left).toHaveLength(1)
  for (const file of [one, two])
    expect((await look(s, 'support', file)).statusCode).toBe(left.includes(file) ? 200 : 404)
})

test('the undoing of a change writes the words back, and leaves the files', async () => {
  const from = new Date().toISOString()
  const [file, alone] = [await uploaded(s, 'support'), await uploaded(s, 'support')]
  await record({ buyer_statement: 'It is broken.', buyer_attached: [file] })
  await record({ seller_attached: [alone] })
  const rows = await undoing(s).undo({ kind: 'staff', id: 'staff-support' }, { from })
  const recorded = rows.filter(({ action }) => action === 'disputes.record')
  expect(recorded.filter(({ result }) => result?.state === 'refused')).toEqual([])
  const dispute = await get()
  expect(dispute.buyer_statement).toBeNull()
  expect([idsOf(dispute.buyer_attached), idsOf(dispute.seller_attached)]).toEqual([[file], [alone]])
})

test('the erasure of one side removes the files of both', async () => {
  await s.addUser({ uid: 'leaving' })
  const file = await uploaded(s, 'support')
  await record({ seller_attached: [file] })
  await s.call('finance', disputes.resolve, { params: { id: sale, disputeId: id } })
  await s.query("update transactions set purchaser_uid = 'leaving', status = 1 where id = $1", [sale])
  await s.query("update operations set state = 'done', settled_at = now() where state = 'pending'")
  const body = { reason: 'They have asked for it' }
  const erased = await s.call('admin', users.erase, { params: { uid: 'leaving' }, body })
  expect(erased.body.error_message).toBeUndefined()
  expect((await look(s, 'support', file)).statusCode).toBe(404)
  expect(await get()).not.toHaveProperty('seller_attached')
})
