import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import { ingest as contract, type Difference } from '@portreeve/contract/marketplace/ingest'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../core/call/page.ts'
import { refuse } from '../core/refuse.ts'
import { decidedFields as table } from './ingest-tables.ts'
import { ownStates } from './own-states.ts'

/** The kinds of records by entity. A difference of another entity has a kind of its own. */
const kinds: Partial<Record<string, RecordKind>> = {
  users: 'user',
  listings: 'listing',
  transactions: 'transaction',
  promoted_posts: 'promotion',
  questions: 'question',
  collections: 'collection',
  similar_content_keywords: 'keyword',
  macros: 'macro',
  email_templates: 'email_template',
}

const subjectOf = (entity: string, key: string): [RecordKind, string] => {
  const kind = kinds[entity]
  return kind ? [kind, key] : ['ingest', `${entity} ${key}`]
}

/** A difference's place among those of the same time. */
const place = sql`concat_ws(' ', ${table.entity}, ${table.key}, ${table.field})`
const newest = newestFirst(sql`${table.differs_since}`, place)

export const ingest = implement('ingest', contract, {
  differences: async ({ query }, call) => {
    const open: SQL | undefined = and(
      isNotNull(table.differs_since),
      eq(table.settled, false),
      query.entity === undefined ? undefined : eq(table.entity, query.entity),
    )
    const [counted] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table).where(open)
    call.total(counted?.n ?? 0)
    const rows = await call.db
      .select({
        entity: table.entity,
        key: table.key,
        name: sql<string | null>`case ${table.entity}
          when 'users' then (select display_name from users where uid = ${table.key})
          when 'listings' then (select title from posts where key = ${table.key}) end`,
        field: table.field,
        ours: table.ours,
        theirs: table.theirs,
        decided_at: table.decided_at,
        decided_by: sql<
          string | null
        >`(select coalesce(display_name, email) from staff where uid = ${table.decided_by})`,
        differs_since: table.differs_since,
        place: sql<string>`${place}`,
      })
      .from(table)
      .where(and(open, newest.after(query.cursor)))
      .orderBy(newest.order)
      .limit(pageSize + 1)
    return page(call, rows, (row) => ({ time: row.differs_since, id: row.place })).map(
      ({ place: _place, ...row }) => row as Difference,
    )
  },

  settle: async ({ body }, call) => {
    const { entity, key, field, keep } = body
    const which = and(
      eq(table.entity, entity),
      eq(table.key, key),
      eq(table.field, field),
      isNotNull(table.differs_since),
    )
    const [row] = await call.db.select().from(table).where(which).for('update')
    if (!row) refuse('not_found', 'No such difference', 'The marketplace agrees by now, or it was settled.')
    if (keep === 'theirs' && ownStates[entity]?.includes(field))
      refuse(
        'refused',
        'Not to be given back',
        'This state is kept here, and no row changes it. Change the record, or keep ours.',
      )
    if (keep === 'ours') await call.db.update(table).set({ settled: true }).where(which)
    else await call.db.delete(table).where(which)
    const before = { field, ours: row.ours, theirs: row.theirs }
    call.did(subjectOf(entity, key), { before, after: { keep } })
    return null
  },
})
