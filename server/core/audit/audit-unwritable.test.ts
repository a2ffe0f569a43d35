import { api } from '@portreeve/contract'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditKey, useServer } from '../../testing/harness.ts'
import { auditHead } from './audit.ts'
import { anchorOf, checkAudit } from './audit-check.ts'

const { users } = api
const s = useServer()
beforeAll(() => s.token('admin'))

const ban = (uid: string) =>
  s.call('admin', users.ban, { params: { uid }, body: { ban_reason: `Bad ${uid}` } })

async function check({ anchor }: { anchor: string }) {
  const faults: string[] = []
  await checkAudit(s.ctx.database.db, auditKey, (fault) => faults.push(fault), anchorOf(anchor))
  return { faults }
}

describe('an audit that cannot be written', () => {
  const failing = (uid: string, raise: string) =>
    s.asOwner(`create or replace function fails() returns trigger language plpgsql as $$ begin ${raise} end $$;
      create trigger fails before insert on audit for each row when (new.subject_id = '${uid}') execute function fails()`)
  const heal = () => s.asOwner('drop trigger fails on audit')
  const cases = [
    ['full', `raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';`],
    ['closed', `raise exception 'permission denied' using errcode = 'insufficient_privilege';`],
    ['broken', `raise exception 'whatever' using errcode = 'data_corrupted';`],
  ] as const

  test.each(cases)(
    '%s: the call is refused with a message, changes nothing, and recovers by itself',
    async (uid, raise) => {
      await s.addUser({ uid })
      const head = await auditHead(s.ctx.database.db)
      await failing(uid, raise)
      const key = { 'idempotency-key': `heals-${uid}` }
      const input = { params: { uid }, body: { ban_reason: 'x' } }
      const refused = await s.call('admin', users.ban, input, key)
      expect(refused.status).toBe(503)
      expect(refused.body).toMatchObject({
        code: 'unavailable',
        error_title: 'Not recorded',
        error_message:
          'The audit log cannot be written at the moment, so nothing was done. Please try again later.',
      })
      expect(refused.headers['retry-after']).toBe('2')
      expect((await s.call('admin', users.get, { params: { uid } })).body.data.isBanned).toBe(false)
      expect(await s.query('select 1 from ban_reasons where uid = $1', [uid])).toEqual([])
      expect(await auditHead(s.ctx.database.db)).toBe(head)
      await heal()
      expect((await s.call('admin', users.ban, input, key)).status).toBe(200)
      expect((await check({ anchor: head })).faults).toEqual([])
    },
  )

  test('an audited read returns no data without its audit row', async () => {
    await s.addUser({ uid: 'read' })
    const read = () => s.call('admin', api.verification.list, { params: { uid: 'read' } })
    // The first call records last_seen; later calls need no such write.
    expect((await read()).status).toBe(200)
    const head = await auditHead(s.ctx.database.db)
    await failing('read', cases[0][1])
    const refused = await read()
    expect([refused.status, refused.body.data]).toEqual([503, null])
    expect(await auditHead(s.ctx.database.db)).toBe(head)
    await heal()
    expect((await read()).body.data).toEqual([])
    expect((await check({ anchor: head })).faults).toEqual([])
    expect(
      await s.query(`select action from audit where subject_id = 'read' and action = 'verification.list'`),
    ).toHaveLength(2)
  })

  test('an idle chain does not block readers, and a waiting writer resumes', async () => {
    await s.addUser({ uid: 'waits' })
    const { db } = s.ctx.database
    let waiting: Promise<{ status: number }> | undefined
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from audit_head for update`)
      waiting = ban('waits')
    })
    expect((await waiting)?.status).toBe(200)
  })
})
