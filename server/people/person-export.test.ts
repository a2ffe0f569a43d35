import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { writeAudit } from '../core/audit/audit.ts'
import { auditKey, useServer } from '../testing/harness.ts'
import { plant, withoutPeople } from '../testing/planting.ts'

const s = useServer()
const uid = 'marked.person'

const perTable: Record<string, string> = {}
beforeAll(async () => {
  await s.addUser({ uid: 'third' })
  for (const statement of [...plant(uid, 'mine-'), ...plant(`${uid}-2`, 'theirs-')]) await s.query(statement)
  for (const [who, mark] of [
    [uid, 'mine-'],
    [`${uid}-2`, 'theirs-'],
  ] as const)
    await s.ctx.database.db.transaction((tx) =>
      writeAudit(tx, auditKey, { uid: 'staff', role: 'admin' }, 'x', {
        subject: ['user', who],
        reason: `${mark}audit`,
      }),
    )
  const tables = await s.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  for (const { name } of tables)
    if (!withoutPeople.includes(name) && !name.startsWith('identity_')) perTable[name] = `mine-${name}`
})

const body = { reason: 'They have asked for it' }
const exportOf = (as: 'admin' | 'support', of: string) =>
  s.call(as, api.users.export, { params: { uid: of }, body })

test('is only for admins, and needs an existing person', async () => {
  expect((await exportOf('support', uid)).status).toBe(403)
  expect((await exportOf('admin', 'nobody')).status).toBe(404)
})

test('has the person’s row of every table, and no other person’s', async () => {
  const { data } = (await exportOf('admin', uid)).body
  const missing = Object.entries(perTable).filter(
    ([name, mark]) =>
      // A row that only links two records, or counts one's versions, has no text of its own.
      !JSON.stringify(data[name] ?? []).includes(
        ['collection_items', 'ingest_versions'].includes(name) ? 'mine-p' : mark,
      ),
  )
  expect(missing.map(([name]) => name)).toEqual([])
  expect(JSON.stringify(data)).not.toContain('theirs-')
})

test('is audited with its reason, is not stored for replay, and includes a deleted account', async () => {
  await s.query('update users set deleted_at = now() where uid = $1', [`${uid}-2`])
  const headers = { 'idempotency-key': 'export-1' }
  const answer = await s.call('admin', api.users.export, { params: { uid: `${uid}-2` }, body }, headers)
  expect(answer.status).toBe(200)
  expect(JSON.stringify(answer.body.data)).toContain('theirs-messages')
  expect(await s.query("select 1 from idempotency_keys where key = 'export-1'")).toEqual([])
  const rows = await s.query(
    "select reason, subject_id from audit where action = 'users.export' order by id desc limit 1",
  )
  expect(rows).toEqual([{ reason: body.reason, subject_id: `${uid}-2` }])
})
