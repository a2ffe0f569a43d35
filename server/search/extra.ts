import { type ExtraKind, foldExtra, maxExtraNumber } from '@portreeve/contract/base/extra'
import type { Operator, QueryFields, QueryFilter, QueryValue } from '@portreeve/contract/base/query'
import { prefixesOf, withExtra } from '@portreeve/contract/base/query'
import { may } from '@portreeve/contract/base/rights'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { extensionFields as table } from '../marketplace/extensions/extension-tables.ts'
import type { Condition } from './query.ts'

// Filters by the fields that a marketplace declares: `x_name:value`.

/**
 * The fields of a list for a query, with the declared ones by which the caller may filter. Read only where the query names one.
 * A caller who sees a field masked does not filter by it: that would disclose it.
 */
export const fieldsFor = <Fields extends QueryFields>(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  fields: Fields,
  query: string,
): Promise<Fields> => withDeclared(db, fields, query, may(staff, 'personal.read'))

/** The same, with the fields that are not personal, and with the personal ones where they are wanted. */
export async function withDeclared<Fields extends QueryFields>(
  db: Db,
  fields: Fields,
  query: string,
  personal: boolean,
): Promise<Fields> {
  const kinds = prefixesOf(fields).flatMap((prefix) => fields[prefix]?.of ?? [])
  if (kinds.length === 0 || !/x_/i.test(query)) return fields
  const rows = await db
    .select()
    .from(table)
    .where(
      and(
        inArray(table.kind, kinds),
        eq(table.filterable, true),
        isNull(table.removed_at),
        personal ? undefined : eq(table.personal, false),
      ),
    )
  return withExtra(fields, rows)
}

/** The table of each kind of record, its key, and its newest records in the words of an index. */
const tables: Readonly<Record<ExtraKind, { name: string; key: string; newest: string }>> = {
  user: { name: 'users', key: 'uid', newest: 'order by created_at_time desc nulls last, uid' },
  listing: {
    ...{ name: 'posts', key: 'key' },
    newest: `where post_type = 0 and review_state = 'approved' and deleted_at is null
      order by creation_date_time desc nulls last, key`,
  },
  transaction: { name: 'transactions', key: 'id', newest: 'order by purchase_date desc, id desc' },
}

/** The newest records that are looked at, and how many of them make a walk over the newest ones the shorter way. */
const sample = 4000
const common = 16

