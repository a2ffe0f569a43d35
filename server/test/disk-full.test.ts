import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@portreeve/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { isDiskFull } from '../core/disk-reserve.ts'
import { address, password, useServer } from './harness.ts'

const { users } = api
const s = useServer()
beforeAll(async () => {
  await s.token('admin')
  await s.addUser({ uid: 'person' })
})
afterEach(() => {
  delete s.ctx.database.isFull
})

const ban = () => s.call('admin', users.ban, { params: { uid: 'person' }, body: { ban_reason: 'x' } })
const look = () => s.call('admin', users.get, { params: { uid: 'person' } })
const refusal = {
  code: 'unavailable',
  error_title: 'Disk full',
  error_message:
    'The disk of the database is full. Nothing was changed. Reading goes on; please tell those who run this server.',
}
/** As PostgreSQL refuses a row for which it finds no room. */
const full = (table: string, when: string) =>
  s.asOwner(`create or replace function is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger is_full before ${when} on ${table} for each row execute function is_full()`)
const room = (table: string) => s.asOwner(`drop trigger is_full on ${table}`)

test('a full disk gives up the reserve, which is kept again when there is room for more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portreeve-disk-'))
  const reserve = join(folder, 'reserve')
  const withFree = (megabytes: number) => isDiskFull(folder, () => megabytes * 1024 * 1024)
  expect([withFree(40), existsSync(reserve)]).toEqual([true, false])
  expect(withFree(1000)).toBe(false)
  const { size, blocks } = await stat(reserve)
  expect(size).toBe(32 * 1024 * 1024)
  expect(blocks * 512).toBeGreaterThanOrEqual(size)
  expect([withFree(9), existsSync(reserve)]).toEqual([false, true])
  expect([withFree(7), existsSync(reserve)]).toEqual([true, false])
  expect([withFree(39), existsSync(reserve)]).toEqual([true, false])
  expect([withFree(100), existsSync(reserve)]).toEqual([false, true])
  await rm(folder, { recursive: true })
})

test('with a full disk one signs in and reads, and every changing call is refused in words', async () => {
  s.ctx.database.isFull = () => true
  const refused = await ban()
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject(refusal)
  expect((await look()).body.data.isBanned).toBe(false)
  const session = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address },
    payload: { email: 'admin@portreeve.test', password },
  })
  expect(session.statusCode).toBe(200)
})

test('signing in looks at the disk first, so that the reserve is given up for it', async () => {
  let looks = 0
  s.ctx.database.isFull = () => ++looks > 0
  await s.server.inject({ method: 'GET', url: '/identity/token' })
  expect(looks).toBe(1)
})

test('a change for which the database finds no room is refused in the same words', async () => {
  await full('ban_reasons', 'insert')
  const refused = await ban()
  await room('ban_reasons')
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject(refusal)
  expect((await look()).body.data.isBanned).toBe(false)
})

test('reading goes on where it cannot be noted when staff were last seen', async () => {
  await s.asOwner('update staff set last_seen_at = null')
  await full('staff', 'update')
  const read = await look()
  await room('staff')
  expect(read.status).toBe(200)
})
