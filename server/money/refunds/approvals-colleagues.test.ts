import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { choosePassword, enter, hireByCommand, keptMail, sendLinks, tokenIn } from '../../testing/hiring.ts'
import { useVendors } from '../../testing/vendors.ts'

// One person must not control both approvals of a refund: not through a colleague whom they invited.
const vendors = useVendors(5000)
const mail = keptMail()
const s = useServer({ payments: vendors.payments, mail })
const { transactions, approvals, staff } = api

interface Person {
  uid: string
  token: string
}
let people = 0
/** A colleague created by the command line. */
async function old(role: Role): Promise<Person> {
  const email = `old-${++people}@portreeve.test`
  const { uid } = await hireByCommand(s, { email, name: `Old ${people}`, role, password: 'a long password' })
  return { uid, ...(await enter(s, email, 'a long password')) }
}
/** A colleague invited by an admin; the test reads the mail. */
async function invited(by: Person, role: Role): Promise<Person> {
  const email = `invited-${++people}@portreeve.test`
  const { status, body } = await s.call(by, staff.invite, { body: { email, displayName: 'Ivy', role } })
  expect(status).toBe(200)
  await sendLinks(s)
  const last = mail.sent.findLast(({ to }) => to === email)
  expect((await choosePassword(s, last ? tokenIn(last) : '', 'a long password')).status).toBe(200)
  return { uid: body.data.uid, ...(await enter(s, email, 'a long password')) }
}

beforeAll(async () => {
  await s.addUser({ uid: 'seller' })
  await s.addUser({ uid: 'buyer' })
})
// Attempts per address are throttled; these do not test that.
beforeEach(() => s.query('delete from identity_failures'))

let sales = 0
/** A request for a refund that waits for a second person. */
async function newRequest(by: Person): Promise<string> {
  const id = `sale-${++sales}`
  await s.make.sale(id, { price: 500_000 })
  await vendors.know([{ payment_intent: `pi_${id}`, amount: 500_000, transfers: [] }])
  const answer = await s.call(by, transactions.refund, { params: { id }, body: { amount: 60_000 } })
  expect(answer.body.code).toBe('second_person')
  const [row] = await s.query<{ id: string }>('select id from approvals where transaction_id = $1', [id])
  return row?.id ?? ''
}
const approve = (by: Person, id: string) => s.call(by, approvals.approve, { params: { id } })
const refused = async (by: Person, id: string) => {
  const answer = await approve(by, id)
  expect([answer.status, answer.body.code, answer.body.error_title]).toEqual([
    403,
    'forbidden',
    'A second person decides',
  ])
  expect(answer.body.error_message).toContain('Within the last 7 days')
}
const daysLater = (days: number) =>
  s.query('update staff_grants set at = at - make_interval(days => $1)', [days])

describe('a colleague who invited the other is not a second person', () => {
  test('a colleague invited by the requester cannot approve for 7 days', async () => {
    const admin = await old('admin')
    const id = await newRequest(admin)
    const puppet = await invited(admin, 'finance')
    await refused(puppet, id)
    expect(await s.query("select 1 from operations where kind = 'refund'")).toEqual([])
    await daysLater(6)
    await refused(puppet, id)
    await daysLater(1)
    expect((await approve(puppet, id)).status).toBe(200)
  })

  test.each<[string, Role, (admin: Person, other: Person) => Promise<unknown>]>([
    [
      'gave a role',
      'support',
      (admin, { uid }) => s.call(admin, staff.changeRole, { params: { uid }, body: { role: 'finance' } }),
    ],
    [
      'enabled',
      'finance',
      async (admin, { uid }) => {
        await s.query('update staff set disabled = true where uid = $1', [uid])
        await s.call(admin, staff.enable, { params: { uid } })
      },
    ],
    [
      'sent a new link',
      'finance',
      (admin, { uid }) => s.call(admin, staff.sendPasswordLink, { params: { uid } }),
    ],
    [
      'took the second factor from',
      'finance',
      async (admin, { uid }) => {
        await s.query('update identity_user set two_factor_enabled = true where id = $1', [uid])
        await s.call(admin, staff.resetSecondFactor, { params: { uid } })
      },
    ],
  ])('a colleague whom the one who asks has %s does not approve', async (_what, role, act) => {
    const admin = await old('admin')
    const other = await old(role)
    const id = await newRequest(admin)
    await act(admin, other)
    // Some of these end the sessions.
    const [row] = await s.query<{ email: string }>('select email from staff where uid = $1', [other.uid])
    const again = { uid: other.uid, ...(await enter(s, row?.email ?? '', 'a long password')) }
    await refused(again, id)
    await daysLater(7)
    expect((await approve(again, id)).status).toBe(200)
  })

  test('nor can one who was invited through another colleague', async () => {
    const admin = await old('admin')
    const id = await newRequest(admin)
    const middle = await invited(admin, 'admin')
    const puppet = await invited(middle, 'finance')
    await refused(puppet, id)
  })

  test('nor the admin who invited the requester', async () => {
    const admin = await old('admin')
    const puppet = await invited(admin, 'finance')
    await refused(admin, await newRequest(puppet))
  })

  test('nor a colleague invited by the same admin; the admin’s old colleague can', async () => {
    const admin = await old('admin')
    const [one, other] = [await invited(admin, 'finance'), await invited(admin, 'finance')]
    const id = await newRequest(one)
    await refused(other, id)
    expect((await approve(await old('finance'), id)).status).toBe(200)
  })

  test('colleagues created by the command line can approve at once', async () => {
    const id = await newRequest(await old('admin'))
    expect((await approve(await old('finance'), id)).status).toBe(200)
  })

  test('all of them may decline: it sends nothing', async () => {
    const admin = await old('admin')
    const id = await newRequest(admin)
    const puppet = await invited(admin, 'finance')
    const answer = await s.call(puppet, approvals.decline, { params: { id }, body: { reason: 'No' } })
    expect(answer.status).toBe(200)
  })
})