/** The conditions of the filters by declared fields. */
export async function extraCondition(
  db: Db,
  kind: ExtraKind,
  filters: readonly QueryFilter[],
): Promise<Condition> {
  const { name, key, newest } = tables[kind]
  const conditions = new Map<QueryValue, SQL>()
  for (const { value } of filters) {
    if (value.kind !== 'extra' || !value.value) continue
    const found = meant(value.name, await dayOf(db, value.value))
    if (!found) continue
    const { words, test } = found
    const passes = sql`coalesce(${test(ownOf(name, value.name))}, false)`
    const has = sql`portreeve_extra(${sql.raw(`${name}.extra`)}) && ${sql.param(words)}::text[]`
    if (words.length === 1) {
      // The first condition is cheap, and decides in a walk over the newest records; the index knows the second one alone.
      conditions.set(value, sql`${passes} and ${has}`)
      continue
    }
    // PostgreSQL takes a range of many words for common even where no record has any of them.
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from
      (select extra from ${sql.raw(name)} ${sql.raw(newest)} limit ${sample}) as ${sql.raw(name)} where ${passes}`)
    conditions.set(
      value,
      (rows[0]?.n ?? 0) >= common
        ? passes
        : sql`${sql.raw(`${name}.${key}`)} = any(array(select ${sql.raw(`${name}.${key}`)} from ${sql.raw(name)} where ${has}))`,
    )
  }
  return (value) => conditions.get(value) ?? sql`false`
}

/**
 * The condition of a filter by a declared field about one record, which is known already. In a rule, now() is the moment of its event.
 */
export const extraOfRecord =
  (kind: ExtraKind): Condition =>
  (value) => {
    if (value.kind !== 'extra' || !value.value) return sql`false`
    const own = ownOf(tables[kind].name, value.name)
    const passes =
      value.value.kind === 'age'
        ? ofDay(own, value.value.operator === '<' ? '>=' : '<', dayBefore(value.value.hours))
        : meant(value.name, value.value)?.test(own)
    return passes ? sql`coalesce(${passes}, false)` : sql`false`
  }

/** The value of a record's field in JSON. */
const ownOf = (table: string, field: string) => sql`(${sql.raw(`${table}.extra`)}->${field}::text)`

const dayBefore = (hours: number) => sql`(now() - make_interval(hours => ${hours}))::date::text`

const ofDay = (own: SQL, operator: Operator, day: string | SQL) =>
  sql`${own} #>> '{}' like '____-__-__' and (${own} #>> '{}') collate "C" ${operators[operator]} ${day}`

/** An age as a day: a date is younger than 30 days from the day 30 days before on. In the past, before that moment. */
async function dayOf(db: Db, value: QueryValue): Promise<QueryValue> {
  if (value.kind !== 'age') return value
  const { rows } = await db.execute<{ day: string }>(sql`select ${dayBefore(value.hours)} as day`)
  const day = rows[0]?.day ?? ''
  return { kind: 'day', operator: value.operator === '<' ? '>=' : '<', day, from: day, to: day }
}

interface Meant {
  /** The words of the index, of which a record has one. */
  words: string[]
  /** @param own the value in JSON. A restored record may have one of an earlier field of the name, which is of another type. */
  test: (own: SQL) => SQL
}

function meant(name: string, value: QueryValue): Meant | undefined {
  const is = (text: string): Meant => ({
    words: [`${name}=${text}`],
    test: (own) => {
      const isText = sql`lower((${own} #>> '{}') collate "C") = ${text}`
      return text === 'yes' || text === 'no'
        ? sql`case jsonb_typeof(${own}) when 'boolean' then ${own} = ${String(text === 'yes')}::jsonb else ${isText} end`
        : isText
    },
  })
  switch (value.kind) {
    case 'word':
      return is(foldExtra(value.text))
    case 'number': {
      const { operator, number } = value
      return {
        words: wordsOf(name, operator, number),
        test: (own) =>
          sql`case jsonb_typeof(${own}) when 'number' then ${own}::bigint ${operators[operator]} ${number}::bigint end`,
      }
    }
    case 'day': {
      const { operator, day } = value
      return {
        words: wordsOf(name, operator, Number(day.replaceAll('-', ''))),
        test: (own) => ofDay(own, operator, day),
      }
    }
    default:
      return undefined
  }
}

const operators: Readonly<Record<Operator, SQL>> = {
  '<': sql`<`,
  '<=': sql`<=`,
  '=': sql`=`,
  '>=': sql`>=`,
  '>': sql`>`,
}

/** The digits of a number as the index has it: moved so that none is below 0. */
const digits = 13
const zero = maxExtraNumber + 1

/**
 * The words of the numbers that meet a comparison. The index has each beginning of a number's digits as a word, so a range is at most
 * nine words a digit: above 41 are those that begin with 42 … 49, or with 5 … 9.
 */
function wordsOf(name: string, operator: Operator, number: number): string[] {
  const begin = String(number + zero).padStart(digits, '0')
  const word = (some: string) => `${name}#${some}`
  const equal = operator.endsWith('=') ? [word(begin)] : []
  if (operator === '=') return equal
  const isAbove = operator.startsWith('>')
  const beyond = [...begin].flatMap((digit, place) =>
    Array.from({ length: 10 }, (_, other) => other)
      .filter((other) => (isAbove ? other > Number(digit) : other < Number(digit)))
      .map((other) => word(`${begin.slice(0, place)}${other}`)),
  )
  return [...equal, ...beyond]
}
