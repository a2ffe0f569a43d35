import { api } from '@portreeve/contract'
import type { AuditFilter } from '@portreeve/contract/audit'
import { beforeAll, describe, expect, test } from 'vitest'
import { csvCell } from '../store/csv.ts'
import { useServer } from './harness.ts'

const { audit, notes, timeline, users, verification } = api
const s = useServer()
beforeAll(async () => {
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const) await s.token(role)
})

const ofUser = (id: string, query: { cursor?: string; reads?: 'shown' } = {}) => ({
  params: { kind: 'user', id },
  query,
})
const note = (kind: 'user' | 'listing' | 'transaction' | 'conversation', id: string, text: string) => ({
  body: { kind, id, text },
})
const ban = (uid: string, ban_reason: string, as: 'admin' | 'moderator' = 'admin') =>
  s.call(as, users.ban, { params: { uid }, body: { ban_reason } })

describe('a timeline', () => {
  test('is for roles that may see the record', async () => {
    expect((await s.call(undefined, timeline.of, ofUser('x'))).status).toBe(401)
    for (const role of ['admin', 'moderator', 'support', 'finance'] as const)
      expect((await s.call(role, timeline.of, ofUser('x'))).status).toBe(200)
    const conversation = { params: { kind: 'conversation', id: 'c' }, query: {} }
    const refused = await s.call('finance', timeline.of, conversation)
    expect(refused.status).toBe(403)
    expect(refused.body.error_message).toBe('Your role, finance, may not read private messages.')
    expect((await s.call('support', timeline.of, conversation)).body.data).toEqual([])
  })

  test('of another kind, or with a made-up cursor, is refused', async () => {
    for (const kind of ['staff', 'constructor', 'macro'])
      expect((await s.call('admin', timeline.of, { params: { kind, id: 'x' }, query: {} })).status).toBe(404)
    for (const cursor of ['x', '-1', '1.5', '9'.repeat(20)])
      expect((await s.call('admin', timeline.of, ofUser('x', { cursor }))).status).toBe(400)
  })

  test('has actor, action, time, reason, before and after, newest first', async () => {
    await s.addUser({ uid: 'told' })
    await ban('told', 'Sold the same car twice', 'moderator')
    await s.call('admin', users.unban, { params: { uid: 'told' } })
    const { data } = (await s.call('finance', timeline.of, ofUser('told'))).body
    expect(
      data.map(({ by, action, reason, before, after }) => [by.name, by.role, action, reason, before, after]),
    ).toEqual([
      ['The admin', 'admin', 'users.unban', null, { isBanned: true }, { isBanned: false }],
      [
        'The moderator',
        'moderator',
        'users.ban',
        'Sold the same car twice',
        { isBanned: false },
        expect.objectContaining({ isBanned: true }),
      ],
    ])
    expect(Object.keys(data[0] ?? {})).not.toContain('address')
  })

  test('hides private records from roles without the permission, and leaves reads out', async () => {
    await s.addUser({ uid: 'private' })
    await s.call('support', verification.list, { params: { uid: 'private' } })
    await s.call('support', api.conversations.search, {
      params: { uid: 'private' },
      query: { q: 'secret words' },
    })
    expect((await s.call('finance', timeline.of, ofUser('private'))).body.data).toEqual([])
    const looked = await s.call('finance', timeline.of, ofUser('private', { reads: 'shown' }))
    expect(JSON.stringify(looked.body.data)).not.toContain('secret words')
    expect(looked.body.data.map(({ action, left_out }) => [action, left_out])).toEqual([
      ['conversations.search', 'private'],
      ['verification.list', 'private'],
    ])
    const support = await s.call('support', timeline.of, ofUser('private', { reads: 'shown' }))
    expect(support.body.data.map(({ after, left_out }) => [after, left_out])).toEqual([
      [{ searched: 'secret words' }, null],
      [null, null],
    ])
  })

  test('is paged by a cursor, with each entry exactly once while more are added', async () => {
    await s.addUser({ uid: 'many' })
    for (let at = 0; at < 60; at++) await s.call('support', notes.create, note('user', 'many', `Note ${at}`))
    const first = await s.call('support', timeline.of, ofUser('many'))
    expect(first.body.data).toHaveLength(50)
    await s.call('support', notes.create, note('user', 'many', 'Later'))
    const cursor = String(first.headers['x-next-cursor'])
    const second = await s.call('support', timeline.of, ofUser('many', { cursor }))
    expect(second.headers['x-more']).toBeUndefined()
    expect([...first.body.data, ...second.body.data].map(({ reason }) => reason)).toEqual(
      Array.from({ length: 60 }, (_, at) => `Note ${59 - at}`),
    )
  })
})

