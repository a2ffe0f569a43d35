import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { may, type Role, rightsOf, roles } from '@portreeve/contract/base/rights'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'

const s = useServer()
const at = '2026-01-01T00:00:00.000Z'

beforeAll(async () => {
  for (const uid of ['seller', 'buyer']) await s.addUser({ uid })
  await s.make.sale('t1', { purchase_date: at })
  for (const id of ['l1', 'l2'])
    await s.make.label({
      id,
      transaction_id: 't1',
      payment_intent_id: `pi_label_long_enough_${id}`,
      key: 'k',
    })
  await s.make.question({ id: 'q1', creator_uid: 'buyer', body: 'Where?' })
})

/** Each call that takes a whole record: the call that reads the record, and a field that its writers may edit. */
const records: Record<string, { read: Endpoint; save: Endpoint; id: string; edit: object }> = {
  'transactions.save': {
    read: api.transactions.get,
    save: api.transactions.save,
    id: 't1',
    edit: { tracking_number: 'T2' },
  },
  'questions.update': {
    read: api.questions.get,
    save: api.questions.update,
    id: 'q1',
    edit: { body: 'Where to?' },
  },
  'moneySettings.save': {
    read: api.moneySettings.get,
    save: api.moneySettings.save,
    id: '',
    edit: { days_to_ship: 9 },
  },
  'inboxSettings.save': {
    read: api.inboxSettings.get,
    save: api.inboxSettings.save,
    id: '',
    edit: { first_answer_minutes: 30 },
  },
  'desk.saveWeights': {
    read: api.desk.weights,
    save: api.desk.saveWeights,
    id: '',
    edit: { waiting: 30 },
  },
  'staff.saveMySettings': {
    read: api.staff.mySettings,
    save: api.staff.saveMySettings,
    id: '',
    edit: { density: 'compact' },
  },
}

/** The calls whose body may contain every field of their answer. */
const wholeRecordCalls = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>)
    .filter(([, { body, data }]) => {
      const [sent, answered] = [shapeOf(body), shapeOf(data)]
      return answered.length > 1 && answered.every((field) => sent.includes(field))
    })
    .map(([name]) => `${group}.${name}`),
)

function shapeOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
}

test('every call that takes a whole record is listed here and marked in the contract', () => {
  expect(wholeRecordCalls.sort()).toEqual(Object.keys(records).sort())
  for (const { save } of Object.values(records)) expect(save.wholeRecord).toBe(true)
})

describe.each(Object.entries(records))('%s', (_name, { read, save, id, edit }) => {
  const shownTo = async (role: Role) =>
    (await s.call(role, read, { params: { id } } as never)).body.data as object
  const send = (role: Role, body: object) => s.call(role, save, { params: { id }, body } as never)

  test.each(roles)('a record sent back as %s saw it changes nothing', async (role) => {
    const before = await shownTo('admin')
    const answer = await send(role, await shownTo(role))
    if (!may(rightsOf(role), save.may)) return expect(answer.status).toBe(403)
    expect([answer.status, answer.body.error_message]).toEqual([200, undefined])
    expect(await shownTo('admin')).toEqual(before)
  })

  test.each(roles)('%s edits one field of it, and nothing else changes', async (role) => {
    if (!may(rightsOf(role), save.may)) return
    const before = await shownTo('admin')
    const answer = await send(role, { ...(await shownTo(role)), ...edit })
    expect(answer.status).toBe(200)
    const { version: _before, ...fields } = before as { version: number }
    const { version: _after, ...now } = (await shownTo('admin')) as { version: number }
    expect(now).toEqual({ ...fields, ...edit })
  })
})

describe('a transaction with labels whose payments are masked', () => {
  const get = async (role: Role) =>
    (await s.call(role, api.transactions.get, { params: { id: 't1' } })).body.data
  const save = (role: Role, body: Awaited<ReturnType<typeof get>>) =>
    s.call(role, api.transactions.save, { params: { id: 't1' }, body })

  test('finance sets the payout status by sending back the masked record', async () => {
    const shown = await get('finance')
    expect(shown.ship_labels?.[0]?.payment_intent_id).toContain('•')
    const answer = await save('finance', { ...shown, payout_status: 1 })
    expect([answer.status, answer.body.data.payout_status]).toEqual([200, 1])
    expect((await get('admin')).ship_labels?.map((label) => label.payment_intent_id)).toEqual([
      'pi_label_long_enough_l1',
      'pi_label_long_enough_l2',
    ])
  })

  test.each(['the mask of another label', 'pi_••••zzzz', 'pi_other'])(
    '%s is a change, and refused',
    async (value) => {
      const shown = await get('finance')
      const [one, two] = shown.ship_labels ?? []
      if (!one || !two) throw new Error('two labels')
      const payment_intent_id = value.startsWith('pi_') ? value : two.payment_intent_id
      const answer = await save('finance', { ...shown, ship_labels: [{ ...one, payment_intent_id }, two] })
      expect([answer.status, answer.body.error_message]).toEqual([
        422,
        'These fields cannot be edited: ship_labels.',
      ])
    },
  )
})
