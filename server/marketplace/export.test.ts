import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imports } from '@portreeve/contract/marketplace/imports'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../core/database/db.ts'
import { addShared } from '../staff/staff-accounts.ts'
import { expectSameAgain, exported } from '../testing/export-harness.ts'
import { folderOf, fresh, inScratch, market, rows, run, useImports, user } from '../testing/import-harness.ts'
import { wholeRows } from '../testing/whole-rows.ts'
import { exportFolder } from './export/folder.ts'

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
  expect(text).toContain('users: 3 lines')
  expect(text).toMatch(/users: {20}3 lines\n/)
  expect(text).toMatch(/^ {11}1 {2}colleagues who wrote messages in the name of another account$/m)
  expect(text).toContain(
    'An import would reject 1 of the lines:\n  messages.ndjson:1 senderID names "nobody", which is not in users or staff\n',
  )
})