describe('a note', () => {
  test('is written only by roles that may see the record', async () => {
    await s.addUser({ uid: 'noted' })
    expect((await s.call(undefined, notes.create, note('user', 'noted', 'x'))).status).toBe(401)
    expect((await s.call('finance', notes.create, note('conversation', 'c', 'x'))).status).toBe(403)
    for (const role of ['admin', 'moderator', 'support', 'finance'] as const)
      expect((await s.call(role, notes.create, note('user', 'noted', `By ${role}`))).status).toBe(200)
    const { data } = (await s.call('finance', timeline.of, ofUser('noted'))).body
    expect(data.map(({ action, reason }) => [action, reason])).toEqual(
      ['finance', 'support', 'moderator', 'admin'].map((role) => ['notes.create', `By ${role}`]),
    )
  })

  test('is refused when empty, too long, or on a missing record', async () => {
    await s.addUser({ uid: 'strict' })
    for (const text of ['', ' \n ', 'x'.repeat(5001), 'a\u0000b'])
      expect((await s.call('admin', notes.create, note('user', 'strict', text))).status).toBe(400)
    for (const kind of ['user', 'listing', 'transaction', 'conversation'] as const)
      expect((await s.call('admin', notes.create, note(kind, 'nobody', 'x'))).status).toBe(404)
    const whole = 'é🦊'.repeat(1600)
    expect((await s.call('admin', notes.create, note('user', 'strict', whole))).status).toBe(200)
    expect(
      (await s.call('admin', timeline.of, ofUser('strict'))).body.data.map(({ reason }) => reason),
    ).toEqual([whole])
  })

  test('is neither edited nor deleted, and does not change the record', async () => {
    expect((await s.server.inject({ method: 'DELETE', url: '/v1/admin/notes' })).statusCode).toBe(404)
    await s.addUser({ uid: 'unchanged' })
    const [before] = await s.query(`select version from users where uid = 'unchanged'`)
    await s.call('admin', notes.create, note('user', 'unchanged', 'x'))
    expect(await s.query(`select version from users where uid = 'unchanged'`)).toEqual([before])
  })
})

