import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  at,
  digest,
  folderOf,
  fresh,
  freshPlace,
  inScratch,
  market,
  opened,
  rows,
  run,
  useImports,
  user,
} from '../testing/import-harness.ts'
import { importSettings } from '../testing/import-settings.ts'
import { decided, deletions, edited, held, repeatedKeys } from '../testing/odd-rows.ts'
import { runImport } from './import/command.ts'

useImports()

test('the last valid line of a key wins, also across batches and in a second run', async () => {
  const folder = await folderOf(repeatedKeys)
  for (const expected of [
    [2501, 0, 0, 1, 1],
    [0, 0, 2501, 1, 1],
  ]) {
    const { counts } = await run(folder)
    expect(counts.users).toEqual(expected)
    expect(await rows('select email from users where uid = $1', ['twice'])).toEqual([
      { email: 'last@example.com' },
    ])
  }
})

test('a judged listing that its seller changed returns to review; an unchanged listing does not', async () => {
  const into = await fresh()
  await run(await folderOf(edited.before), into)
  await into.pool.query(edited.denial)
  await run(await folderOf(edited.after), into)
  const { rows: found } = await into.pool.query(
    'select key, review_state, review_message, version, changed_at is not null as changed from posts order by key',
  )
  expect(found).toEqual([
    { key: 'moved', review_state: 'pending', review_message: null, version: 3, changed: true },
    { key: 'same', review_state: 'denied', review_message: 'No.', version: 2, changed: false },
  ])
})

test('staff members of a conversation, and the team inbox, receive one event about imported messages, and no other', async () => {
  const into = await fresh()
  const of = (id: string, n: number) => ({
    id: `${id}-${n}`,
    conversation_id: id,
    senderID: 'u1',
    text: `Message ${n}`,
    date: '2026-01-01T00:00:00.000Z',
  })
  const files = {
    users: [user('u1'), user('u2')],
    staff: ['s1', 's2', 's3'].map((uid) => ({ uid, email: `${uid}@example.com`, role: 'support' })),
    conversations: [
      ['one', ['u1', 's1', 's2']],
      ['two', ['u1', 's1']],
      ['other', ['u1', 'u2']],
    ].map(([id, participants]) => ({
      id,
      conversationsMessagesID: `m-${id}`,
      participants,
      date: '2026-01-01T00:00:00.000Z',
    })),
    messages: [of('one', 1), of('one', 2), of('two', 1), of('other', 1)],
  }
  const events = async () => {
    const { rows: events } = await into.pool.query<{ topic: string; what: string }>(
      "with gone as (delete from live_events returning topic, payload->>'what' as what) select * from gone where topic <> 'users'",
    )
    return events.map(({ topic, what }) => `${what} ${topic}`).sort()
  }
  await run(await folderOf(files), into)
  expect(await events()).toEqual([
    'imported conversationUpdates/s1',
    'imported conversationUpdates/s2',
    'imported inbox',
  ])
  await run(await folderOf(files), into)
  expect(await events()).toEqual([])
})

test('decisions of staff stay: a block, resolved and ignored reports, a reviewed listing', async () => {
  const into = await fresh()
  await run(await folderOf(decided.before), into)
  for (const decision of decided.decisions) await into.pool.query(decision)
  const { counts } = await run(await folderOf(decided.after), into)
  // The marketplace itself blocked the second person, so it may unblock them.
  expect(counts.users).toEqual([0, 1, 1, 0, 0])
  expect(counts.listings).toEqual([0, 1, 1, 0, 0])
  expect(await rows('select is_banned from users order by uid', [], into)).toEqual([
    { is_banned: true },
    { is_banned: false },
  ])
  expect(await rows('select review_state as s from posts order by key', [], into)).toEqual([
    { s: 'denied' },
    { s: 'approved' },
  ])
  expect(
    await rows(
      'select status from listing_reports union select status from user_reports order by 1',
      [],
      into,
    ),
  ).toEqual([{ status: 'ignored' }, { status: 'resolved' }])
})

test('restores no deleted account or listing, reopens no redeemed gift card, enables no staff member', async () => {
  const into = await fresh()
  const folder = await folderOf(market)
  await run(folder, into)
  for (const deletion of deletions) await into.pool.query(deletion)
  const { code, rejects, counts } = await run(folder, into)
  expect(code).toBe(1)
  expect(rejects).toEqual([
    { file: 'users.ndjson', line: 3, reason: 'account was deleted' },
    { file: 'listings.ndjson', line: 2, reason: 'was deleted in Portreeve' },
  ])
  expect([counts.gift_cards, counts.staff]).toEqual([
    [0, 0, 2, 0, 0],
    [0, 0, 1, 0, 0],
  ])
  expect(await rows('select display_name from users where deleted_at is not null', [], into)).toEqual([
    { display_name: null },
  ])
  expect(await rows("select redeemed_by from gift_cards where code = 'G1'", [], into)).toEqual([
    { redeemed_by: 'u1' },
  ])
  expect(await rows('select disabled from staff where not shared', [], into)).toEqual([{ disabled: true }])
})

