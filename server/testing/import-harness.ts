import '../hooks.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, openDatabase, type Where } from '../core/database/db.ts'
import { runImport } from '../marketplace/import/command.ts'
import { targets } from '../marketplace/import/targets.ts'
import { importSettings } from './import-settings.ts'
import { sharedDatabase } from './shared-database.ts'
import { freshDatabase } from './template.ts'

/** A rejected line, as in the rejects file. */
interface Reject {
  file: string
  line: number
  reason: string
}

const closing: (() => Promise<unknown>)[] = []
let database: Database
let scratch: string

/** Gives a test file its own database and folder; both are removed at its end. */
export function useImports() {
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'import-'))
    database = await fresh()
  })
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    await rm(scratch, { recursive: true })
  })
}

/** The place of a new empty database that no process has opened. */
export async function freshPlace(): Promise<Where> {
  const { where, remove } = await freshDatabase(inject('template'))
  closing.push(remove)
  return where
}

/** Opens a database until the test file ends. */
export async function opened(where: Where): Promise<Database> {
  const open = await openDatabase(where, { connections: 3 })
  closing.push(open.close)
  return open
}

/** A new empty database that only this process uses, open until the test file ends. */
export async function fresh(): Promise<Database> {
  const { where, remove } = await sharedDatabase(inject('template'))
  closing.push(remove)
  return opened(where)
}

/** A path in the test file's folder. */
export const inScratch = (name: string) => join(scratch, name)

/** A folder with files; a text row is written unchanged. */
export async function folderOf(files: Record<string, (object | string | Buffer)[]>): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'files-'))
  for (const [name, rows] of Object.entries(files))
    await writeFile(join(folder, `${name}.ndjson`), ndjson(rows))
  return folder
}

/** Rows as lines; a text is a line as it is. */
export const ndjson = (rows: readonly (object | string | Buffer)[]): Buffer =>
  Buffer.concat(
    rows.flatMap((row) => [
      Buffer.isBuffer(row) ? row : Buffer.from(typeof row === 'string' ? row : JSON.stringify(row)),
      Buffer.from('\n'),
    ]),
  )

