import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imports } from '@portreeve/contract/marketplace/imports'
import { beforeAll, expect, test } from 'vitest'
import { webhookSender } from '../adapters/webhooks.ts'
import type { Settings } from '../core/call/context.ts'
import type { Database } from '../core/database/db.ts'
import { addShared } from '../staff/staff-accounts.ts'
import { expectSameAgain, exported } from '../testing/export-harness.ts'
import { auditKey } from '../testing/harness.ts'
import { folderOf, fresh, inScratch, market, rows, run, useImports, user } from '../testing/import-harness.ts'
import { importSettings as moving } from '../testing/import-settings.ts'
import { wholeRows } from '../testing/whole-rows.ts'
import { exportFolder } from './export/folder.ts'
import { exportSettings, importSettings } from './moving/move.ts'
import { sections } from './moving/sections.ts'

useImports()

const staffOf = (uid: string, more: object = {}) => ({
  uid,
  email: `${uid}@example.com`,
  role: 'support',
  ...more,
})

let source: Database
beforeAll(async () => {
  source = await fresh()
  for (const part of [market, wholeRows])
    expect((await run(await folderOf(part), source)).rejects).toEqual([])
})

test('an export that is imported into an empty database gives every field its value again', async () => {
  const { folder } = await expectSameAgain(source)
  expect((await stat(join(folder, 'users.ndjson'))).mode & 0o777).toBe(0o600)
  for (const [name, [row]] of Object.entries(wholeRows)) {
    const lines = (await readFile(join(folder, `${name}.ndjson`), 'utf8')).trimEnd().split('\n')
    const key = imports.find((one) => one.name === name)?.key.at(-1) ?? 'id'
    const found = lines.map((line) => JSON.parse(line)).find((one) => one[key] === row?.[key])
    expect([name, found]).toEqual([name, row])
  }
})

test('declared fields and their values are there again, and no file changes a field that is there', async () => {
  const from = await fresh()
  const declared = (kind: string, more: object = {}) => ({
    ...{ kind, name: 'tier', type: 'text', words: 'Tier', choices: [], personal: true, shown: true },
    ...{ filterable: true, created_at: '2026-01-31T12:00:00.000Z', created_by: 'Ada', ...more },
  })
  const extra = { tier: 'gold' }
  const files = {
    extension_fields: ['user', 'listing', 'transaction'].map((kind) => declared(kind)),
    users: [user('there', { extra }), user('other', { extra: { unknown: 1 } }), user('none')],
    listings: [{ key: 'lamp', creatorUID: 'there', extra }],
    transactions: [
      {
        id: 't',
        seller_uid: 'there',
        purchaser_uid: 'none',
        price: 1,
        purchase_date: '2026-01-31T12:00:00Z',
        extra,
      },
    ],
  }
  const { rejects } = await run(await folderOf(files), from)
  expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'extra.unknown is no declared field'],
  ])
  const { folder } = await exported(from, 'extra')
  const into = await fresh()
  expect((await run(folder, into)).rejects).toEqual([])
  for (const table of ['users', 'posts', 'transactions'])
    expect(await rows(`select extra from ${table} where extra is not null`, [], into)).toEqual([{ extra }])
  await run(await folderOf({ extension_fields: [declared('user', { personal: false })] }), into)
  expect(await rows("select personal from extension_fields where kind = 'user'", [], into)).toEqual([
    { personal: true },
  ])
})

test('with the settings, each role and who has it is there again; without them, staff of the role are rejected in a sentence', async () => {
  const from = await fresh()
  await rows(
    `insert into roles (name, permissions, kinds, classes, refund_alone, refund_alone_day)
     values ('Night watch', '{money.refund,reports.read}', '{user_reports}', '{fraud}', 5000, 0), ('Reader', '{users.read}', '{}', '{}', null, null)`,
    [],
    from,
  )
  await rows("insert into second_factor_roles (role) values ('Night watch'), ('finance')", [], from)
  const staff = [staffOf('ann', { role: 'Night watch' }), staffOf('ben', { role: 'Reader' }), staffOf('cy')]
  expect((await run(await folderOf({ staff }), from)).rejects).toEqual([])
  const { folder, text } = await exported(from, 'roles')
  expect(text).toContain('roles, those with a second factor')

  const into = await fresh()
  const early = await run(folder, into)
  expect(early.code).toBe(1)
  expect(early.rejects.map(({ file, reason }) => [file, reason])).toEqual(
    ['Night watch', 'Reader'].map((role) => [
      'staff.ndjson',
      `there is no role "${role}" here. Make it on the page Roles, or import the settings of the other server, first`,
    ]),
  )
  expect(await rows("select uid from staff where uid in ('ann', 'ben', 'cy')", [], into)).toEqual([
    { uid: 'cy' },
  ])

  await importSettings({
    ...{
      database: into,
      settings: { ...moving, auditKey } as Partial<Settings> as Settings,
      webhooks: webhookSender({ isPrivateAllowed: false }),
      sections,
    },
    ...{ text: await exportSettings(from.db, sections), deletes: false, isDry: false },
  })
  expect(await run(folder, into)).toMatchObject({ code: 0, rejects: [], counts: { staff: [2, 0, 2, 0, 0] } })
  for (const table of ['roles', 'second_factor_roles', 'staff']) {
    const all = (of: Database) =>
      rows(
        `select t::jsonb - 'created_at' as row from (select to_jsonb(${table}) as t from ${table}) one order by t::text`,
        [],
        of,
      )
    expect([table, await all(into)]).toEqual([table, await all(from)])
  }
})

