import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const of = (uid: string) => ({ params: { uid } })

describe('linked accounts', () => {
  test('need a sign-in to be read', async () => {
    expect((await s.call(undefined, api.linkedAccounts.get, of('ring-1'))).status).toBe(401)
  })

  test('by push id, phone, IP and payment customer, each with its evidence; an address shared by many is weak', async () => {
    const shared = {
      oneSignalId: 'Push-1',
      phone_number: '+1 555 000',
      last_ip: '203.0.113.9',
      stripe_customer_id: 'cus_x',
    }
    await s.addUser({ uid: 'ring-1', displayName: 'Ring One', ...shared })
    await s.addUser({ uid: 'ring-2', oneSignalId: 'push-1', isBanned: true })
    await s.addUser({ uid: 'ring-3', phone_number: '1555000' })
    await s.addUser({ uid: 'ring-4', stripe_customer_id: 'cus_x' })
    await s.addUser({ uid: 'ring-5', oneSignalId: 'push-1', phone_number: 'temp' })
    await s.addUser({ uid: 'temp', phone_number: 'temp' })
    for (let i = 0; i < 11; i++) await s.addUser({ uid: `crowd-${i}`, last_ip: '203.0.113.9' })
    const { data } = (await s.call('support', api.linkedAccounts.get, of('ring-1'))).body
    expect(data.accounts[0]).toEqual({
      uid: 'ring-1',
      displayName: 'Ring One',
      isBanned: false,
      created_at: expect.anything(),
    })
    expect(data.accounts[1]?.uid).toBe('ring-2')
    expect(data.accounts).toHaveLength(16)
    expect(
      data.links.map(({ kind, value, uids, shared_by, weak }) => [kind, value, uids.length, shared_by, weak]),
    ).toEqual([
      ['push_id', 'Push-1', 3, 3, false],
      ['phone', '+1 555 000', 2, 2, false],
      ['ip', '203.0.113.9', 12, 12, true],
      ['payment_customer', 'cus_x', 2, 2, false],
    ])
    expect((await s.call('support', api.linkedAccounts.get, of('temp'))).body.data).toEqual({
      accounts: [{ uid: 'temp', displayName: 'Somebody', isBanned: false, created_at: expect.anything() }],
      links: [],
      more: false,
    })
    expect((await s.call('support', api.linkedAccounts.get, of('nobody'))).status).toBe(404)
  })
})
