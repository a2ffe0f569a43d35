import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@portreeve/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { address, password, useServer } from '../../testing/harness.ts'
import { isDiskFull } from './disk-reserve.ts'

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
const read = () => s.call('admin', users.get, { params: { uid: 'person' } })
const refusal = {
  code: 'unavailable',
  error_title: 'Disk full',
  error_message:
    'The disk of the database is full. Nothing was changed. Reading goes on; please tell those who run this server.',
}
/** Raises PostgreSQL's error for a full disk. */
const full = (table: string, when: string) =>
  s.asOwner(`create or replace function is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger is_full before ${when} on ${table} for each row execute function is_full()`)
const room = (table: string) => s.asOwner(`drop trigger is_full on ${table}`)

test('a full disk releases the reserve file, which is written again when there is room', async () => {
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

test('with a full disk, sign-in and reads work, and every changing call is refused with a message', async () => {
  s.ctx.database.isFull = () => true
  const refused = await ban()
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject(refusal)
  expect((await read()).body.data.isBanned).toBe(false)
  const session = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address },
    payload: { email: 'admin@portreeve.test', password },
  })
  expect(session.statusCode).toBe(200)
})

test('a sign-in checks the disk first, so that the reserve is released for it', async () => {
  let checks = 0
  s.ctx.database.isFull = () => ++checks > 0
  await s.server.inject({ method: 'GET', url: '/identity/token' })
  expect(checks).toBe(1)
})

test('a change without disk space is refused with the same message', async () => {
  await full('ban_reasons', 'insert')
  const refused = await ban()
  await room('ban_reasons')
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject(refusal)
  expect((await read()).body.data.isBanned).toBe(false)
})

test('reads work even if last_seen_at cannot be written', async () => {
  await s.asOwner('update staff set last_seen_at = null')
  await full('staff', 'update')
  const answer = await read()
  await room('staff')
  expect(answer.status).toBe(200)
})
