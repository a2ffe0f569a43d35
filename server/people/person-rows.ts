import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as conversations from '../conversations/conversation-tables.ts'
import * as inbox from '../conversations/inbox/inbox-tables.ts'
import * as macros from '../conversations/macro-tables.ts'
import * as emailTemplates from '../conversations/template-tables.ts'
import type { Db } from '../core/database/db.ts'
import * as events from '../db/event-tables.ts'
import * as machines from '../db/machine-tables.ts'
import * as system from '../db/system-tables.ts'
import * as appeals from '../desk/appeals/appeal-tables.ts'
import * as bulk from '../desk/bulk-tables.ts'
import * as cases from '../desk/desk-tables.ts'
import * as proposals from '../desk/proposals/proposal-tables.ts'
import * as ruleTables from '../desk/rules/rule-tables.ts'
import * as content from '../listings/listing-tables.ts'
import * as photos from '../listings/photos/photo-tables.ts'
import * as looks from '../listings/second-looks/look-tables.ts'
import * as extensions from '../marketplace/extensions/extension-tables.ts'
import * as ingest from '../marketplace/ingest-tables.ts'
import * as webhooks from '../marketplace/webhook-tables.ts'
import * as ledger from '../money/ledger/ledger-tables.ts'
import * as desk from '../money/money-desk-tables.ts'
import * as money from '../money/money-tables.ts'
import * as shipping from '../money/orders/shipping-tables.ts'
import * as provider from '../money/payment-tables.ts'
import * as plans from '../money/payouts/money-plan-tables.ts'
import * as files from '../staff/files/file-tables.ts'
import * as held from '../staff/held-tables.ts'
import * as measures from './measures/measure-tables.ts'
import * as people from './people-tables.ts'
import { type About, aboutOf } from './tables-of-kinds.ts'
import * as valueLists from './value-lists/list-tables.ts'

/** A reference from a table's column to another table's key. */
type Reference = Record<'column' | 'to' | 'key', string>

interface Table {
  name: string
  /** Columns that name a person. */
  persons: string[]
  references: Reference[]
  /** The single column of its key; undefined for a key of several columns. */
  key: string | undefined
  /** The record that a row is about; undefined where no columns name it. */
  about: About | undefined
}

/** A column that refers to a person by uid without a foreign key. */
const namesPerson = /^(uid|.*_uid|sender_id|redeemed_by|(asked|decided|started)_by)$/

/** Tables whose rows are free text about any person: searched for the uid. */
const open = ['live_events', 'idempotency_keys', 'deleted_records']

/** Every table except the identity provider's, which holds staff. person-export.test.ts finds a file of tables that is missing here. */
const tables: readonly Table[] = [
  people,
  measures,
  valueLists,
  extensions,
  plans,
  appeals,
  proposals,
  bulk,
  cases,
  ruleTables,
  content,
  looks,
  photos,
  money,
  ledger,
  desk,
  provider,
  shipping,
  conversations,
  inbox,
  macros,
  emailTemplates,
  extensions,
  ingest,
  machines,
  events,
  files,
  held,
  system,
  webhooks,
]
  .flatMap((module) => Object.values(module))
  .filter((one): one is PgTable => is(one, PgTable))
  .map((table) => {
    const { columns, foreignKeys, primaryKeys } = getTableConfig(table)
    const name = getTableName(table)
    const names = columns.map((column) => column.name)
    const declared = foreignKeys.map((key): Reference => {
      const {
        columns: [from],
        foreignTable,
        foreignColumns: [to],
      } = key.reference()
      return { column: from?.name ?? '', to: getTableName(foreignTable), key: to?.name ?? '' }
    })
    const persons = declared.filter(({ to }) => to === 'users').map(({ column }) => column)
    const loose = ['transaction_id', 'order_id']
      .filter((column) => names.includes(column) && !declared.some((one) => one.column === column))
      .map((column): Reference => ({ column, to: `${column.slice(0, -3)}s`, key: 'id' }))
    const own = columns.filter((column) => column.primary).map((column) => column.name)
    return {
      name,
      persons: [...new Set([...persons, ...names.filter((column) => namesPerson.test(column))])],
      references: [...declared.filter(({ to }) => to !== 'users'), ...loose],
      key: own.length === 1 && primaryKeys.length === 0 ? own[0] : undefined,
      about: aboutOf(names),
    }
  })