const big = () =>
  folderOf({
    users: Array.from({ length: 6000 }, (_, n) =>
      user(`big-${n}`, { email: `b${n}@example.com`, created_at: at }),
    ),
  })

// `.ci/run` runs these on the embedded database too: there an import beside a server writes through it. On PostgreSQL both are clients.
for (const joined of [false, true])
  test.skipIf(joined && process.env.DATABASE_URL)(
    `resumes after kill -9, ${joined ? 'beside a running server' : 'alone'}`,
    {
      timeout: 120_000,
    },
    async () => {
      const folder = await big()
      const where = await freshPlace()
      let open = joined ? await opened(where) : undefined
      const child = fork(
        join(import.meta.dirname, '../testing/import-child.ts'),
        [JSON.stringify({ where, folder })],
        {
          execArgv: ['--import', 'tsx'],
        },
      )
      await new Promise<void>((done) => {
        child.on('message', (message) => (message as { lines: number }).lines >= 1000 && done())
      })
      child.kill('SIGKILL')
      await once(child, 'exit')
      open ??= await opened(where)
      const [stored] = await rows<{ n: number }>('select count(*)::int as n from users', [], open)
      expect(stored?.n).toBeGreaterThanOrEqual(1000)
      expect(stored?.n).toBeLessThan(6000)
      const { code, text, counts } = await run(folder, open)
      expect(code).toBe(0)
      expect(text).toContain(
        `after line ${new Intl.NumberFormat('en-US').format(stored?.n ?? 0)}, done by an earlier run`,
      )
      expect(counts.users).toEqual([6000 - (stored?.n ?? 0), 0, 0, 0, 0])
      const whole = await fresh()
      await run(folder, whole)
      expect(await digest(open)).toBe(await digest(whole))
      expect((await run(folder, open)).counts.users).toEqual([0, 0, 6000, 0, 0])
    },
  )

test('stops on its signal and resumes; a changed file starts again; every rejected line is reported', async () => {
  const into = await fresh()
  const folder = await big()
  const stop = new AbortController()
  const stopped = runImport({
    database: into,
    settings: importSettings,
    folder,
    rejectsFolder: inScratch('stopped'),
    isTTY: true,
    signal: stop.signal,
    print: (text) => {
      if (/users: [1-9]/.test(text)) stop.abort()
    },
  })
  expect(await stopped).toBe(130)
  const [progress] = await rows<{ lines: string }>('select lines from import_progress', [], into)
  expect(Number(progress?.lines)).toBeGreaterThan(0)
  const text = await readFile(join(folder, 'users.ndjson'), 'utf8')
  await writeFile(join(folder, 'users.ndjson'), `not JSON\n${text}`)
  const { counts, rejects } = await run(folder, into)
  expect(rejects).toEqual([{ file: 'users.ndjson', line: 1, reason: 'is not JSON' }])
  expect(counts.users?.[4]).toBe(1)
  expect(await rows('select count(*)::int as n from users', [], into)).toEqual([{ n: 6000 }])
  expect(await rows('select * from import_progress', [], into)).toEqual([])
})

test('reports progress: on a terminal in one line with rate and remaining time', async () => {
  const into = await fresh()
  const { text } = await run(await big(), into, undefined, true)
  expect(text).toContain('\r\u001b[2Kusers: ')
  expect(text).toMatch(/users: [\d,]+ lines, \d+ %, [\d,]+ lines\/s, \d+ s left/)
  const plain = await run(await folderOf({ macros: market.macros, user: [{}] }), into)
  expect(plain.text).not.toContain('\r')
  expect(plain.text).toContain('user.ndjson: no file of an import has this name; left out')
})

test('changes a listing whose deletion can still be undone, and leaves it deleted', async () => {
  const into = await fresh()
  await run(await folderOf(held.before), into)
  for (const decision of held.decisions) await into.pool.query(decision)
  const { rejects } = await run(await folderOf(held.after), into)
  expect(rejects).toEqual([])
  const found = 'select title, deleted_at is not null as deleted from posts'
  expect(await rows(found, [], into)).toEqual([{ title: 'After', deleted: true }])
})
