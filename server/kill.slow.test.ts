import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './core/database/db.ts'
import { searchColumns } from './search/search-text.ts'
import { kill, useKilledServer } from './testing/killing.ts'

// `.ci/run` runs it on the embedded database too, which the kill ends in the middle of its writing.

const people = 20
let remove: () => Promise<unknown> = async () => {}
afterAll(() => remove())

test('after kill -9 during blocks and a restart, every block is complete: state, reason and audit row together', async () => {
  const { where, base, start, token: signIn, end } = await useKilledServer()
  remove = end
  const setUp = await openDatabase(where)
  for (let i = 0; i < people; i++) {
    const { search_uid } = searchColumns({
      uid: `p${i}`,
      displayName: null,
      email: null,
      phone_number: null,
      oneSignalId: null,
      last_ip: null,
    })
    await setUp.pool.query('insert into users (uid, search_uid) values ($1, $2)', [`p${i}`, search_uid])
  }
  await setUp.close()

  let acknowledged = 0
  for (let round = 0; round < 3; round++) {
    const server = await start()
    const token = await signIn()
    const call = async (uid: string, verb: 'ban' | 'unban') => {
      const answer = await fetch(`${base}/v1/admin/users/${uid}/${verb}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'x-api-key': 'key', authorization: `Bearer ${token}` },
        ...(verb === 'ban' ? { body: '{"ban_reason":"in the middle"}' } : {}),
      })
      if (answer.status === 200) acknowledged += 1
    }
    let going = true
    const work = Array.from({ length: 8 }, async (_, worker) => {
      for (let i = worker; going; i++)
        // The kill cuts calls off; a busy machine may also lose one before it, and the loop continues.
        for (const verb of ['ban', 'unban'] as const)
          await call(`p${i % people}`, verb).catch(() => new Promise((done) => setTimeout(done, 10)))
    })
    const before = acknowledged
    while (acknowledged < before + 30) await new Promise((done) => setTimeout(done, 10))
    const killed = kill(server)
    going = false
    await killed
    await Promise.all(work)
  }

  const after = await openDatabase(where)
  const { rows } = await after.pool.query<{
    uid: string
    banned: boolean
    bans: number
    unbans: number
    reasons: number
    version: number
  }>(
    `select uid, is_banned as banned, version,
      (select count(*)::int from audit where action = 'users.ban' and subject_id = uid) as bans,
      (select count(*)::int from audit where action = 'users.unban' and subject_id = uid) as unbans,
      (select count(*)::int from ban_reasons where ban_reasons.uid = users.uid) as reasons
     from users where uid like 'p%'`,
  )
  await after.close()
  expect(rows).toHaveLength(people)
  for (const row of rows) {
    expect([row.uid, row.reasons, row.version]).toEqual([row.uid, row.bans, 1 + row.bans + row.unbans])
    expect([row.uid, row.banned]).toEqual([row.uid, row.bans > row.unbans])
  }
  // Every acknowledged change is there; only calls cut off without an answer may come on top.
  const kept = rows.reduce((sum, row) => sum + row.bans + row.unbans, 0)
  expect(kept).toBeGreaterThanOrEqual(acknowledged)
  expect(kept).toBeLessThanOrEqual(acknowledged + 3 * 8)
  // Starts a whole server three times, which is slow on a busy machine.
}, 180_000)