describe('the audit log', () => {
  const list = (query: AuditFilter & { limit?: string }) => s.call('admin', audit.list, { query })
  const ids = async (query: AuditFilter & { limit?: string }) =>
    (await list(query)).body.data.map(({ subject }) => subject?.id)

  test('is for admins only', async () => {
    for (const endpoint of [audit.list, audit.export]) {
      expect((await s.call(undefined, endpoint, { query: {} })).status).toBe(401)
      for (const role of ['moderator', 'support', 'finance'] as const)
        expect((await s.call(role, endpoint, { query: {} })).status).toBe(403)
    }
    expect((await s.call('finance', audit.list, { query: {} })).body.error_message).toBe(
      'Your role, finance, may not see the audit log.',
    )
  })

  test('is filtered by actor, record, action and time, and paged', async () => {
    for (const uid of ['f1', 'f2', 'f3']) await s.addUser({ uid })
    await ban('f1', 'one', 'moderator')
    await ban('f2', 'two')
    const [between] = await s.query<{ at: string }>(
      `select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from audit where subject_id = 'f2'`,
    )
    const at = between?.at ?? ''
    while (
      (
        await s.query<{ later: boolean }>(
          'select clock_timestamp() > $1::timestamptz + interval $$1 ms$$ as later',
          [at],
        )
      )[0]?.later === false
    );
    await ban('f3', 'three', 'moderator')
    const bans = { kind: 'user', action: 'users.ban' }
    expect((await ids(bans)).slice(0, 3)).toEqual(['f3', 'f2', 'f1'])
    expect((await ids({ ...bans, actor: 'staff-moderator' })).slice(0, 2)).toEqual(['f3', 'f1'])
    expect((await ids({ ...bans, actor: ' Moderator@portreeve.test ' })).slice(0, 2)).toEqual(['f3', 'f1'])
    expect(await ids({ ...bans, id: 'f2' })).toEqual(['f2'])
    expect((await ids({ ...bans, from: at })).slice(0, 3)).toEqual(['f3', 'f2'])
    expect((await ids({ ...bans, to: at })).slice(0, 1)).toEqual(['f1'])
    expect(await ids({ ...bans, from: at, to: at })).toEqual([])
    expect(await ids({ ...bans, to: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await ids({ ...bans, from: '2100-01-01T00:00:00Z' })).toEqual([])
    const first = await list({ ...bans, limit: '2' })
    expect(first.body.data.map(({ subject }) => subject?.id)).toEqual(['f3', 'f2'])
    const cursor = String(first.headers['x-next-cursor'])
    expect((await ids({ ...bans, cursor }))[0]).toBe('f1')
    for (const query of [
      { id: 'f1' },
      { limit: '0' },
      { limit: '201' },
      { cursor: 'x' },
      { from: 'yesterday' },
    ])
      expect((await list(query)).status).toBe(400)
  })

  test('leaves out very long values, which the export includes', async () => {
    await s.asOwner(`with head as (select seq, hash from audit_head), moved as (update audit_head set seq = seq + 1)
      insert into audit (id, at, actor_uid, actor_role, action, subject_kind, subject_id, after, content, previous, hash)
      select seq + 1, now(), 'x', 'admin', 'emailTemplates.update', 'email_template', 'long',
        jsonb_build_object('HtmlPart', repeat('x', 60000)), 'none', hash, 'none' from head`)
    const query = { kind: 'email_template', id: 'long' }
    expect((await list(query)).body.data[0]).toMatchObject({ after: null, left_out: 'long' })
    expect((await s.call('admin', audit.export, { query })).body.data.csv.length).toBeGreaterThan(60_000)
  })

  test('is exported in pages as CSV that no spreadsheet runs as a formula, and the export is audited', async () => {
    const evil = ['=HYPERLINK("http://evil")', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a "quote", and\na line']
    for (const [at, reason] of evil.entries()) {
      await s.addUser({ uid: `e${at}` })
      await s.call('support', notes.create, note('user', `e${at}`, reason))
    }
    const { csv, rows } = (await s.call('admin', audit.export, { query: { action: 'notes.create' } })).body
      .data
    expect(rows).toBeGreaterThanOrEqual(evil.length)
    expect(csv.split('\r\n')[0]).toBe(
      'id,at,actor_uid,actor_name,actor_role,address,request_id,action,subject_kind,subject_id,reason,before,after',
    )
    for (const cell of [
      `"'=HYPERLINK(""http://evil"")"`,
      `,'+1,`,
      `,'-1,`,
      `,'@SUM(A1),`,
      `,'\tx,`,
      `"'\rx"`,
      `"a ""quote"", and\na line"`,
    ])
      expect(csv).toContain(cell)
    expect(csvCell('plain')).toBe('plain')
    expect((await list({ action: 'audit.export', limit: '1' })).body.data[0]).toMatchObject({
      by: { role: 'admin' },
      after: { action: 'notes.create', rows },
    })
  })

  test('100,000 rows are exported in pages, each row once', async () => {
    for (let chunk = 0; chunk < 20; chunk++)
      await s.asOwner(`with head as (select seq from audit_head),
        moved as (update audit_head set seq = seq + 5000)
        insert into audit (id, at, actor_uid, actor_role, action, subject_kind, subject_id, after, content, previous, hash)
        select seq + n, now(), 'bulk', 'admin', 'bulk.test', 'bulk', 'b' || n, '{"a": 1}', 'none', 'none', 'none'
        from head, generate_series(1, 5000) n`)
    let cursor: string | undefined
    const seen = new Set<string>()
    let pages = 0
    do {
      const query = { action: 'bulk.test', ...(cursor && { cursor }) }
      const answer = await s.call('admin', audit.export, { query })
      for (const line of answer.body.data.csv.split('\r\n').slice(pages === 0 ? 1 : 0, -1))
        seen.add(line.split(',')[0] ?? '')
      cursor = answer.headers['x-next-cursor'] as string | undefined
      pages += 1
    } while (cursor)
    expect([seen.size, pages]).toEqual([100_000, 20])
  }, 120_000)
})
