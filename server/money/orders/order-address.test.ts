import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { ShipTo } from '@portreeve/contract/money/orders'
import { beforeAll, expect, test } from 'vitest'
import { keyFor, writer } from '../../testing/machine.ts'
import { useMoneyDesk } from '../../testing/money-desk.ts'

const { s, make } = useMoneyDesk()
const wrong: ShipTo = {
  ...{ ship_to_name: 'Ben Buyer', ship_to_line1: '12 Main Stret', ship_to_line2: null },
  ...{ ship_to_city: 'Boston', ship_to_region: 'MA', ship_to_postal_code: '02101', ship_to_country: 'US' },
}
const right: ShipTo = { ...wrong, ship_to_line1: '12 Main Street' }
let shop: ReturnType<typeof writer>

beforeAll(async () => {
  shop = writer(s, await keyFor(s, ['ingest.orders']))
})

/** An order of one item with an address, and a paid label if it is wanted. @returns its id, and the row of the marketplace */
async function order(name: string, options: { label?: boolean; shipping_status?: number } = {}) {
  await make(name, { label: options.label === true })
  await s.query('update transactions set shipping_status = $2 where id = $1', [
    name,
    options.shipping_status ?? 3,
  ])
  const [row] = await s.query<{ id: string; payment_id: string; buyer_uid: string }>(
    'select o.id, o.payment_id, o.buyer_uid from orders o join transactions t on t.order_id = o.id where t.id = $1',
    [name],
  )
  const { id = '', payment_id, buyer_uid } = row ?? {}
  const base = {
    id,
    stripe_payment_intent_id: payment_id,
    buyer_uid,
    status: 1,
    created_at: '2026-01-01T00:00:00Z',
  }
  const sends = async (address: Partial<ShipTo>) => {
    const { results } = await shop.rows('orders', [{ ...base, ...address }])
    expect(results.map(({ result }) => result)).not.toContain('rejected')
  }
  await sends(wrong)
  return { id, sends }
}

const correct = (
  id: string,
  { address = right, seen = wrong, void_labels = false, as = 'support' as Role, reason = 'A typo' } = {},
) => s.call(as, api.orders.correctAddress, { params: { id }, body: { address, seen, void_labels, reason } })
const addressOf = async (id: string, as: Role = 'support') =>
  (await s.call(as, api.orders.case, { params: { id } })).body.data.ship_to

test('needs a sign-in, and a moderator may not', async () => {
  const { id } = await order('rights')
  expect((await correct(id, { as: 'moderator' })).status).toBe(403)
  const body = { address: right, seen: wrong, void_labels: false, reason: 'x' }
  expect((await s.call(undefined, api.orders.correctAddress, { params: { id }, body })).status).toBe(401)
})

test('an address is masked without personal.read, revealed with a reason, and a mask is never written back', async () => {
  const { id } = await order('masked')
  const masked = await addressOf(id, 'finance')
  expect(masked).toEqual({
    ...{ ship_to_name: '•••', ship_to_line1: '•••', ship_to_line2: null, ship_to_city: '•••' },
    ...{ ship_to_region: 'MA', ship_to_postal_code: '•••', ship_to_country: 'US' },
  })
  expect((await correct(id, { as: 'finance', address: masked, seen: masked })).status).toBe(422)
  const body = { reason: 'The parcel came back' }
  const revealed = await s.call('finance', api.orders.reveal, { params: { id }, body })
  expect(revealed.body.data.ship_to).toEqual(wrong)
  expect((await correct(id, { as: 'finance' })).status).toBe(200)
})

test('a correction is on record, and the marketplace gets it as an event', async () => {
  const { id } = await order('event')
  expect((await correct(id)).body.data).toEqual(right)
  const [event] = await s.query<{ data: object }>(
    "select data from events where type = 'order.address_corrected' and data ->> 'order_id' = $1",
    [id],
  )
  expect(event?.data).toMatchObject({
    order_id: id,
    reason: 'A typo',
    before: { ship_to_line1: '12 Main Stret' },
    after: { ship_to_line1: '12 Main Street' },
  })
  const audit = await s.query(
    "select actor_uid, reason from audit where action = 'orders.correctAddress' and subject_id = $1",
    [id],
  )
  expect(audit).toEqual([{ actor_uid: 'staff-support', reason: 'A typo' }])
})

test.each<[string, Partial<ShipTo>, string]>([
  ['the same', { ship_to_line1: ' 12 Main Stret ' }, 'This is the address already.'],
  ['without a street', { ship_to_line1: ' ' }, 'needs a name, a street and a city'],
  ['of a country in words', { ship_to_country: 'Norway' }, 'two capital letters'],
])('an address that is %s is refused', async (name, change, message) => {
  const { id } = await order(`bad-${name.replaceAll(' ', '-')}`)
  expect((await correct(id, { address: { ...wrong, ...change } })).body.error_message).toContain(message)
  expect(await addressOf(id)).toEqual(wrong)
})

test('a row with the old address after the correction changes nothing; one that agrees hands the address back', async () => {
  const { id, sends } = await order('staff-first')
  await correct(id)
  await sends(wrong)
  expect(await addressOf(id)).toEqual(right)
  // The fields that staff did not change stay the marketplace's.
  await sends({ ...wrong, ship_to_name: 'Ben B. Buyer' })
  expect(await addressOf(id)).toEqual({ ...right, ship_to_name: 'Ben B. Buyer' })
  await sends(right)
  await sends({ ...right, ship_to_line1: '14 Main Street' })
  expect(await addressOf(id)).toEqual({ ...right, ship_to_line1: '14 Main Street' })
})

test('a row that comes before the correction makes it a conflict', async () => {
  const { id, sends } = await order('marketplace-first')
  await sends({ ...wrong, ship_to_line1: '99 Other Street' })
  expect((await correct(id)).body).toMatchObject({ code: 'conflict', error_title: 'Changed meanwhile' })
  expect((await addressOf(id)).ship_to_line1).toBe('99 Other Street')
})

test('two at once: one corrects, the other is told', async () => {
  const { id } = await order('both')
  const answers = await Promise.all([
    correct(id),
    correct(id, { address: { ...wrong, ship_to_line1: '13 Main Street' } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a printed label is cancelled at its carrier, if it is wanted and the parcel is not on its way', async () => {
  const kept = await order('kept', { label: true })
  await correct(kept.id)
  const moving = await order('moving', { label: true, shipping_status: 2 })
  await correct(moving.id, { void_labels: true })
  const waits = await order('waits', { label: true })
  expect((await correct(waits.id, { void_labels: true })).status).toBe(200)
  expect(
    await s.query(
      "select subject_id from operations where kind = 'label' and subject_id in ('kept', 'moving', 'waits')",
    ),
  ).toEqual([{ subject_id: 'waits' }])
  // Nothing half done: a dispute holds the label's money.
  const disputed = await order('disputed', { label: true })
  await s.query("update transactions set dispute_id = 'd', dispute_status = 2 where id = 'disputed'")
  expect((await correct(disputed.id, { void_labels: true })).body.error_message).toContain(
    'a dispute is open',
  )
  expect(await addressOf(disputed.id)).toEqual(wrong)
})
