import { parseQuery, type QueryFields } from '@portreeve/contract/base/query'
import { type RuleEvent, ruleEvents, ruleProblem } from '@portreeve/contract/desk/rule-fields'
import { and, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { listCondition } from '../../people/value-lists/in-list.ts'
import { extraOfRecord, withDeclared } from '../../search/extra.ts'
import { conditionsOf } from '../../search/query.ts'
import { eventSql, hasTerms } from './rule-fields.ts'

/**
 * The condition of a rule about the record of its event. Refuses with malformed a query with a mistake, and words where the event has
 * no text.
 * @param usual the environment's currency
 */
export async function compileRule(db: Db, event: RuleEvent, query: string, usual: string): Promise<SQL> {
  // Without the personal ones: whom a rule meets tells their values to all who see rules.
  const known = await withDeclared<QueryFields>(db, ruleEvents[event].fields, query, false)
  const problem = ruleProblem(event, query, known)
  if (problem !== null) refuse('malformed', 'The rule has a mistake', problem)
  const parsed = parseQuery(known, query)
  const { fields, lists, words, extra } = eventSql[event]
  const inList = await listCondition(db, parsed.filters, 'such a rule', lists)
  const asked = { ...fields(usual), in: inList, x_: extraOfRecord(extra), seller_x_: extraOfRecord('user') }
  const conditions = [
    ...parsed.filters.map((filter) => conditionsOf([filter], asked) ?? sql`true`),
    ...(words === null ? [] : hasTerms(words, parsed.terms)),
  ]
  // PostgreSQL takes them in their order: what reads further rows waits for what does not.
  const reads = (condition: SQL) => Number(dialect.sqlToQuery(condition).sql.includes('select'))
  return and(...conditions.toSorted((a, b) => reads(a) - reads(b))) ?? sql`true`
}

const dialect = new PgDialect()

/** A statement with its values as literals; `change` sees its text without them. */
export function withLiterals(statement: SQL, change: (text: string) => string): string {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return change(text).replace(/\$(\d+)/g, (_, place: string) => literal(params[Number(place) - 1]))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.length === 0) return "'{}'"
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  return pg.escapeLiteral(String(value))
}
