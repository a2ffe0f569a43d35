import { api } from '@portreeve/contract'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { auditKey, useServer } from '../../testing/harness.ts'
import { openDatabase } from '../database/db.ts'
import { auditHead, writeAudit } from './audit.ts'
import { anchorOf, checkAudit } from './audit-check.ts'

const { users } = api
const s = useServer()
beforeAll(() => s.token('admin'))

const guards = ['audit_no_update', 'audit_no_delete', 'audit_no_truncate']
const guarded = guards.map((name) => `alter table audit enable always trigger ${name};`).join(' ')

const ban = (uid: string) =>
  s.call('admin', users.ban, { params: { uid }, body: { ban_reason: `Bad ${uid}` } })
const banned = async (uid: string) => {
  await s.addUser({ uid })
  await ban(uid)
}

async function check(options: { anchor?: string; key?: string } = {}) {
  const faults: string[] = []
  const anchor = options.anchor === undefined ? undefined : anchorOf(options.anchor)
  const found = await checkAudit(
    s.ctx.database.db,
    options.key ?? auditKey,
    (fault) => faults.push(fault),
    anchor,
  )
  return { ...found, reported: faults }
}

describe('the chain', () => {
  test('includes every row of concurrent writers, with any text', async () => {
    const texts = ['plain', ' "quotes" \\ ', 'עברית 🦊 zalgo̴', 'line\nbreak\ttab', '\u2028', '0'.repeat(5000)]
    for (const at of texts.keys()) await s.addUser({ uid: `chain-${at}` })
    const answers = await Promise.all(
      texts.map((ban_reason, at) =>
        s.call('admin', users.ban, { params: { uid: `chain-${at}` }, body: { ban_reason } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
    for (const after of [
      { b: 1, a: [1e21, -0, 0.1, null, true, { z: '', y: {} }] },
      'text',
      0,
      false,
      [],
      null,
    ])
      await s.ctx.database.db.transaction((tx) =>
        writeAudit(tx, auditKey, { uid: 'u', role: 'system' }, 'test.chain', { after, reason: '' }),
      )
    const { reported, rows, head } = await check()
    expect(reported).toEqual([])
    expect(rows).toBeGreaterThan(6)
    expect(head).toBe(await auditHead(s.ctx.database.db))
    expect(
      await s.query('select min(id)::int as least, count(*)::int = max(id) as whole from audit'),
    ).toEqual([{ least: 1, whole: true }])
  })

  test('continues without a gap after a failed call', async () => {
    await s.addUser({ uid: 'failing' })
    const before = await auditHead(s.ctx.database.db)
    expect((await ban('nobody at all')).status).toBe(404)
    expect(await auditHead(s.ctx.database.db)).toBe(before)
    await ban('failing')
    expect((await check({ anchor: before })).reported).toEqual([])
  })

  test('no statement changes, deletes or truncates it', async () => {
    for (const statement of [
      `update audit set reason = 'another' where id = 1`,
      'delete from audit where id = 1',
      'truncate audit',
      'delete from audit_head',
      'truncate audit_head',
    ]) {
      await expect(s.query(statement), statement).rejects.toMatchObject({ code: '42501' })
      await expect(s.asOwner(statement), statement).rejects.toThrow('the audit log is append-only')
    }
  })

  test.runIf(process.env.DATABASE_URL)('the server’s own role may only read and insert', async () => {
    const rights = await s.query<{ may: string }>(
      `select may from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) as may
       where has_table_privilege('audit', may)`,
    )
    expect(rights.map(({ may }) => may)).toEqual(['SELECT', 'INSERT'])
    await expect(s.query('alter table audit disable trigger all')).rejects.toMatchObject({ code: '42501' })
  })

  test.runIf(process.env.DATABASE_URL)('servers of several databases start concurrently', async () => {
    const template = inject('template')
    if ('folder' in template) return
    const url = new URL(template.url)
    url.pathname = s.ctx.database.listeners.options.connectionString?.split('/').at(-1) ?? ''
    const opened = await Promise.all(Array.from({ length: 6 }, () => openDatabase({ url: url.toString() })))
    for (const one of opened) {
      expect((await one.pool.query('select current_user as who')).rows).toEqual([
        { who: expect.stringMatching(/^portreeve_server_/) },
      ])
      await one.close()
    }
  })
})

describe('tampering is reported as a sentence', () => {
  /** Changes made with all rights on the database, but without the key. */
  const tamper = (statements: string) =>
    s.asOwner(`set session_replication_role = replica; alter table audit disable trigger all; ${statements}`)
  const kept: string[] = []
  const keep = async () => {
    await s.asOwner(
      'drop table if exists kept; create table kept as table audit; grant all on kept to public',
    )
    kept.push('kept')
  }
  afterEach(async () => {
    if (kept.pop() === undefined) return
    await tamper(`delete from audit; insert into audit select * from kept; drop table kept;
      update audit_head set (seq, hash) = (select id, hash from audit order by id desc limit 1);
      ${guarded} set session_replication_role = origin`)
    expect((await check()).reported).toEqual([])
  })

  test('an edited row, in any column', async () => {
    for (const uid of ['t1', 't2', 't3', 't4', 't5']) await banned(uid)
    const [row] = await s.query<{ id: string }>(`select id from audit where subject_id = 't3' limit 1`)
    const edits = [
      `at = at + interval '1 millisecond'`,
      `at = 'infinity'`,
      ...[
        'actor_uid',
        'actor_role',
        'address',
        'request_id',
        'action',
        'subject_kind',
        'subject_id',
        'reason',
      ].map((column) => `${column} = coalesce(${column}, '') || ' '`),
      'reason = null',
      'address = null',
      `before = 'null'`,
      `after = after || '{"isBanned": false}'`,
      `after = '{"isBanned": 1.0}'`,
      'hash = previous',
      `salt = 'another'`,
      `content = previous`,
      `erased = 'erased-somebody'`,
      'previous = hash',
    ]
    await keep()
    for (const edit of edits) {
      await tamper(`update audit set ${edit} where id = ${row?.id}`)
      expect([edit, (await check()).reported]).toEqual([
        edit,
        expect.arrayContaining([`row ${row?.id}: was changed, or was not written by the server`]),
      ])
      await tamper(`delete from audit; insert into audit select * from kept`)
    }
    // Emptied, as by an erasure that no row records.
    await tamper(`update audit set reason = null, before = null, after = null, salt = null, erased = 'erased-somebody'
      where id = ${row?.id}`)
    expect((await check()).faults).toBeGreaterThan(0)
  })

  test('a row without a hash, which a constraint refuses', async () => {
    await banned('t6')
    await keep()
    const unchain = 'update audit set previous = null, hash = null where id = 1'
    await expect(tamper(unchain)).rejects.toThrow('audit_chained')
    const [chained] = await s.query<{ rule: string }>(
      `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'audit_chained'`,
    )
    await tamper(`alter table audit drop constraint audit_chained; ${unchain}`)
    expect((await check()).reported[0]).toBe('row 1: was never chained')
    await tamper(`delete from audit; insert into audit select * from kept;
      alter table audit add constraint audit_chained ${chained?.rule}`)
  })

  test('a deleted row, a swapped pair, an added row, a truncated end', async () => {
    const before = await auditHead(s.ctx.database.db)
    const first = Number(before.split(':')[0]) + 1
    for (const uid of ['x1', 'x2', 'x3', 'x4', 'x5', 'x6']) await banned(uid)
    const head = await auditHead(s.ctx.database.db)
    const last = first + 5
    await keep()
    const restore = 'delete from audit; insert into audit select * from kept;'

    await tamper(`delete from audit where id = ${first + 1}`)
    expect((await check()).reported).toEqual([`row ${first + 1}: is missing`])

    await tamper(`${restore} delete from audit where id = 1`)
    expect((await check()).reported).toEqual(['row 1: is missing'])

    // Deleted, and the gap closed by renumbering.
    await tamper(`${restore} delete from audit where id = ${first};
      update audit set id = -id where id > ${first}; update audit set id = -id - 1 where id < 0;
      update audit_head set seq = seq - 1`)
    expect((await check()).reported).toContain(
      `row ${first}: stands in another place than its own, which is ${first + 1}`,
    )
    expect((await check()).reported.length).toBeGreaterThanOrEqual(6)

    await tamper(`${restore} update audit_head set seq = seq + 1;
      update audit set id = 0 where id = ${first}; update audit set id = ${first} where id = ${first + 3};
      update audit set id = ${first + 3} where id = 0`)
    expect((await check()).reported).toEqual(
      expect.arrayContaining([
        `row ${first}: stands in another place than its own, which is ${first + 3}`,
        `row ${first + 3}: stands in another place than its own, which is ${first}`,
      ]),
    )

    await tamper(`${restore} insert into audit (id, at, actor_uid, actor_role, address, request_id, action,
      subject_kind, subject_id, reason, before, after, previous, hash, salt, content)
      select id + 1, at, actor_uid, actor_role, address, request_id, action,
      subject_kind, subject_id, reason, before, after, hash, hash, salt, content from audit where id = ${last}`)
    expect((await check()).reported).toEqual([
      `row ${last + 1}: was changed, or was not written by the server`,
      `rows ${last + 1} to ${last + 1}: stand behind the head of the chain`,
    ])
    await tamper(`${restore} insert into audit (id, at, actor_uid, actor_role, address, request_id, action,
      subject_kind, subject_id, reason, before, after, previous, hash, salt, content)
      select -3, at, actor_uid, actor_role, address, request_id, action,
      subject_kind, subject_id, reason, before, after, hash, hash, salt, content from audit where id = ${last}`)
    expect((await check()).reported[0]).toBe('row -3: stands before the first')

    // Added in between: the rows behind it make room.
    await tamper(`${restore} update audit set id = -id where id > ${first}; update audit set id = -id + 1 where id < 0;
      insert into audit (id, at, actor_uid, actor_role, address, request_id, action,
      subject_kind, subject_id, reason, before, after, previous, hash, salt, content)
      select id + 1, at, actor_uid, actor_role, address, request_id, action,
      subject_kind, subject_id, reason, before, after, hash, hash, salt, content from audit where id = ${first};
      update audit_head set (seq, hash) = (select id, hash from audit order by id desc limit 1)`)
    expect((await check()).reported).toContain(
      `row ${first + 2}: stands in another place than its own, which is ${first + 1}`,
    )
    await tamper(`update audit_head set (seq, hash) = (${last}, (select hash from kept where id = ${last}))`)

    await tamper(`${restore} delete from audit where id > ${last - 2}`)
    expect((await check()).reported).toEqual([
      `rows ${last - 1} to ${last}: are missing at the end, says the head of the chain`,
    ])

    // The head was restored too: only an anchor that is stored elsewhere reveals it.
    await tamper(`update audit_head set (seq, hash) = (select id, hash from audit order by id desc limit 1)`)
    expect((await check()).reported).toEqual([])
    expect((await check({ anchor: before })).reported).toEqual([])
    expect((await check({ anchor: head })).reported).toEqual([
      `rows ${last - 1} to ${last}: are missing at the end, says the anchor`,
    ])

    // Another row took its place.
    await ban('x1')
    await s.addUser({ uid: 'x7' })
    await ban('x7')
    await s.addUser({ uid: 'x8' })
    await ban('x8')
    const now = await check({ anchor: head })
    expect(now.reported.some((fault) => fault.endsWith('is another one than the anchor was noted of'))).toBe(
      true,
    )
  })

  test('no row verifies without the key', async () => {
    const { rows, faults } = await check({ key: 'a guess' })
    expect(faults).toBe(rows)
  })
})
