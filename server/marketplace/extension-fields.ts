import { type ExtraKind, extraKinds, extraProblem } from '@portreeve/contract/base/extra'
import { own } from '@portreeve/contract/base/own'
import { mask } from '@portreeve/contract/base/personal'
import { may } from '@portreeve/contract/base/rights'
import {
  extensionFields as contract,
  type ExtensionField,
  type ExtensionValue,
  maxFields,
} from '@portreeve/contract/marketplace/extension-fields'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { demand } from '../core/call/rights.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { posts } from '../listings/listing-tables.ts'
import { transactions } from '../money/money-tables.ts'
import { users } from '../people/people-tables.ts'
import { countReveal } from '../people/reveals.ts'
import { extensionFields as table } from './extensions/extension-tables.ts'
import { takenNames } from './extensions/taken-names.ts'

type Row = typeof table.$inferSelect

const asField = ({ removed_at: _removed, ...row }: Row): ExtensionField => row
const auditedAs = ({ kind, name }: Pick<Row, 'kind' | 'name'>) => `${kind}/${name}`

const kindOf = (kind: string): ExtraKind =>
  Object.hasOwn(extraKinds, kind)
    ? (kind as ExtraKind)
    : refuse('not_found', 'No such kind', 'No such kind of record has fields.')

const declared = (kind: string) => and(eq(table.kind, kindOf(kind)), isNull(table.removed_at))

async function lockField(db: Db, { kind, name }: { kind: string; name: string }): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(declared(kind), eq(table.name, name)))
    .for('update')
  return row ?? refuse('not_found', 'No such field', 'There is no field of this name.')
}

/** The values of a record that is there. A deleted account or listing has none: its page shows nothing of it. */
async function extraOf(db: Db, kind: ExtraKind, id: string) {
  const [row] = await {
    user: () =>
      db
        .select({ extra: users.extra })
        .from(users)
        .where(and(eq(users.uid, id), isNull(users.deleted_at))),
    listing: () => db.select({ extra: posts.extra }).from(posts).where(eq(posts.key, id)),
    transaction: () =>
      db.select({ extra: transactions.extra }).from(transactions).where(eq(transactions.id, id)),
  }[kind]()
  return row ? (row.extra ?? {}) : refuse('not_found', 'No such record', 'There is no such record.')
}

/** The values that the page of a record shows, by their words. */
async function valuesOf(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  params: { kind: string; id: string },
  inFull: boolean,
): Promise<ExtensionValue[]> {
  const kind = kindOf(params.kind)
  demand(staff, extraKinds[kind].may)
  const extra = await extraOf(db, kind, params.id)
  const fields = await db
    .select()
    .from(table)
    .where(and(declared(kind), eq(table.shown, true)))
    .orderBy(asc(table.words), asc(table.name))
  return fields.flatMap((field) => {
    const { name, type, words, personal } = field
    const value = own(extra, name)
    // A restored record may have a value of an earlier field of this name.
    if (value === undefined || extraProblem(field, value)) return []
    const masked = personal && !inFull
    // A number, a date or a choice of few has no part that says nothing.
    const shown = masked ? mask(type === 'text' ? 'any' : 'address', String(value)) : value
    return [{ name, type, words, value: shown, masked }]
  })
}

export const extensionFields = implement('extensionFields', contract, {
  list: async (_input, { db }) =>
    (
      await db.select().from(table).where(isNull(table.removed_at)).orderBy(asc(table.kind), asc(table.name))
    ).map(asField),

  create: async ({ body }, call) => {
    // Two at once: the second one waits here, and then finds the name.
    await call.db.execute(sql`lock table ${table} in share row exclusive mode`)
    const rows = await call.db.select().from(table)
    const same = rows.find(({ kind, name }) => kind === body.kind && name === body.name)
    if (same?.removed_at)
      refuse(
        'conflict',
        'Being removed',
        'The values of the removed field are being deleted. Try again in some minutes.',
      )
    if (same || takenNames(body.kind).has(body.name))
      refuse('conflict', 'The name is taken', 'Such records have a field of this name. Choose another one.')
    if (rows.length >= maxFields)
      refuse('refused', 'Too many fields', `There are ${maxFields} fields. Remove one first.`)
    const { displayName, email } = call.staff
    const row = { ...body, created_at: new Date().toISOString(), created_by: displayName ?? email }
    await call.db.insert(table).values(row)
    call.did(auditedAs(body), { before: null, after: body })
    return row
  },

  change: async ({ params, body }, call) => {
    const field = await lockField(call.db, params)
    if (field.personal && body.personal === false)
      refuse(
        'refused',
        'Stays personal',
        'What was masked stays masked. Remove the field, and declare another one.',
      )
    const before = Object.fromEntries(Object.keys(body).map((key) => [key, field[key as keyof typeof body]]))
    const [row] = await call.db
      .update(table)
      .set(body)
      .where(and(eq(table.kind, field.kind), eq(table.name, field.name)))
      .returning()
    call.did(auditedAs(field), { before, after: body })
    return asField(row ?? { ...field, ...body })
  },

  remove: async ({ params }, call) => {
    const field = await lockField(call.db, params)
    await call.db
      .update(table)
      .set({ removed_at: new Date().toISOString() })
      .where(and(eq(table.kind, field.kind), eq(table.name, field.name)))
    const { kind, name, type, words, personal } = field
    call.did(auditedAs(field), { before: { kind, name, type, words, personal }, after: null })
    return null
  },

  values: ({ params }, call) => valuesOf(call, params, may(call.staff, 'personal.read')),

  reveal: async ({ params, body }, call) => {
    const values = await valuesOf(call, params, true)
    await countReveal(call)
    call.did(
      [kindOf(params.kind), params.id],
      { after: { revealed: values.map(({ name }) => name) } },
      { reason: body.reason.trim() },
    )
    return values
  },
})
