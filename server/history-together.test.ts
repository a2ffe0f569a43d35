import { api } from '@portreeve/contract'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPast } from './core/call/past.ts'
import { forgetPast } from './core/database/forget-past.ts'
import { useServer } from './testing/harness.ts'

// What changes the past while somebody else reads or writes. The embedded database runs one transaction at a time.
describe.skipIf(!process.env.DATABASE_URL)('two at once', () => {
  const s = useServer()
  const all = async (uid: string) =>
    s.query(
      'select title from history.posts where creator_uid = $1 union all select title from posts where creator_uid = $1',
      [uid],
    )
  beforeAll(() => s.token('admin'))

  test('a listing that the marketplace changes while its person is erased leaves no version', async () => {
    await s.addUser({ uid: 'gone-1', email: 'gone-1@example.test' })
    await s.query(
      "insert into posts (key, title, creator_uid, post_type) values ('of-gone', 'First words', 'gone-1', 0)",
    )
    const erased = await s.ctx.database.db.transaction(async (tx) => {
      await tx.execute(sql`update posts set title = 'Second words' where key = 'of-gone'`)
      const erasing = s.call('admin', api.users.erase, {
        params: { uid: 'gone-1' },
        body: { reason: 'They have asked for it' },
      })
      const waits = () =>
        s.query(
          'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
        )
      await expect.poll(async () => (await waits()).length, { timeout: 10_000 }).toBeGreaterThan(0)
      return { erasing }
    })
    expect((await erased.erasing).status).toBe(200)
    expect(await all('gone-1')).toEqual([])
  })

  test('a look into the past has all its versions while old ones are deleted', async () => {
    await s.addUser({ uid: 'read-1', email: 'first@example.test' })
    await s.query("update users set email = 'last@example.test' where uid = 'read-1'")
    await s.asOwner("update history.began set at = now() - interval '500 days'")
    await s.asOwner(
      "update history.users set history_since = now() - interval '450 days', history_until = now() - interval '401 days' where uid = 'read-1'",
    )
    const then = new Date(Date.now() - 402 * 86_400_000).toISOString()
    const read = (db: Parameters<Parameters<typeof readPast>[2]>[0]) =>
      db.execute(sql`select email from users where uid = 'read-1'`)
    const found = await readPast(s.ctx.database.db, then, async (db) => {
      await forgetPast.run(s.ctx)
      return read(db)
    })
    expect(found.rows).toEqual([{ email: 'first@example.test' }])
    await expect(readPast(s.ctx.database.db, then, read)).rejects.toMatchObject({ title: expect.any(String) })
  })
})
