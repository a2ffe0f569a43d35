import { randomUUID } from 'node:crypto'
import type { KeywordDraft, Reach } from '@portreeve/contract/listings/keywords'
import { keywords as contract, maxCounted, maxNames, termsOf } from '@portreeve/contract/listings/keywords'
import { eq, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../core/call/page.ts'
import { changeOf, refuseIfMoved } from '../core/call/versions.ts'
import { pick } from '../core/call/whole-record.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { ruleOf, savedRules } from './keyword-rules.ts'
import { countNewly } from './listing-hits.ts'
import { keywords as table } from './listing-tables.ts'

const order = newestFirst(sql`${table.created_at}`, sql`${table.id}`)

const noSuch = (): never =>
  refuse('not_found', 'No such keyword', 'There is no such keyword, or it was deleted.')

async function lockKeyword(db: Db, id: string) {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  return row ?? noSuch()
}

/** Refuses a rule without two different names: it would widen no search, and staff would not see why. */
function refuseIfUseless(draft: KeywordDraft): void {
  if (ruleOf(draft).length < 2)
    refuse(
      'refused',
      'Widens no search',
      'The terms and the preferred name must be different words, of letters or digits.',
    )
}

export const keywords = implement('keywords', contract, {
  list: async ({ query }, call) => {
    const [counted] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table)
    call.total(counted?.n ?? 0)
    const rows = await call.db
      .select()
      .from(table)
      .where(order.after(query.cursor))
      .orderBy(order.order)
      .limit(pageSize + 1)
    return page(call, rows, ({ created_at, id }) => ({ time: created_at, id }))
  },

  create: async ({ body }, call) => {
    refuseIfUseless(body)
    const row = {
      ...body,
      id: `keyword-${randomUUID()}`,
      created_at: new Date().toISOString(),
      ...call.again,
    }
    await call.db.insert(table).values(row)
    call.did(row.id, { before: null, after: row })
    return { ...row, version: 1 }
  },

  update: async ({ params, body }, call) => {
    const keyword = await lockKeyword(call.db, params.id)
    refuseIfMoved(call, keyword, 'this keyword')
    const change = changeOf(keyword, body)
    refuseIfUseless({ ...keyword, ...change })
    call.did(keyword.id, { before: pick(keyword, Object.keys(change)), after: change })
    if (Object.keys(change).length === 0) return keyword
    const [saved] = await call.db
      .update(table)
      .set({ ...change, version: sql`${table.version} + 1` })
      .where(eq(table.id, keyword.id))
      .returning()
    return saved ?? noSuch()
  },

  remove: async ({ params }, call) => {
    const keyword = await lockKeyword(call.db, params.id)
    refuseIfMoved(call, keyword, 'this keyword')
    await call.db.delete(table).where(eq(table.id, keyword.id))
    call.did(keyword.id, { before: keyword, after: null })
    return null
  },

  reach: async ({ query }, { db }) => {
    const saved = await savedRules(db)
    const others = [...saved].filter(([id]) => id !== query.id).map(([, rule]) => rule)
    const by = [...others, ruleOf(query)]
    const reach: Reach[] = []
    for (const term of [query.preferred_term.trim(), ...termsOf(query.terms)].slice(0, maxNames)) {
      const found = await countNewly(db, { term, by, butNotBy: [...saved.values()], max: maxCounted + 1 })
      reach.push({ term, newly: Math.min(found, maxCounted), more: found > maxCounted })
    }
    return reach
  },
})
