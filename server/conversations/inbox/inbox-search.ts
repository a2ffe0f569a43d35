import { bare } from '@portreeve/contract/base/plain-text'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { fits, has } from '../../search/newest-hits.ts'
import { memberSearchColumns } from '../../search/search-text.ts'
import { conversationMembers as members } from '../conversation-tables.ts'
import { conversationStates as states } from './inbox-tables.ts'

/** A text with more hits is common: the index of trigrams would fetch and sort them all. */
const maxRare = 2000

/** The newest conversations that are searched for a common text: few first, as they usually hold a page. */
const walks = [500, 5000]

/** What a search of the team inbox looks for. */
interface Wanted {
  /** A part of a person's name, or a member's uid. */
  person: string
  /** Parts of one message's text. A conversation is found by these or by the person. */
  words?: readonly string[]
}

/**
 * The conversations of the team inbox in which a person's name contains a text, a member has it as uid, or one message has all
 * its words. A rare text is found by the indexes, in all conversations. A common one is compared with the newest 5,000
 * conversations that fulfil the filters.
 * @param filters the condition of the view, its filters and the cursor
 * @param page rows that are enough
 */
export async function conversationsWith(
  db: Db,
  { person, words = [] }: Wanted,
  filters: SQL | undefined,
  page: number,
): Promise<string[]> {
  const uids = await db
    .select({ id: members.conversation_id })
    .from(members)
    .where(eq(members.uid, bare(person)))
    .orderBy(desc(members.date))
    .limit(maxRare)
  const found = uids.map(({ id }) => id)
  // The account's own name is no name of a person.
  const searches: [table: string, column: string, parts: readonly string[], who: string][] = [
    ['conversation_members', 'search_name', nameParts(person), 'uid'],
    ['messages', 'search', words, 'null'],
  ]
  const common: SQL[] = []
  for (const [table, column, parts, who] of searches) {
    if (parts.length === 0) continue
    const rare = await rareHits(db, table, who, all(parts, column, fits))
    if (rare) found.push(...rare)
    else
      common.push(sql`exists (select from ${sql.raw(table)} part where part.conversation_id = newest.conversation_id
        and ${sql.raw(who)} is distinct from newest.account and ${all(parts, `part.${column}`, has)})`)
  }
  return [...new Set([...found, ...(common.length > 0 ? await walk(db, common, filters, page) : [])])]
}

/** The conversations without such a person, among the newest 5,000 that fulfil the filters. */
export const conversationsWithout = (db: Db, person: string, filters: SQL | undefined, page: number) =>
  walk(
    db,
    [
      sql`not exists (select from conversation_members part where part.conversation_id = newest.conversation_id
        and part.uid is distinct from newest.account and (${sql.join(
          [
            sql`part.uid = ${bare(person)}`,
            ...nameParts(person).map((part) => has('part.search_name', part)),
          ],
          sql` or `,
        )}))`,
    ],
    filters,
    page,
  )

const nameParts = (name: string) => [memberSearchColumns({ name: bare(name) }).search_name].filter(Boolean)

const all = (parts: readonly string[], column: string, each: (column: string, part: string) => SQL) =>
  sql.join(
    parts.map((part) => each(column, part)),
    sql` and `,
  )

/**
 * The conversations of all hits; null for a common text. A subquery reads the account of each hit by its key: PostgreSQL expects
 * many more hits than are read, and would join them by reading all conversations.
 */
async function rareHits(db: Db, table: string, who: string, condition: SQL): Promise<string[] | null> {
  const { rows } = await db.execute<{ id: string; theirs: boolean }>(sql`
    with hits as materialized (select conversation_id as id, ${sql.raw(who)} as who from ${sql.raw(table)} where ${condition}),
    few as (select * from hits limit ${maxRare + 1})
    select id, who is distinct from (select account from conversation_states where conversation_id = id) as theirs
      from few where (select count(*) from few) <= ${maxRare}
    union all select null, false from few having count(*) > ${maxRare}`)
  if (rows.some(({ id }) => id === null)) return null
  return rows.filter(({ theirs }) => theirs).map(({ id }) => id)
}

async function walk(db: Db, conditions: SQL[], filters: SQL | undefined, page: number): Promise<string[]> {
  let ids: string[] = []
  for (const limit of walks) {
    const { rows } = await db.execute<{ id: string }>(sql`
      with newest as materialized (
        select conversation_id, account from ${states} where ${filters ?? sql`true`}
        order by ${states.date} desc, ${states.conversation_id} desc limit ${limit})
      select conversation_id as id from newest where ${sql.join(conditions, sql` or `)}`)
    ids = rows.map(({ id }) => id)
    if (ids.length >= page) break
  }
  return ids
}
