import type { RuleEvent } from '@portreeve/contract/desk/rule-fields'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../core/database/db.ts'
import { eventSql } from './rule-fields.ts'
import { withLiterals } from './rule-sql.ts'

/** A record and the moment at which a rule decides about it (ISO-8601 UTC). */
export interface Moment {
  id: string
  at: string
}

/**
 * Which rules meet which records, each with the facts of its moment: one statement, in which each table of the rules is a subquery of its
 * view of the past (core/program/history.sql) with the event's moment in place of that of the setting. The setting is empty here, so that a
 * table that is missed refuses instead of showing what came later. A record that was not there at its moment meets no rule.
 * @returns pairs of places, in the order of `moments`
 */
export async function evaluate(
  { db }: Pick<Database, 'db'>,
  event: RuleEvent,
  conditions: readonly SQL[],
  moments: readonly Moment[],
): Promise<{ at: number; rule: number }[]> {
  const { from, id } = eventSql[event]
  const met = sql.join(
    conditions.map((condition, place) => sql`case when ${condition} then ${sql.raw(String(place))} end`),
    sql`, `,
  )
  const facts = sql`select unnest(array[${met}]) as rule from ${from} where ${id} = event.id`
  return db.transaction(
    async (tx) => {
      await tx.execute(
        sql`select set_config('jit', 'off', true), set_config('search_path', 'past, ' || current_setting('search_path') || ', pg_catalog', true)`,
      )
      const { rows: views } = await tx.execute<{ name: string; text: string }>(
        sql`select relname as name, rtrim(pg_get_viewdef(oid), ';') as text from pg_class
          where relnamespace = 'past'::regnamespace and relkind = 'v' order by oid`,
      )
      const atMoment = withLiterals(facts, (text) => {
        const named = new Set(text.match(/\w+/g))
        const tables = views.filter(({ name }) => named.has(name))
        const all = `with ${tables.map((view) => `${view.name} as not materialized (${view.text})`).join(', ')} ${text}`
        return all.replace(/\b(portreeve_moment|now)\(\)/g, 'event.moment')
      })
      const { rows } = await tx.execute<{ at: number; rule: number }>(sql`select n::int - 1 as at, rule
        from unnest(${sql.param(moments.map((one) => one.id))}::text[], ${sql.param(moments.map((one) => one.at))}::timestamptz[])
          with ordinality as event(id, moment, n),
        lateral (${sql.raw(atMoment)}) met where rule is not null order by n, rule`)
      return rows
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
