import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { type Evidence, maxEvidenceBytes } from '@portreeve/contract/money/chargebacks'
import { beforeEach, expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { look, upload, uploaded } from '../../testing/uploading.ts'
import { refreshPayment } from '../payment-facts.ts'

const { s, vendors, make, settleAll } = useMoneyDesk()
const { chargebacks, notes, users } = api

let n = 0
let id = ''
let sale = ''
const bank = async (path: string, body: object = {}) =>
  (await (await vendors.post(`/stripe/dashboard/${path}`, body)).json()) as { id: string }
const refresh = () => refreshPayment(s.ctx, { provider: 'stripe', payment: `pi_${sale}` })
const save = (evidence: Evidence, as: Role = 'support') =>
  s.call(as, chargebacks.saveEvidence, { params: { id }, body: { evidence } })
const submit = (evidence: Evidence) =>
  s.call('support', chargebacks.submitEvidence, { params: { id }, body: { evidence } })
const get = async () => (await s.call('support', chargebacks.get, { params: { id } })).body.data
const atProvider = async () => {
  const read = async (query = '') =>
    (await (await fetch(`${vendors.address()}/stripe/state.json${query}`)).json()) as {
      files: { count: number }
      disputes: { evidence: Record<string, string | null>; evidence_details: { submission_count: number } }[]
    }
  const { files } = await read()
  const { disputes } = await read(`?payment_intent=pi_${sale}`)
  const named = Object.entries(disputes[0]?.evidence ?? {}).filter(([, value]) =>
    /^file_/.test(String(value)),
  )
  return {
    files: files.count,
    named: named.map(([name]) => name).toSorted(),
    submissions: disputes[0]?.evidence_details.submission_count,
  }
}
const pdf = (bytes = 40) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 32)])
const aPdf = async (as: Role = 'support', bytes?: number) =>
  (await upload(s, as, pdf(bytes), 'receipt.pdf')).data?.id ?? ''

beforeEach(async () => {
  n += 1
  sale = `sale-${n}`
  await make(sale)
  id = (await bank('disputes', { payment_intent: `pi_${sale}` })).id
  await refresh()
})

test('a draft has files of the caller, one of each kind; they are shown to readers, and end when it names them no more', async () => {
  const [receipt, parcel, other] = [await aPdf(), await uploaded(s, 'support'), await aPdf('finance')]
  expect((await save({ files: { receipt: other } })).body.error_title).toBe('No such file')
  expect((await save({ files: { receipt, uncategorized_file: receipt } })).body.error_title).toBe(
    'One file twice',
  )
  expect((await save({ files: { receipt, shipping_documentation: parcel } })).status).toBe(200)
  expect((await get()).draft).toEqual({ files: { receipt, shipping_documentation: parcel } })
  expect((await get()).files?.map(({ name }) => name).toSorted()).toEqual(['picture.png', 'receipt.pdf'])
  // A file of a draft is no longer the uploader's alone, and none of another record.
  expect((await look(s, 'moderator', receipt)).statusCode).toBe(200)
  const note = { kind: 'user' as const, id: 'buyer', text: 'See', files: [receipt] }
  expect((await s.call('support', notes.create, { body: note })).body.error_title).toBe('No such file')
  // A colleague moves one to another kind, and adds one of their own.
  const files = { uncategorized_file: parcel, receipt: other }
  expect((await save({ files }, 'finance')).status).toBe(200)
  expect((await get()).draft?.files).toEqual(files)
  expect((await look(s, 'support', receipt)).statusCode).toBe(404)
  expect((await look(s, 'support', parcel)).statusCode).toBe(200)
  // A program that knows nothing of files leaves them.
  await save({ customer_name: 'Bo' })
  expect((await get()).draft).toEqual({ customer_name: 'Bo', files })
  const [entry] = await s.query<{ subject_id: string }>(
    "select subject_id from audit where action = 'files.bytes' order by id desc limit 1",
  )
  expect(entry?.subject_id).toBe(sale)
})

