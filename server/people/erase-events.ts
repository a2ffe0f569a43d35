import type { EventType } from '@portreeve/contract/base/event-types'
import { eventData } from '@portreeve/contract/marketplace/event-data'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../core/database/db.ts'
import type { PersonRows } from './person-rows.ts'

/**
 * Empties the events about the person and their records: `person.erased` replaces them. Those about transactions stay for
 * consumers that have not read them yet, with the pseudonym and without texts. So do their deliveries.
 */
export async function eraseEvents(db: Db, rows: PersonRows, uid: string, called: string): Promise<void> {
  const found = rows.events ?? []
  const isMoney = (row: (typeof found)[number]) => row.subject_kind === 'transaction'
  await db.execute(
    sql`update events set data = null, subject_id = ${called}
      where id = any(${sql.param(found.filter((row) => !isMoney(row)).map(({ id }) => id))}::bigint[])`,
  )
  const sent = rows.webhook_deliveries ?? []
  const ids = (some: typeof sent) => sql`any(${sql.param(some.map(({ id }) => id))}::bigint[])`
  await db.execute(sql`delete from webhook_deliveries where id = ${ids(sent.filter((row) => !isMoney(row)))}`)
  await db.execute(sql`update webhook_deliveries set response = null where id = ${ids(sent.filter(isMoney))}`)
  for (const { id, type, data } of found.filter(isMoney)) {
    const kept = withoutTexts(type as EventType, (data ?? {}) as Record<string, unknown>, uid, called)
    await db.execute(sql`update events set data = ${JSON.stringify(kept)}::jsonb where id = ${id}`)
  }
}

/** The data of an event about a transaction without the texts that may be about a person. */
function withoutTexts(type: EventType, data: Record<string, unknown>, uid: string, called: string) {
  const { shape } = eventData[type].data as z.ZodObject
  const kept = Object.entries(shape).filter(([name]) => name in data)
  return Object.fromEntries(
    kept.map(([name, field]) => {
      const value = data[name]
      if (/_(id|uid)$/.test(name)) return [name, value === uid ? called : value]
      if (typeof value === 'string')
        return [name, (field as z.ZodType).safeParse(null).success ? null : value]
      const isChange = value !== null && typeof value === 'object'
      return [name, isChange ? withoutTypedText(field as z.ZodType, value) : value]
    }),
  )
}

/** Amounts and states. A state that is a word is one of a few: its schema takes no other text. */
function withoutTypedText(field: z.ZodType, change: object) {
  const fits = field.safeParse(change).success
  const isOneOfFew = (name: string) => fits && !field.safeParse({ ...change, [name]: 'Any text' }).success
  const kept = Object.entries(change).filter(
    ([name, value]) => typeof value === 'number' || (typeof value === 'string' && isOneOfFew(name)),
  )
  return Object.fromEntries(kept)
}
