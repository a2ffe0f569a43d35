import { bare } from '@portreeve/contract/base/plain-text'
import type { QueryFilter } from '@portreeve/contract/base/query'
import { type ListKind, listKinds } from '@portreeve/contract/people/value-lists'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { type Condition, wordOf } from '../../search/query.ts'
import { valueLists } from './list-tables.ts'

/** The condition of a record for each kind of list. @param items a query of the keys of the list's values, as `i.key` */
export type ListConditions = Partial<Record<ListKind, (items: SQL) => SQL>>

/** The values of a list that hold, as `i`. In the past, those that held then. */
const itemsOf = (name: string) =>
  sql`(select key from value_list_items where list = ${name} and (until is null or until > now())) i`

const nameOf = (value: Parameters<Condition>[0]) => bare(wordOf(value)).toLowerCase()

/**
 * The conditions of the filters `in:list-name`.
 * Refuses with malformed a list that there is not, and one whose values no such record has.
 * @param records what is searched, in words
 */
export async function listCondition(
  db: Db,
  filters: readonly QueryFilter[],
  records: string,
  conditions: ListConditions,
): Promise<Condition> {
  const named = filters.filter(({ field }) => field === 'in').map(({ value }) => nameOf(value))
  if (named.length === 0) return () => sql`false`
  const rows = await db.select({ name: valueLists.name, kind: valueLists.kind }).from(valueLists)
  const kinds = new Map(rows.map(({ name, kind }) => [name, kind]))
  for (const name of named) {
    const kind = kinds.get(name)
    const usable = rows.filter((row) => conditions[row.kind]).map((row) => `in:${row.name}`)
    const instead = usable.length > 0 ? ` Those are ${usable.slice(0, 20).join(', ')}.` : ''
    if (kind === undefined)
      refuse('malformed', 'The search has a mistake', `There is no list '${name}'.${instead}`)
    if (!conditions[kind])
      refuse(
        'malformed',
        'The search has a mistake',
        `The list '${name}' has values of the kind '${listKinds[kind].one}', which no search of ${records} compares.${instead}`,
      )
  }
  return (value) => {
    const name = nameOf(value)
    const kind = kinds.get(name)
    return (kind && conditions[kind]?.(itemsOf(name))) ?? sql`false`
  }
}

const column = (name: string) => sql.raw(`u.${name}`)
/** The people with a value on a list. Each join finds them by an index. */
const among = (items: SQL, meets: SQL) => sql`(select u.uid from ${items} join users u on ${meets})`

/** The people whom a list means, as a query of their uids. */
const people: ListConditions = {
  // Between the sign '@' and the end of the address, as the search column has them.
  email_domain: (items) => among(items, sql`${column('search')} like '%QBQ' || i.key || 'QZQ%'`),
  email: (items) => among(items, sql`${column('search_email')} = i.key`),
  ip: (items) =>
    among(
      items,
      sql`portreeve_ip(${column('last_ip')}) between host(network(i.key::inet))::inet and host(broadcast(i.key::inet))::inet`,
    ),
  phone: (items) =>
    // ':' follows '9'.
    among(items, sql`${column('search_phone')} ~>=~ i.key and ${column('search_phone')} ~<~ (i.key || ':')`),
  device: (items) => sql`(select d.uid from ${items} join devices d on d.device_id = i.key)`,
}

/** The conditions of a record by its people. @param condition that of a query of uids */
export const byPeople = (condition: (uids: SQL) => SQL): ListConditions =>
  Object.fromEntries(
    Object.entries(people).map(([kind, found]) => [kind, (items: SQL) => condition(found(items))]),
  )
