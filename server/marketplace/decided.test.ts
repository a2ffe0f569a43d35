import { readFileSync } from 'node:fs'
import { fieldsOf, type ImportEntity } from '@portreeve/contract/base/import-entity'
import { imports } from '@portreeve/contract/marketplace/imports'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import { getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { at, folderOf, ingested, rows as rowsOf, run, useImports } from '../testing/import-harness.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { targets } from './import/targets.ts'
import { decidedEntities, triggersFile, triggerTable } from './import/triggers.ts'

// What staff decided is theirs: every field of every entity, through every door.

const s = useServer()
useImports()
const entities = imports as readonly ImportEntity[]

test('each field of an entity is decided here, or is named with its reason', () => {
  for (const { name, key, row, decidedHere, notDecided, byStaff } of entities) {
    const fields = fieldsOf(row).filter((field) => !key.includes(field))
    const named = Object.values(notDecided).flat()
    const unknown = named.filter((field) => !fields.includes(field))
    expect([name, unknown]).toEqual([name, []])
    if (byStaff === undefined)
      expect([name, [...decidedHere, ...named].toSorted()]).toEqual([name, [...fields, 'deleted'].toSorted()])
  }
  // No statement, role or decision may join this list: what staff write is not the marketplace's.
  expect(
    entities.flatMap(({ name, notDecided }) =>
      Object.values(notDecided)
        .flat()
        .map((field) => `${name}.${field}`),
    ),
  ).toEqual([
    'users.available_balance',
    'users.pending_balance',
    'users.extra',
    'gift_cards.redeemed_by',
    'gift_cards.redeemed_at',
    'listings.extra',
    'orders.currency',
    'transactions.dispute_id',
    'transactions.dispute_status',
    'transactions.currency',
    'transactions.extra',
    'conversations.lastMessage',
    'conversations.date',
    'conversations.participants',
    'conversations.members',
    'conversations.readByUsers',
    'promoted_posts.charge',
  ])
  expect(entities.filter(({ byStaff }) => byStaff).map(({ name }) => name)).toEqual([
    'extension_fields',
    'ban_reasons',
    'messages',
  ])
})

test('the triggers note each of them: their file is generated from the contract', () => {
  const file = new URL('./program/record-triggers.sql', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(triggersFile())
})

/** Another value for a column: what staff might have written. */
function other(entity: ImportEntity, field: string, type: string, was: unknown): unknown {
  const reference = entity.references.find((one) => one.field === field)
  if (reference) {
    const known = {
      users: ['u2', 'u3'],
      listings: ['l2', 'l1'],
      orders: ['o2', 'o1'],
      transactions: ['t2', 't1'],
    }
    const ids = known[reference.to[0] as keyof typeof known] ?? []
    return ids.find((id) => id !== was)
  }
  if (type === 'boolean') return was !== true
  if (field === 'role') return was === 'finance' ? 'support' : 'finance'
  if (type.startsWith('timestamp')) return '2025-05-05T05:05:05.000Z'
  if (type === 'jsonb') return JSON.stringify(field === 'location' ? { lat: 9, lon: 9 } : ['decided'])
  return /int|numeric|double/.test(type) ? Number(was ?? 0) + 1 : `decided ${field}`
}

/** What both doors need: to write rows, to query, and to delete where a door can. */
interface Door {
  write: (name: string, rows: object[]) => Promise<unknown>
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  remove?: (name: string, key: string) => Promise<unknown>
}

let shop: ReturnType<typeof writer>
const doors: Record<string, () => Door> = {
  ingest: () => ({
    write: async (name, rows) => {
      const { results } = await shop.rows(name, rows)
      expect(results.filter(({ result }) => result === 'rejected')).toEqual([])
    },
    query: (sql, values) => s.query(sql, values),
    remove: async (name, key) =>
      expect((await shop.remove(name, key)).body.data).toMatchObject({ result: 'deleted' }),
  }),
  file: () => ({
    write: async (name, rows) => expect((await run(await folderOf({ [name]: rows }))).rejects).toEqual([]),
    query: rowsOf,
  }),
}

const more: Partial<Record<string, object[]>> = {
  listings: [{ key: 'l2', creatorUID: 'u2' }],
  orders: [{ id: 'o2', buyer_uid: 'u2', status: 1, created_at: at }],
  transactions: [{ id: 't2', seller_uid: 'u1', purchaser_uid: 'u2', price: 1, purchase_date: at }],
}

beforeAll(async () => {
  const scopes = ingestEntities.map(({ name }) => `ingest.${name as IngestName}` as const)
  shop = writer(s, await keyFor(s, scopes))
  await s.query("insert into staff (uid, email, role) values ('s1', 'sam@example.com', 'support')")
})

describe.each(Object.entries(doors))('through the door %s', (kind, open) => {
  beforeAll(async () => {
    for (const { name, row } of entities) {
      if (kind === 'ingest' && name === 'staff') continue
      const rows = [...ingested[name as IngestName], ...(more[name] ?? [])]
      const others = rows.filter((one) => kind === 'file' || (one as { senderID?: string }).senderID !== 's1')
      await open().write(name, others)
      expect(row).toBeDefined()
    }
  })

  test.each(
    decidedEntities
      .filter(({ name }) => kind === 'file' || name !== 'staff')
      .map((one) => [one.name, one] as const),
  )('%s keeps each field that staff decided, after a deletion, too', async (name, entity) => {
    const { write, query, remove } = open()
    const target = targets[name as keyof typeof targets]
    const columns = getTableColumns(target.table)
    const table = triggerTable(entity)
    const first = ingested[name as IngestName][0] as Record<string, unknown>
    const id = entity.key.map((field) => first[field] ?? first.device_id).join('\u001f')
    const where = entity.key
      .map((field, n) => `"${columns[field]?.name}" = '${id.split('\u001f')[n]}'`)
      .join(' and ')
    const stored = async (field: string) =>
      (await query(`select "${columns[field]?.name}" as value from ${table} where ${where}`))[0]?.value
    await write(name, [first])
    for (const field of entity.decidedHere.filter((one) => one !== 'deleted')) {
      const column = columns[field]
      const type = column?.getSQLType() ?? ''
      const found = JSON.parse(JSON.stringify((await stored(field)) ?? null)) as unknown
      const theirs = type === 'bigint' && found !== null ? Number(found) : found
      const whole = { ...first, [field]: theirs }
      await write(name, [whole])
      const value = other(entity, field, type, theirs)
      await query(`update ${table} set "${column?.name}" = $1 where ${where}`, [value])
      const ours = JSON.stringify(await stored(field))
      const decided = () =>
        query(
          'select theirs, differs_since is not null as differs from decided_fields where (entity, key, field) = ($1, $2, $3)',
          [name, id, field],
        )
      expect([field, await decided()]).toEqual([field, [{ theirs: null, differs: false }]])
      const kept = async () => {
        await write(name, [whole])
        expect([field, JSON.stringify(await stored(field))]).toEqual([field, ours])
        expect([field, await decided()]).toMatchObject([field, [{ differs: true }]])
      }
      await kept()
      // A missing field is no word about it.
      const { [field]: _missing, ...rest } = whole
      if (entity.row.safeParse(rest).success) await write(name, [rest])
      expect([field, JSON.stringify(await stored(field))]).toEqual([field, ours])
      if (remove && entity.deletable && !columns.deleted_at) {
        await remove(name, id.replaceAll('\u001f', ','))
        await kept()
      }
      const back = type === 'jsonb' && theirs !== null ? JSON.stringify(theirs) : theirs
      await query(`update ${table} set "${column?.name}" = $1 where ${where}`, [back])
      await query('delete from decided_fields where (entity, key) = ($1, $2)', [name, id])
    }
  })
})
