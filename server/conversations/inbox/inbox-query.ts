import { fold } from '@portreeve/contract/base/plain-text'
import type { Query, QueryFilter } from '@portreeve/contract/base/query'
import type { inboxFields } from '@portreeve/contract/base/query-fields'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { staff } from '../../db/system-tables.ts'
import { anyOf } from '../../search/any-of.ts'
import { type Condition, conditionsOf, timeIn, wordOf } from '../../search/query.ts'
import { partsOf, partsOfTerm } from '../../search/search-text.ts'
import { conversationsWith, conversationsWithout } from './inbox-search.ts'
import { conversationStates as states } from './inbox-tables.ts'

type Field = keyof typeof inboxFields
type Filter = QueryFilter<Field>
type Column = typeof states.assignee | typeof states.account

const isOf =
  <Name extends Field>(...names: Name[]) =>
  (filter: Filter): filter is QueryFilter<Name> =>
    (names as Field[]).includes(filter.field)

type Member = Pick<typeof staff.$inferSelect, 'uid' | 'email' | 'displayName'>

/** A staff member: the caller, no one, or each whose uid or email this is, or whose name contains it. */
const memberIn =
  (column: Column, uid: string, all: readonly Member[]): Condition =>
  (value) => {
    const word = fold(wordOf(value))
    if (word === 'none') return isNull(column)
    if (word === 'me') return eq(column, uid)
    const meant = all.filter(
      (one) =>
        one.uid === wordOf(value) || fold(one.email) === word || fold(one.displayName ?? '').includes(word),
    )
    return anyOf(
      column,
      meant.map((one) => one.uid),
    )
  }

const fields = (
  uid: string,
  all: readonly Member[],
): Readonly<Record<Exclude<Field, 'person'>, Condition>> => ({
  state: (value) => sql`${states.state} = ${wordOf(value)}`,
  assignee: memberIn(states.assignee, uid, all),
  account: memberIn(states.account, uid, all),
  tag: (value) => sql`${states.tags} @> array[${wordOf(value).toLowerCase()}]::text[]`,
  priority: (value) => sql`${states.priority} = ${wordOf(value)}`,
  waiting: (value) => sql`${states.state} = 'open' and ${timeIn(sql`${states.waiting_since}`)(value)}`,
  active: timeIn(sql`${states.date}`),
})

/**
 * The conversations that a query of the team inbox means.
 * @param uid the caller
 * @param where the condition of the view, its filters and the cursor
 * @param page rows that are enough
 */
export async function inboxAmong(
  db: Db,
  uid: string,
  query: Query<Field>,
  where: SQL | undefined,
  page: number,
): Promise<SQL | undefined> {
  const { filters } = query
  const all = filters.some(isOf('assignee', 'account'))
    ? await db.select({ uid: staff.uid, email: staff.email, displayName: staff.displayName }).from(staff)
    : []
  const isPerson = isOf('person')
  const others = filters.filter(
    (filter): filter is QueryFilter<Exclude<Field, 'person'>> => !isPerson(filter),
  )
  let among = and(where, conditionsOf(others, fields(uid, all)))
  for (const { not, value } of filters.filter(isPerson)) {
    const person = wordOf(value)
    const ids = not
      ? await conversationsWithout(db, person, among, page)
      : await conversationsWith(db, { person }, among, page)
    among = and(among, anyOf(states.conversation_id, ids))
  }
  const text = query.text.trim()
  if (text === '') return among
  // Without filters a quotation mark is a character.
  const words = query.isPlain ? partsOf(text) : query.terms.flatMap(partsOfTerm)
  const ids = await conversationsWith(db, { person: text, words }, among, page)
  return and(among, anyOf(states.conversation_id, ids))
}
