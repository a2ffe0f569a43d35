import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { AuditFilter } from '@portreeve/contract/staff/audit'
import { describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const { audit, notes, users } = api
const s = useServer()
const ban = (uid: string, ban_reason: string, as: 'admin' | 'moderator' = 'admin') =>
  s.call(as, users.ban, { params: { uid }, body: { ban_reason } })

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
      await s.call('support', notes.create, { body: { kind: 'user', id: `e${at}`, text: reason } })
    }
    const { csv, rows } = (await s.call('admin', audit.export, { query: { action: 'notes.create' } })).body
      .data
    expect(rows).toBeGreaterThanOrEqual(evil.length)
    expect(csv.split('\r\n')[0]).toBe(
      'id,at,actor_uid,actor_name,actor_role,address,request_id,action,subject_kind,subject_id,reason,before,after,currency',
    )
    for (const cell of [
      `"'=HYPERLINK(""http://evil"")"`,
      ',+1,',
      ',-1,',
      `,'@SUM(A1),`,
      `,'\tx,`,
      `"'\rx"`,
      `"a ""quote"", and\na line"`,
    ])
      expect(csv).toContain(cell)
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

describe('checks of decisions', () => {
  const decided = async (uid: string) => {
    await s.addUser({ uid })
    await ban(uid, 'Sells fakes.', 'moderator')
    const { body } = await s.call('admin', audit.list, {
      query: { kind: 'user', id: uid, what: 'decisions' },
    })
    return body.data[0]?.id ?? 0
  }
  const check = (id: number | string, body: { agrees: boolean; comment?: string }, as: Role = 'admin') =>
    s.call(as, audit.check, { params: { id: String(id) }, body })
  const checksOf = async (uid: string) =>
    (await s.call('admin', audit.list, { query: { kind: 'user', id: uid } })).body.data.find(
      ({ action }) => action === 'users.ban',
    )?.checks

  test('decisions and looks are apart', async () => {
    const uid = 'apart'
    await decided(uid)
    await s.call('moderator', notes.create, { body: { kind: 'user', id: uid, text: 'A word.' } })
    await s.call('moderator', api.verification.list, { params: { uid } })
    const actions = async (what?: 'decisions' | 'looks') =>
      (
        await s.call('admin', audit.list, { query: { kind: 'user', id: uid, ...(what && { what }) } })
      ).body.data.map(({ action }) => action)
    expect(await actions('decisions')).toEqual(['users.ban'])
    expect(await actions('looks')).toEqual(['verification.list'])
    expect(await actions()).toHaveLength(3)
  })

  test('the newest word of a colleague counts; a comment is on the timeline and in a notification', async () => {
    const id = await decided('checked')
    expect(await checksOf('checked')).toEqual([])
    await check(id, { agrees: true })
    const mine = async () =>
      (await s.call('moderator', api.notifications.list, { query: {} })).body.data.rows.filter(
        ({ what }) => what === 'checked',
      )
    expect(await mine()).toEqual([])
    await check(id, { agrees: false, comment: 'Only one report.' })
    expect(await checksOf('checked')).toMatchObject([
      { by: { uid: 'staff-admin' }, agrees: false, comment: 'Only one report.' },
    ])
    expect(await mine()).toMatchObject([{ kind: 'user', record: 'checked' }])
    const { body } = await s.call('moderator', api.timeline.of, {
      params: { kind: 'user', id: 'checked' },
      query: {},
    })
    expect(body.data[0]).toMatchObject({ action: 'audit.check', reason: 'Only one report.' })
    // A word on a decision is no change of the record.
    expect(
      (await s.call('admin', audit.list, { query: { kind: 'user', id: 'checked', what: 'decisions' } })).body
        .data,
    ).toHaveLength(1)
  })

  test('refuses what is no decision, the own one, and a disagreement without a comment', async () => {
    const id = await decided('refused')
    await s.addUser({ uid: 'own' })
    await ban('own', 'Sells fakes.')
    const [own] = (await s.call('admin', audit.list, { query: { kind: 'user', id: 'own' } })).body.data
    expect((await check(own?.id ?? 0, { agrees: true })).body.error_message).toBe(
      'Another person has to check your own decision.',
    )
    await s.call('moderator', notes.create, { body: { kind: 'user', id: 'refused', text: 'A word.' } })
    const [note] = (await s.call('admin', audit.list, { query: { kind: 'user', id: 'refused' } })).body.data
    expect((await check(note?.id ?? 0, { agrees: true })).status).toBe(422)
    expect((await check(id, { agrees: false, comment: ' ' })).status).toBe(400)
    expect((await check('x', { agrees: true })).status).toBe(404)
    expect((await check(id, { agrees: true }, 'moderator')).status).toBe(403)
  })
})
