import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '../adapters/mail.ts'
import { useServer } from '../testing/harness.ts'

const sent: Parameters<Mail['send']>[0][] = []
const s = useServer({
  mail: {
    send: async (mail) => {
      sent.push(mail)
      return mail.key
    },
  },
})
const of = (uid: string) => ({ params: { uid } })

beforeAll(async () => {
  await s.addUser({ uid: 'ana', displayName: 'Ana', email: 'ana@example.com' })
  await s.addUser({ uid: 'bo', displayName: 'Bo' })
})

describe('devices of a person', () => {
  beforeAll(async () => {
    await s.query(`insert into devices (id, uid, device_id, code, created_at, created_at_time, verification_status) values
      ('d1', 'ana', 'dev-1', '111111', '2026-01-02T00:00:00Z', '2026-01-02', 0), ('d2', 'ana', null, '222222', 'odd', null, 1), ('d3', 'bo', null, '3', '2026-01-01', '2026-01-01', 0)`)
  })
  test('need a sign-in to be read, and finance may not verify them', async () => {
    const device = { params: { id: 'd1' } }
    expect((await s.call(undefined, api.devices.list, of('ana'))).status).toBe(401)
    expect((await s.call(undefined, api.devices.sendVerification, device)).status).toBe(401)
    expect((await s.call('finance', api.devices.sendVerification, device)).body.error_message).toBe(
      'Your role, finance, may not verify a device.',
    )
    expect((await s.call('finance', api.devices.list, of('nobody'))).status).toBe(404)
    expect(sent).toEqual([])
  })

  test('[API-24] [ENT-16] [ENT-17] [ENT-18] devices of a person', async () => {
    expect((await s.call('support', api.devices.list, of('ana'))).body.data).toEqual([
      {
        id: 'd1',
        device_id: 'dev-1',
        code: '111111',
        created_at: '2026-01-02T00:00:00Z',
        verification_status: 0,
      },
      { id: 'd2', device_id: null, code: '222222', created_at: 'odd', verification_status: 1 },
    ])
  })
  test('[API-25] a new code is mailed; by id or device_id; a verified device and a person without an address are refused', async () => {
    const resend = (id: string) => s.call('support', api.devices.sendVerification, { params: { id } })
    for (const id of ['d1', 'dev-1']) expect((await resend(id)).body.data).toEqual({ sent: 'sent' })
    expect(sent.map((mail) => mail.to)).toEqual(['ana@example.com', 'ana@example.com'])
    const [device] = await s.query<{ code: string }>("select code from devices where id = 'd1'")
    expect(sent.at(-1)?.text).toContain(device?.code ?? '-')
    expect([(await resend('d2')).status, (await resend('d3')).status, (await resend('d9')).status]).toEqual([
      409, 422, 404,
    ])
  })
})
