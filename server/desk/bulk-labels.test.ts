import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useMoneyDesk } from '../testing/money-desk.ts'

const { s, make, strip, settleAll, vendors, carriersAnswer } = useMoneyDesk()
const { bulk } = api
const of = (id: string) => ({ params: { id } })

const cancel = async (...labels: string[]) =>
  (
    await s.call('finance', bulk.start, {
      body: {
        action: 'shipping.cancelLabel',
        input: {},
        rows: { ids: labels.map((id) => ({ id: `label-${id}` })) },
      },
    })
  ).body.data
const rowsOf = async (id: string) =>
  (await s.call('finance', bulk.rows, { ...of(id), query: {} })).body.data.map((row) => [
    row.id,
    row.transaction_id,
    row.state,
    row.words,
  ])

test('labels are voided at the provider, each row ends with its answer, and the ledger has each cost once', async () => {
  for (const id of ['l1', 'l2']) await make(id, { label: true })
  await s.query("update ship_labels set status = 2 where id = 'label-l2'")
  const job = await cancel('l1', 'l2', 'none')
  expect(job).toMatchObject({ state: 'done', done: 1, refused: 2 })
  expect(await rowsOf(job.id)).toEqual([
    ['label-l1', 'l1', 'done', null],
    ['label-l2', 'l2', 'refused', 'This label was not paid; there is nothing to refund.'],
    ['label-none', null, 'refused', 'There is no shipping label with this id.'],
  ])
  await carriersAnswer()
  expect(await strip('l1')).toEqual({ captured: -2500, fee: 500, held: 2000 })
})

test('a row waits for a provider that fails, and the job ends with its answer', async () => {
  await make('l4', { label: true })
  await vendors.set('easypost', 'fail')
  const job = await cancel('l4')
  expect(job).toMatchObject({ state: 'running', pending: 1, undo_left_ms: null })
  await vendors.set('easypost', 'ok')
  await settleAll()
  await settleAll()
  expect(await rowsOf(job.id)).toEqual([['label-l4', 'l4', 'done', null]])
  expect((await s.call('finance', bulk.get, of(job.id))).body.data.state).toBe('done')
})