/** Runs the command and returns exit code, output, the rejects file, and per file [new, changed, unchanged, warnings, rejected]. */
export async function run(folder: string, into: Database = database, signal?: AbortSignal, isTTY = false) {
  const printed: string[] = []
  const rejectsFolder = await mkdtemp(join(scratch, 'rejects-'))
  const code = await runImport({
    database: into,
    settings: importSettings,
    folder,
    rejectsFolder,
    print: (text) => printed.push(text),
    isTTY,
    ...(signal ? { signal } : {}),
  })
  const text = printed.join('')
  const path = /The rejected lines and why: (.+)/.exec(text)?.[1]
  const rejects = path
    ? (await readFile(path, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Reject)
    : []
  const counts = Object.fromEntries(
    [
      ...text.matchAll(
        /^(\w+):\s+([\d,]+) new, ([\d,]+) changed, ([\d,]+) unchanged, ([\d,]+) warnings, ([\d,]+) rejected/gm,
      ),
    ].map(([, name = '', ...numbers]) => [name, numbers.map((number) => Number(number.replaceAll(',', '')))]),
  )
  return { code, text, rejects, counts }
}

/** The rows of a query. */
export const rows = async <T extends object = Record<string, unknown>>(
  sql: string,
  values: unknown[] = [],
  from = database,
) => (await from.pool.query<T>(sql, values)).rows

export const user = (uid: string, more: object = {}) => ({ uid, displayName: `Name of ${uid}`, ...more })
export const at = '2026-01-31T12:00:00.000Z'

/** At least one row of every file, each with a reference to another. */
export const market = {
  extension_fields: [
    {
      ...{
        kind: 'user',
        name: 'tier',
        type: 'text',
        words: 'Tier',
        choices: [],
        personal: true,
        shown: true,
      },
      ...{ filterable: true, created_at: at, created_by: 'Ada' },
    },
  ],
  users: [
    user('u1', { email: 'Müller@example.com', created_at: at, phone_number: '+15551234567' }),
    user('u2'),
    user('u3'),
  ],
  staff: [{ uid: 's1', email: 'sam@example.com', role: 'support' }],
  ban_reasons: [
    { uid: 'u3', reason: 'Spam', created_at: at },
    { id: 'b2', uid: 'u3', created_at: at },
  ],
  devices: [
    { id: 'd1', uid: 'u1', verification_status: 1 },
    { device_id: 'd2', uid: 'u1', created_at: at },
  ],
  verification_codes: [{ id: 'c1', uid: 'u1', code: '123456', created_at: at }],
  gift_cards: [
    { code: 'G1', cents: 500, created_at: at },
    { code: 'G2', cents: 500, created_at: at, redeemed_by: 'u2', redeemed_at: at },
  ],
  listings: [
    {
      key: 'l1',
      creatorUID: 'u1',
      title: 'Bike',
      price: 12.5,
      location: { lat: 1.5, lon: -2 },
      photosURL: ['a.jpg'],
      creationDate: at,
    },
    { key: 'l2', creatorUID: 'u2' },
  ],
  content_reports: [{ id: 'r1', post_key: 'l1', reporter_uid: 'u2', created_at: at, status: 'ignored' }],
  user_reports: [{ id: 'r1', reporting_uid: 'u3', reporter_uid: 'u1', created_at: at, input: 'Rude' }],
  orders: [{ id: 'o1', buyer_uid: 'u2', status: 1, created_at: at }],
  transactions: [
    {
      id: 't1',
      seller_uid: 'u1',
      purchaser_uid: 'u2',
      order_id: 'o1',
      price: 1250,
      purchase_date: at,
      dispute_id: 'x1',
      dispute_status: 2,
      status: 9,
      product_id: 'long gone',
    },
  ],
  disputes: [
    { id: 'x1', transaction_id: 't1', creator_uid: 'u2', dispute_type: 3, status: 2, created_at: at },
  ],
  ship_labels: [{ id: 'p1', transaction_id: 't1', created_at: at, status: 3 }],
  conversations: [
    {
      id: 'k1',
      conversationsMessagesID: 'm-k1',
      date: at,
      participants: ['u2', 's1'],
      members: { u2: 'Two', s1: 'Sam' },
      readByUsers: { u2: true },
    },
    { id: 'k2', conversationsMessagesID: 'm-k2', date: at, members: { u1: 'One', u2: 'Two' } },
  ],
  messages: [
    { id: 'm1', conversation_id: 'k1', senderID: 's1', date: at, text: 'Hi' },
    { id: 'm2', conversation_id: 'k1', senderID: 'u2', date: at, type: 1, mediaURL: 'x.jpg' },
  ],
  promoted_posts: [
    {
      id: 'q1',
      owner_uid: 'u1',
      post_id: 'l1',
      created_at: at,
      approval_status: 1,
      charge: { stripe_id: 'ch_1' },
    },
  ],
  collections: [{ id: 'f1', title: 'Bikes', visible: 1, created_at: at }],
  collection_items: [{ collection_id: 'f1', post_key: 'l1', added_at: at }],
  questions: [{ id: 'w1', title: 'How?', created_at: at, creator_uid: 'u1' }],
  similar_content_keywords: [{ id: 'y1', terms: 'kicks', preferred_term: 'shoes', created_at: at }],
  moderating_messages: [{ map: 'admin_messages', key: 'blurry', text: 'Too blurry' }],
  macros: [{ id: 'z1', title: 'Hello', text: 'Hello!', created_at: at }],
  email_templates: [{ TemplateName: 'welcome', SubjectPart: 'Welcome', CreatedTimestamp: at }],
}

/** What programs write beside the files: an appeal against the decision of `appealed`. */
export const ingested = {
  ...market,
  appeals: [{ id: 'ap1', uid: 'u3', about: 'ms1', text: 'I sold no spam.', created_at: at }],
}
/** A decision of which the person was told. */
export const appealed = `insert into measures (id, kind, subject_kind, subject_id, uid, grounds, source, by_uid, at, operation_id, told_at)
  values ('ms1', 'no_listing', 'user', 'u3', 'u3', '[]', 'staff', 's1', now(), 'op', now())`

/** All imported rows, as one text. */
export async function digest(from: Database = database): Promise<string> {
  const tables = Object.values(targets)
    .map(({ table }) => getTableName(table))
    .concat('conversation_members')
  const parts = await Promise.all(
    tables.map((table) =>
      rows(
        `select md5(coalesce(string_agg(row, '|' order by row), '')) as md5
         from (select (to_jsonb(t) - '{history_since, history_by}'::text[])::text as row from ${table} t) rows`,
        [],
        from,
      ),
    ),
  )
  return JSON.stringify(parts)
}
