import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { isPersonal, maskNamed } from '@portreeve/contract/base/personal'
import { recordScopes } from '@portreeve/contract/marketplace/machine-keys'
import { Order, ShipTo } from '@portreeve/contract/money/orders'
import { User } from '@portreeve/contract/people/users'
import { historyKinds } from '@portreeve/contract/staff/history'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { fieldsOf } from './versions.ts'

const s = useServer()
const roles = ['admin', 'moderator', 'support', 'finance'] as const
beforeAll(async () => {
  for (const role of roles) await s.token(role)
})

interface Filter {
  from?: string
  to?: string
  cursor?: string
}
const of = (kind: string, id: string, query: Filter = {}) => ({ params: { kind, id }, query })
const read = (kind: string, id: string, query: Filter = {}, as: (typeof roles)[number] = 'admin') =>
  s.call(as, api.history.of, of(kind, id, query))
const changes = async (...input: Parameters<typeof read>) => (await read(...input)).body.data
/** Writes as a caller of the server would, in a transaction of its own. */
const write = (statement: string, by = '') =>
  s.ctx.database.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('portreeve.by', ${by}, true), pg_sleep(0.003)`)
    await tx.execute(sql.raw(statement))
  })

describe('what changed', () => {
  test('is for roles that may see the record, and of records that have a page', async () => {
    expect((await s.call(undefined, api.history.of, of('user', 'x'))).status).toBe(401)
    const status = async (kind: string) =>
      Promise.all(roles.map(async (role) => (await read(kind, 'x', {}, role)).status))
    expect(await status('user')).toEqual([200, 200, 200, 200])
    expect(await status('conversation')).toEqual([200, expect.any(Number), 200, 403])
    for (const kind of ['staff', 'constructor', 'macro']) expect((await read(kind, 'x')).status).toBe(404)
    expect((await read('user', 'x', { cursor: 'x' })).status).toBe(400)
    expect((await read('user', 'x', { from: 'yesterday' })).status).toBe(400)
    expect(await changes('order', 'unknown')).toEqual([])
  })

  test('has each field before and after, with the staff member, newest first', async () => {
    await s.addUser({ uid: 'ann', displayName: 'Ann', post_ability: 1 })
    const update = (body: object) =>
      s.call('admin', api.users.update, { params: { uid: 'ann' }, body } as never)
    await update({ post_ability: 2 })
    await update({ email: 'ann@new.example' })
    const [email, ability, made, ...rest] = await changes('user', 'ann')
    const by = { kind: 'staff', id: 'staff-admin', name: 'The admin' }
    expect(email).toMatchObject({ by, fields: [{ field: 'email', after: 'ann@new.example' }] })
    expect(ability).toEqual({
      at: expect.stringMatching(/Z$/),
      by,
      fields: [{ field: 'post_ability', before: 1, after: 2 }],
    })
    expect(made).toMatchObject({ made: true, by: { kind: 'server', id: null, name: null } })
    expect(made?.fields).toContainEqual({ field: 'displayName', before: null, after: 'Ann' })
    expect(rest).toEqual([])
  })

  test('names a machine key, an import, a provider, an operation, and a timer of the server', async () => {
    const token = await keyFor(s, recordScopes, { name: 'Shop app' })
    expect((await writer(s, token).rows('users', [{ uid: 'kay', displayName: 'Kay' }])).status).toBe(200)
    await s.make.operation({ id: 'op_1', kind: 'payout', subject_id: 'x' })
    const by = ['import', 'provider stripe', 'provider stripe evt_1', 'operation op_1', 'staff gone-uid', '']
    for (const [n, who] of by.entries())
      await write(`update users set country_code = 'C${n}' where uid = 'kay'`, who)
    expect((await changes('user', 'kay')).map((one) => one.by)).toEqual([
      { kind: 'server', id: null, name: null },
      { kind: 'staff', id: 'gone-uid', name: null },
      { kind: 'operation', id: 'op_1', name: 'Payout' },
      { kind: 'provider', id: 'stripe', event: 'evt_1', name: 'the payment provider, event evt_1' },
      { kind: 'provider', id: 'stripe', name: 'the payment provider' },
      { kind: 'import', id: null, name: null },
      { kind: 'key', id: expect.any(String), name: 'Shop app' },
    ])
  })

  test('between two moments, and a page at a time', async () => {
    await s.addUser({ uid: 'many' })
    await s.asOwner(`insert into history.users select (jsonb_populate_record(null::history.users, to_jsonb(u) || jsonb_build_object(
        'display_name', 'Name ' || n, 'history_since', now() + n * interval '1 min', 'history_until', now() + (n + 1) * interval '1 min'))).*
      from users u, generate_series(1, 205) n where uid = 'many'`)
    await s.asOwner(`update users set display_name = 'Last' where uid = 'many'`)
    await s.asOwner(`alter table users disable trigger user;
      update users set history_since = (select max(history_until) from history.users where uid = 'many') where uid = 'many';
      delete from history.users where uid = 'many' and history_until < (select min(history_since) from history.users where display_name = 'Name 1');
      alter table users enable trigger user`)
    const first = await read('user', 'many')
    expect([first.body.data.length, first.headers['x-more']]).toEqual([200, 'true'])
    const cursor = String(first.headers['x-next-cursor'])
    const rest = await changes('user', 'many', { cursor })
    expect(rest.at(0)?.at).not.toBe(first.body.data.at(-1)?.at)
    expect(rest.at(-1)?.made).toBe(true)
    const all = [...first.body.data, ...rest]
    expect(all.length).toBe(206)
    const [to = '', from = ''] = [all[2]?.at, all[4]?.at]
    expect(await changes('user', 'many', { from, to })).toEqual(all.slice(3, 5))
  })
})

describe('a record', () => {
  test('that is deleted ends with that, by whom; restored and made again it goes on', async () => {
    await s.addUser({ uid: 'seller' })
    await s.make.listing({ key: 'bike', creatorUID: 'seller', title: 'Bike', review_state: 'approved' })
    await s.call('admin', api.posts.remove, { params: { id: 'bike' } })
    const deleted = { by: { name: 'The admin' }, gone: true, fields: [] }
    expect((await changes('listing', 'bike')).map(({ gone, made }) => [gone, made])).toEqual([
      [true, undefined],
      [undefined, true],
    ])
    expect((await changes('listing', 'bike'))[0]).toMatchObject(deleted)
    await write("update posts set deleted_at = null where key = 'bike'")
    expect((await changes('listing', 'bike'))[0]).toMatchObject({ gone: false, fields: [] })

    await s.make.conversationOf('talk', 'seller', 'support')
    await write("delete from conversations where id = 'talk'", 'staff staff-admin')
    expect((await changes('conversation', 'talk'))[0]).toMatchObject(deleted)
    await s.query('select pg_sleep(0.003)')
    await s.make.conversationOf('talk', 'seller', 'support')
    expect((await changes('conversation', 'talk')).map(({ gone, made }) => gone ?? made)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('has no change where only what its page does not show is another', async () => {
    await s.addUser({ uid: 'plain' })
    await write("update users set search_name = 'else', version = version + 1 where uid = 'plain'")
    expect(await changes('user', 'plain')).toHaveLength(1)
  })

  test('has its times and cents as on the wire', async () => {
    await s.make.sale('sale', { seller_uid: 'seller', purchaser_uid: 'seller' })
    await write(
      "update transactions set delivered_at = '2026-11-01T10:00:00Z', price = 1234 where id = 'sale'",
    )
    expect((await changes('transaction', 'sale'))[0]?.fields).toEqual([
      { field: 'price', before: expect.any(Number), after: 1234 },
      { field: 'delivered_at', before: null, after: '2026-11-01T10:00:00.000Z' },
    ])
  })

  test('of messages shows no text: only their reading is audited', async () => {
    await s.make.conversationOf('secret', 'seller', 'support')
    await write("update conversations set last_message = 'hidden words', date = now() where id = 'secret'")
    const told = await changes('conversation', 'secret')
    expect(told).toHaveLength(2)
    expect(JSON.stringify(told)).not.toMatch(/hidden words|lastMessage/)
  })

  test('that has changed before the history begins is not new', async () => {
    await s.addUser({ uid: 'old' })
    await s.asOwner(`alter table users disable trigger user;
      update users set history_since = (select at from history.began) where uid = 'old'; alter table users enable trigger user`)
    expect(await changes('user', 'old')).toEqual([])
    await write("update users set country_code = 'PL' where uid = 'old'")
    expect(await changes('user', 'old')).toMatchObject([{ fields: [{ field: 'country_code', after: 'PL' }] }])
  })
})

describe('personal fields', () => {
  const secrets = {
    ...{ email: 'past.address@planted.example', phone_number: '+48 601 234 567', last_ip: '81.2.69.142' },
    ...{
      oneSignalId: '8f2c1d3e-planted',
      stripe_customer_id: 'cus_Planted1',
      stripe_connect_id: 'acct_Planted2',
    },
  }

  test('are masked for roles without the permission, in old values and new ones', async () => {
    await s.addUser({ uid: 'hidden', ...secrets })
    await write(`update users set email = 'present@planted.example', phone_number = '+48 699 111 222', last_ip = null,
      one_signal_id = null, stripe_customer_id = null, stripe_connect_id = 'acct_Other99' where uid = 'hidden'`)
    await write("update users set email = null, phone_number = 'temp' where uid = 'hidden'")
    const whole = JSON.stringify(await changes('user', 'hidden'))
    for (const value of Object.values(secrets)) expect(whole).toContain(value)
    const masked = await changes('user', 'hidden', {}, 'moderator')
    expect(masked).toHaveLength(3)
    expect(JSON.stringify(masked)).not.toMatch(/planted|601 234|699 111|69\.142|Other99|past\.address/i)
    expect(masked[1]?.fields).toContainEqual({
      field: 'email',
      before: 'p•••@p•••.example',
      after: 'p•••@p•••.example',
    })
  })

  test('of an order are masked, too', async () => {
    await s.make.order({ id: 'sent', buyer_uid: 'hidden', stripe_payment_intent_id: 'pi_PlantedOrder' })
    await write(
      "update orders set ship_to_line1 = 'Planted street 1', ship_to_city = 'Plantedtown' where id = 'sent'",
    )
    await write(
      "update orders set ship_to_line1 = 'Other street', payment_id = 'pi_Later9876' where id = 'sent'",
    )
    expect(JSON.stringify(await changes('order', 'sent'))).toMatch(/Planted street 1.*pi_PlantedOrder/)
    const masked = JSON.stringify(await changes('order', 'sent', {}, 'moderator'))
    expect(masked).toContain('ship_to_line1')
    expect(masked).not.toMatch(/planted|street|Later9876/i)
  })

  test('are known by their names, whichever of them a kind shows', () => {
    const shapes: Record<string, Endpoint['data']> = { ...User.shape, ...Order.shape, ...ShipTo.shape }
    const names = Object.keys(historyKinds).flatMap((kind) => fieldsOf(kind as keyof typeof historyKinds))
    expect(names).not.toContainEqual(expect.stringMatching(/search|^version|^history|deleted_at|_time$/))
    const personal = names.filter((name) => shapes[name] && isPersonal(shapes[name]))
    expect(personal.length).toBeGreaterThan(10)
    expect(personal.filter((name) => maskNamed(name, 'a value') === undefined)).toEqual([])
  })
})

test('there is none as of a moment: it is a log', async () => {
  const { status } = await s.call('admin', api.history.of, of('user', 'x'), {
    'as-of': '2026-11-20T00:00:00Z',
  })
  expect(status).toBe(422)
})
