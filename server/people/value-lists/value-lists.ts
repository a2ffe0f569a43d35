import { randomUUID } from 'node:crypto'
import { maskNamed } from '@portreeve/contract/base/personal'
import { may } from '@portreeve/contract/base/rights'
import {
  valueLists as contract,
  fieldOf,
  type ListKind,
  listKinds,
  maxItems,
  maxLists,
} from '@portreeve/contract/people/value-lists'
import { and, asc, count, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { devices, users } from '../people-tables.ts'
import { valueListItems as items, valueLists as lists } from './list-tables.ts'
import { readValues } from './list-values.ts'

const order = newestFirst(sql`${items.at}`, sql`${items.id}`)
const holds = sql`(${items.until} is null or ${items.until} > now())`

const noSuch = (): never => refuse('not_found', 'No such list', 'There is no list of this name.')

async function readList(db: Db, name: string) {
  const [row] = await db.select().from(lists).where(eq(lists.name, name))
  return row ?? noSuch()
}

/** The list, locked: of two calls that add, the second one counts what the first has added. */
async function lockList(db: Db, name: string) {
  const [row] = await db.select().from(lists).where(eq(lists.name, name)).for('update')
  return row ?? noSuch()
}

/** What the audit names values by: the personal field, which it masks. */
const named = (kind: ListKind, values: readonly unknown[]) => ({ [fieldOf(kind) ?? 'values']: values })

const ofUser: Partial<Record<ListKind, 'email' | 'last_ip' | 'phone_number'>> = {
  ...{ email_domain: 'email', email: 'email', ip: 'last_ip', phone: 'phone_number' },
}

/** The values of a record for a list of a kind. Refuses with not_found, and with conflict a record without any. */
async function valuesOf(db: Db, kind: ListKind, from: { kind: 'user' | 'listing'; id: string }) {
  const found: (string | null)[] = []
  if (from.kind === 'listing') {
    const { rows } = await db.execute<{ print: string | null }>(sql`select p.print from posts
      left join photo_prints p on p.post_key = posts.key and ${kind} = 'photo' where posts.key = ${from.id}`)
    if (rows.length === 0) refuse('not_found', 'No such listing', 'There is no listing with this key.')
    found.push(...rows.map(({ print }) => print))
  } else {
    const [user] = await db.select().from(users).where(eq(users.uid, from.id))
    if (!user) refuse('not_found', 'No such person', 'There is no account with this uid.')
    const field = ofUser[kind]
    const own = eq(devices.uid, from.id)
    const rows = kind === 'device' ? await db.select({ id: devices.device_id }).from(devices).where(own) : []
    found.push(...(field ? [user[field]] : rows.map(({ id }) => id)))
  }
  // 'temp' is a placeholder for a missing number (ENT-04).
  const values = found.filter((value): value is string => !!value && value !== 'temp')
  if (values.length === 0)
    refuse('conflict', 'Not added', `This record has no ${listKinds[kind].one.toLowerCase()}.`)
  return values
}

export const valueLists = implement('valueLists', contract, {
  list: async (_input, { db }) => {
    const counted = db
      .select({ n: count() })
      .from(items)
      .where(and(eq(items.list, lists.name), holds))
    const rows = await db
      .select({ row: lists, items: sql<number>`(${counted})::int` })
      .from(lists)
      .orderBy(asc(lists.name))
    return rows.map(({ row, items }) => ({ ...row, items }))
  },

  create: async ({ body }, call) => {
    // Two at once: the second one waits here, and then finds the name.
    await call.db.execute(sql`lock table ${lists} in share row exclusive mode`)
    const rows = await call.db.select({ name: lists.name }).from(lists)
    if (rows.some(({ name }) => name === body.name))
      refuse('conflict', 'The name is taken', 'Another list has this name. Choose another one.')
    if (rows.length >= maxLists)
      refuse('refused', 'Too many lists', `There are ${maxLists} lists. Delete one that is empty first.`)
    const { displayName, email } = call.staff
    const row = { ...body, created_at: new Date().toISOString(), created_by: displayName ?? email }
    await call.db.insert(lists).values(row)
    call.did(body.name, { before: null, after: body })
    return { ...row, items: 0 }
  },

  remove: async ({ params }, call) => {
    const list = await lockList(call.db, params.name)
    const [held] = await call.db.select({ n: count() }).from(items).where(eq(items.list, list.name))
    if ((held?.n ?? 0) > 0)
      refuse('conflict', 'Not empty', `The list has ${held?.n} values, also ended ones. Remove them first.`)
    await call.db.delete(lists).where(eq(lists.name, list.name))
    const { name, kind, about } = list
    call.did(name, { before: { name, kind, about }, after: null })
    return null
  },

  items: async ({ params, query }, call) => {
    const list = await readList(call.db, params.name)
    const field = may(call.staff, 'personal.read') ? undefined : fieldOf(list.kind)
    // A part of a hidden value would disclose it letter by letter.
    const searched = query.search?.trim() && !field ? query.search.trim() : undefined
    const all = and(
      eq(items.list, list.name),
      searched ? ilike(items.value, `%${searched.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    )
    const [counted] = await call.db.select({ n: count() }).from(items).where(all)
    call.total(counted?.n ?? 0)
    const rows = await call.db
      .select()
      .from(items)
      .where(and(all, order.after(query.cursor)))
      .orderBy(order.order)
      .limit(pageSize + 1)
    return page(call, rows, ({ at, id }) => ({ time: at, id })).map((row) => ({
      ...{ id: row.id, reason: row.reason, by: row.by, at: row.at, until: row.until },
      value: (field && maskNamed(field, row.value)) ?? row.value,
      from: row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null,
    }))
  },

  add: async ({ params, body }, call) => {
    const list = await lockList(call.db, params.name)
    refuseGuess(call, list.kind, body.values)
    if (body.until !== null && Date.parse(body.until) <= Date.now())
      refuse('refused', 'Not added', 'The end is past. Choose a later one, or none.')
    const { from, reason, until } = body
    const read = readValues(list.kind, body.values ?? (from ? await valuesOf(call.db, list.kind, from) : []))
    const keys = read.map(({ key }) => key)
    const [held] = await call.db
      .select({ all: count(), again: sql<number>`count(*) filter (where ${inArray(items.key, keys)})::int` })
      .from(items)
      .where(eq(items.list, list.name))
    const { all, again } = held ?? { all: 0, again: 0 }
    const added = read.length - again
    if (all + added > maxItems)
      refuse('refused', 'The list is full', `A list has ${maxItems} values at most. This one has ${all}.`)
    const by = call.staff.displayName ?? call.staff.email
    const own = { reason, by, at: new Date().toISOString(), until }
    const source = { subject_kind: from?.kind ?? null, subject_id: from?.id ?? null }
    const rows = read.map((one) => ({
      id: `vli_${randomUUID()}`,
      list: list.name,
      ...one,
      ...own,
      ...source,
    }))
    await call.db
      .insert(items)
      .values(rows)
      .onConflictDoUpdate({ target: [items.list, items.key], set: { ...own, ...source } })
    const after = {
      ...named(
        list.kind,
        read.map(({ value }) => value),
      ),
      until,
      ...(from && { from }),
    }
    call.did(list.name, { after }, { reason: reason.trim() })
    return { added, changed: again }
  },

  take: async ({ params, body }, call) => {
    const list = await lockList(call.db, params.name)
    const gone = await call.db
      .delete(items)
      .where(and(eq(items.list, list.name), inArray(items.id, body.items)))
      .returning()
    const before = gone.map(({ value, reason, until }) => ({ ...named(list.kind, [value]), reason, until }))
    call.did(list.name, { before: { removed: before }, after: { removed: null } })
    return { removed: gone.length }
  },
})

/** A typed guess and a search by the list would show whose value it is. */
function refuseGuess(call: Call, kind: ListKind, values: readonly string[] | undefined) {
  if (values && fieldOf(kind) && !may(call.staff, 'personal.read'))
    refuse(
      'forbidden',
      'Not added',
      'Your role sees these values masked, so it adds them from the page of a person only.',
    )
}
