import { extraKinds } from '@portreeve/contract/base/extra'
import { namesOf } from '@portreeve/contract/base/own'
import { z } from '@portreeve/contract/base/zod'
import { extensionFields as contract, Name } from '@portreeve/contract/marketplace/extension-fields'
import { and, eq, isNull } from 'drizzle-orm'
import { refuse } from '../../core/refuse.ts'
import { operator } from '../../staff/staff-changes.ts'
import { extensionFields as table } from '../extensions/extension-tables.ts'
import { takenNames } from '../extensions/taken-names.ts'
import type { Section } from './section.ts'

const { body } = contract.create
const partsOf = (name: string) => {
  const [kind = '', field = ''] = name.split('/')
  return { kind: kind as keyof typeof extraKinds, name: field }
}
const is = (name: string) => and(eq(table.kind, partsOf(name).kind), eq(table.name, partsOf(name).name))

/** Declared fields, each by its kind of record and its name: `user/tier`. The values of records do not move. */
export const ofFields: Section = {
  name: 'fields',
  names: z.string().refine((name) => {
    const { kind, name: field } = partsOf(name)
    return namesOf(extraKinds).includes(kind) && Name.safeParse(field).success && !takenNames(kind).has(field)
  }, 'is no kind of record and free name, as in user/tier'),
  schema: z.record(z.string(), z.unknown()),
  read: async (db) => {
    const rows = await db.select().from(table).where(isNull(table.removed_at))
    return Object.fromEntries(
      rows.map(({ kind, name, created_at: _at, created_by: _by, removed_at: _removed, ...value }) => [
        `${kind}/${name}`,
        value,
      ]),
    )
  },
  write: async ({ db }, name, value) => {
    const { data, error } = body.safeParse({ ...value, ...partsOf(name) })
    if (!data) return refuse('malformed', `fields ${name}: ${error.issues[0]?.message ?? ''}.`)
    const [held] = await db.select().from(table).where(is(name)).for('update')
    if (!held) {
      const row = { ...data, created_at: new Date().toISOString(), created_by: operator.name }
      await db.insert(table).values(row)
      return
    }
    if (held.removed_at)
      refuse('refused', `fields ${name}: the values of the removed field are being deleted.`)
    if (held.type !== data.type || held.choices.join() !== data.choices.join())
      refuse('refused', `fields ${name}: the type and the values of a choice stay. Remove the field first.`)
    if (held.personal && !data.personal) refuse('refused', `fields ${name}: what was masked stays masked.`)
    const { words, personal, shown, filterable } = data
    await db.update(table).set({ words, personal, shown, filterable }).where(is(name))
  },
  remove: async ({ db }, name) => {
    await db.update(table).set({ removed_at: new Date().toISOString() }).where(is(name))
  },
}