test('who was deleted or shut out stays so, and no file deletes a record or shuts a person out', async () => {
  const from = await fresh()
  await run(
    await folderOf({
      users: [user('there'), user('gone', { deleted_at: '2026-02-01T00:00:00.000Z' })],
      staff: [staffOf('colleague'), staffOf('former', { disabled: true })],
      listings: [
        { key: 'sold', creatorUID: 'there' },
        { key: 'withdrawn', creatorUID: 'there', deleted_at: '2026-02-01T00:00:00.000Z' },
      ],
    }),
    from,
  )
  await addShared({ db: from.db, identity: {} as never, auditKey: 'key' }, 'helpdesk', 'Help desk')
  const { folder } = await exported(from, 'deleted')
  const state = async (of: Database) => [
    ...(await rows('select uid, deleted_at, search_uid from users order by uid', [], of)),
    ...(await rows('select key, deleted_at from posts order by key', [], of)),
    ...(await rows('select uid, email, disabled, shared from staff order by uid', [], of)),
    ...(await rows('select id from desk_cases', [], of)),
  ]
  const empty = await fresh()
  expect((await run(folder, empty)).code).toBe(0)
  expect(await state(empty)).toEqual(await state(from))

  const other = await fresh()
  await run(
    await folderOf({
      users: [user('gone'), user('there')],
      staff: [staffOf('former')],
      listings: [{ key: 'withdrawn', creatorUID: 'gone' }],
    }),
    other,
  )
  const { rejects } = await run(folder, other)
  expect(rejects.map(({ file, line }) => [file, line])).toEqual([
    ['users.ndjson', 1],
    ['listings.ndjson', 2],
  ])
  expect(rejects[0]?.reason).toBe('deleted_at is given, but the record is here: delete it in the console')
  expect(await rows('select uid from users where deleted_at is not null', [], other)).toEqual([])
  expect(await rows("select disabled from staff where uid = 'former'", [], other)).toEqual([
    { disabled: false },
  ])
})

test('all files are of one moment', async () => {
  const from = await fresh()
  await run(await folderOf({ users: [user('before')] }), from)
  const later: Promise<unknown>[] = []
  await exportFolder({
    database: from,
    folder: inScratch('moment'),
    onOdd: () => {},
    onFile: async ({ name }) => {
      if (name !== 'users') return
      const change = from.pool.query(
        "with p as (insert into users (uid) values ('after') returning uid) insert into gift_cards (code, cents, created_at) select 'AFTER', 1, now() from p",
      )
      later.push(change)
      // The embedded database answers it after the export.
      if (!from.embedded) await change
    },
  })
  await Promise.all(later)
  expect(await readFile(inScratch('moment/gift_cards.ndjson'), 'utf8')).toBe('')
  expect(await rows('select code from gift_cards', [], from)).toEqual([{ code: 'AFTER' }])
})

test('a stopped export leaves no file', async () => {
  for (const name of ['stopped', 'kept']) {
    if (name === 'kept') await mkdir(inScratch(name))
    const stop = new AbortController()
    const whole = exportFolder({
      database: source,
      folder: inScratch(name),
      onOdd: () => {},
      onProgress: ({ name }) => name === 'transactions' && stop.abort(),
      signal: stop.signal,
    })
    await expect(whole).rejects.toThrow()
  }
  expect(await readdir(inScratch('kept'))).toEqual([])
  await expect(readdir(inScratch('stopped'))).rejects.toThrow('ENOENT')
  expect(await exported(source, 'aborted', AbortSignal.abort())).toMatchObject({
    code: 130,
    text: 'Stopped. Nothing was exported.\n',
  })
})

test('a folder that cannot be used is named in one sentence', async () => {
  await mkdir(inScratch('full'))
  await writeFile(inScratch('full/notes.txt'), 'mine')
  expect(await exported(source, 'full')).toMatchObject({
    code: 1,
    text: `${inScratch('full')} is not empty: give the path of an empty folder, or of none.\n`,
  })
  expect((await exported(source, 'full/notes.txt')).text).toContain('is a file: give')
  expect(await readdir(inScratch('full'))).toEqual(['notes.txt'])
})

test('the output counts the lines, what no file has, and what an import would reject', async () => {
  const from = await fresh()
  await run(await folderOf(market), from)
  await from.pool.query("update messages set sender_id = 'nobody', written_by = 's1' where id = 'm1'")
  const { code, text } = await exported(from, 'odd', undefined, true)
  expect(code).toBe(1)
  expect(text).toContain('extension_fields: 1 lines')
  expect(text).toMatch(/users: {20}3 lines\n/)
  expect(text).toMatch(/^ {11}1 {2}colleagues who wrote messages in the name of another account$/m)
  expect(text).toContain(
    'An import would reject 1 of the lines:\n  messages.ndjson:1 senderID names "nobody", which is not in users or staff\n',
  )
})