/** The tables whose old rows are in a twin of the same name in the schema `history` (core/program/history.sql). */
export async function rememberedTables(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'history'::regnamespace and relkind = 'r'`,
  )
  return new Set(rows.map(({ name }) => name))
}

const twinOf = (name: string) => `history.${name}`

/** A table, or its twin: 'history.users'. */
export const tableNamed = (name: string) =>
  sql.join(
    name.split('.').map((part) => sql.identifier(part)),
    sql`.`,
  )

type Row = Record<string, unknown>
/** A person's rows by table. */
export type PersonRows = Record<string, Row[]>

/**
 * Every row that belongs to a person: rows that name the person in a column, rows that depend on such a row (a purchase's
 * label, a conversation's messages, a record's audit rows), and free text that mentions the uid; and old versions of all these,
 * under names such as 'history.users'. No table can be forgotten: tables, keys and references come from the schema.
 * @param lock locks the rows that have old versions, each before its versions are read: what is being changed just now ends first
 */
export async function personRows(db: Db, uid: string, { lock = false } = {}): Promise<PersonRows> {
  const remembered = await rememberedTables(db)
  const all = tables.flatMap((table) =>
    remembered.has(table.name) ? [table, { ...table, name: twinOf(table.name) }] : [table],
  )
  const found = new Map<string, Map<string, Row>>()
  const add = async (table: Table, where: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await db.execute<{ at: string; row: Row }>(sql`
      select t.ctid::text as at, to_jsonb(t) as row from ${tableNamed(table.name)} t where ${where}
      ${lock && remembered.has(table.name) ? sql`for update` : sql``}`)
    const known = found.get(table.name) ?? new Map<string, Row>()
    const before = known.size
    for (const { at, row } of rows)
      known.set(at, table.name.startsWith('history.') ? { ...row, history_at: at } : row)
    if (known.size > 0) found.set(table.name, known)
    return known.size - before
  }
  const column = (name: string) => sql`t.${sql.identifier(name)}`
  const idsOf = (table: string, key: string): string[] => {
    const rows = [table, twinOf(table)].flatMap((name) => [...(found.get(name)?.values() ?? [])])
    return [...new Set(rows.map((row) => String(row[key])))]
  }

  for (const table of all)
    for (const person of table.persons) await add(table, sql`${column(person)} = ${uid}`)
  const memberships = idsOf('conversation_members', 'conversation_id')
  for (const table of all.filter(({ name }) => /^(history\.)?conversations$/.test(name)))
    await add(table, sql`t.id = any(${sql.param(memberships)})`)

  // The number of ids by reference at its last query. A reference is queried again when it has more ids.
  const asked = new Map<string, number>()
  const isNew = (reference: string, ids: string[]) => {
    if (ids.length === (asked.get(reference) ?? 0)) return false
    asked.set(reference, ids.length)
    return true
  }
  for (let grown = 1; grown > 0; ) {
    grown = 0
    for (const table of all) {
      for (const { column: from, to, key } of table.references) {
        const ids = idsOf(to, key)
        if (isNew(`${table.name}.${from} ${to}`, ids))
          grown += await add(table, sql`${column(from)} = any(${sql.param(ids)})`)
      }
      if (table.about === undefined) continue
      for (const [kind, to] of table.about.tables) {
        const key = tables.find(({ name }) => name === to)?.key
        const ids = key === undefined ? [] : idsOf(to, key)
        if (isNew(`${table.name} ${kind}`, ids))
          grown += await add(
            table,
            sql`${column(table.about.kind)} = ${kind} and ${column(table.about.key)} = any(${sql.param(ids)})`,
          )
      }
    }
  }
  // Not within a longer word: 'anna' is not 'anna-2'.
  const word = `(^|[^A-Za-z0-9_-])${uid.replaceAll(/[^A-Za-z0-9_-]/g, '\\$&')}($|[^A-Za-z0-9_-])`
  for (const table of tables.filter(({ name }) => open.includes(name)))
    await add(table, sql`position(${uid} in t::text) > 0 and t::text ~ ${word}`)
  return Object.fromEntries([...found].sort().map(([name, rows]) => [name, [...rows.values()]]))
}