test('more than the bank takes is refused, and changes nothing', async () => {
  const [first, second] = [
    await aPdf('support', 3_000_000),
    await aPdf('support', maxEvidenceBytes - 2_999_999),
  ]
  expect((await save({ files: { receipt: first } })).status).toBe(200)
  const both = await save({ files: { receipt: first, refund_policy: second } })
  expect([both.status, both.body.error_message]).toEqual([
    422,
    'The bank takes files of at most 4.5 MB together.',
  ])
  expect((await get()).draft?.files).toEqual({ receipt: first })
})

test('of two drafts at once with the same file both name it, and it is there', async () => {
  const receipt = await aPdf()
  const answers = await Promise.all([
    save({ files: { receipt } }),
    save({ files: { uncategorized_file: receipt } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(Object.values((await get()).draft?.files ?? {})).toEqual([receipt])
  expect((await look(s, 'support', receipt)).statusCode).toBe(200)
})

test('the files are sent once with the evidence, in their kinds, and stay with what was sent', async () => {
  const before = (await atProvider()).files
  const [receipt, parcel] = [await aPdf(), await uploaded(s, 'support')]
  const files = { receipt, shipping_documentation: parcel }
  const answers = await Promise.all(Array.from({ length: 5 }, () => submit({ files })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await atProvider()).toEqual({
    ...{ files: before + 2, named: ['receipt', 'shipping_documentation'], submissions: 1 },
  })
  await refresh()
  const { submitted, files: shown } = await get()
  expect(submitted).toEqual({ files })
  expect(shown?.map((one) => one.id).toSorted()).toEqual([receipt, parcel].toSorted())
  expect((await save({ files: {} })).status).toBe(409)
})

test('a crash after an upload, and one after the sending, send nothing twice', async () => {
  const before = (await atProvider()).files
  const files = { receipt: await aPdf(), uncategorized_file: await uploaded(s, 'support') }
  await vendors.set('stripe', 'fail', { only: 'picture.png', times: 1 })
  expect((await submit({ files })).body.data).toEqual({ state: 'pending' })
  expect((await save({ files: {} })).status).toBe(409)
  const [operation] = await s.query<{ uploaded: Record<string, string> }>(
    "select details -> 'uploaded' as uploaded from operations where kind = 'evidence' and state = 'pending'",
  )
  expect(Object.keys(operation?.uploaded ?? {})).toEqual(['receipt'])
  // Killed before the reference of the first was stored.
  const again =
    "update operations set state = 'pending', due_at = now() - interval '1 second', details = details - 'uploaded'"
  await s.query(`${again} where kind = 'evidence' and state = 'pending'`)
  await settleAll()
  expect((await atProvider()).files).toBe(before + 2)
  // Killed before the sending was stored.
  await s.query(`${again} where kind = 'evidence' and subject_id = $1`, [sale])
  await settleAll()
  expect(await atProvider()).toEqual({
    ...{ files: before + 2, named: ['receipt', 'uncategorized_file'], submissions: 1 },
  })
  expect((await get()).submitted).toEqual({ files })
})

test('a file that is not in the store any more, or that the provider refuses, ends the sending with a sentence', async () => {
  const receipt = await aPdf()
  await save({ files: { receipt } })
  const [row] = await s.query<{ stored: string }>('select stored from stored_files where id = $1', [receipt])
  await s.ctx.files.remove(row?.stored ?? '')
  expect((await submit({ files: { receipt } })).body.error_message).toBe(
    'The file "Receipt" is not in the store any more.',
  )
  const next = await aPdf()
  expect((await submit({ files: { receipt: next } })).status).toBe(200)
  expect((await atProvider()).named).toEqual(['receipt'])
})

test('the erasure of a party removes the files of the evidence', async () => {
  await s.addUser({ uid: 'leaving' })
  await s.query("update transactions set purchaser_uid = 'leaving', status = 1 where id = $1", [sale])
  const receipt = await aPdf()
  await submit({ files: { receipt } })
  await bank(`disputes/${id}/close`, { status: 'lost' })
  await refresh()
  const body = { reason: 'They have asked for it' }
  const erased = await s.call('admin', users.erase, { params: { uid: 'leaving' }, body })
  expect(erased.body.error_message).toBeUndefined()
  expect((await look(s, 'support', receipt)).statusCode).toBe(404)
  expect(await s.query('select name, subject_id from stored_files where id = $1', [receipt])).toEqual([
    { name: '', subject_id: null },
  ])
  expect((await get()).submitted).toBeNull()
})
