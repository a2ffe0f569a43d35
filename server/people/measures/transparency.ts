import { type CsvColumns, csvOf } from '@portreeve/contract/base/csv'
import { daySpan } from '@portreeve/contract/base/day-span'
import type { MeasureSource } from '@portreeve/contract/people/measures'
import type { MeasureKind } from '@portreeve/contract/people/policies'
import {
  transparency as contract,
  type Figures,
  type Transparency,
} from '@portreeve/contract/people/transparency'
import { sql } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { oldestFirst, page } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { inEuFile, readEuStatements } from './eu-statements.ts'

/** Statements of one piece of the EU's file at most. */
const statementsPerPiece = 1000

interface Days {
  from: string
  to: string
}

/** The times of a span of days in UTC: its beginning, and its end, which is not included. Refuses with malformed one that ends first. */
function timesOf({ from, to }: Days): Days {
  const [first, last] = [daySpan(from), daySpan(to)]
  if (!first || !last || last.from < first.from)
    return refuse(
      'malformed',
      'Malformed request',
      'The span ends before it begins. Choose a later last day.',
    )
  return { from: first.from, to: last.to }
}

type Row = Figures & {
  part: 'all' | 'policy' | 'kind' | 'source'
  key: string | null
  name: string | null
  exported: number
}

const figures = sql`count(*)::int as decisions, count(*) filter (where source = 'program')::int as automated,
  percentile_cont(0.5) within group (order by seconds) as median, percentile_cont(0.9) within group (order by seconds) as p90,
  count(*) filter (where exported)::int as exported,
  json_build_object('time', count(*) filter (where ended_how = 'time'), 'lifted', count(*) filter (where ended_how = 'lifted'),
    'undone', count(*) filter (where ended_how = 'undone'), 'replaced', count(*) filter (where ended_how = 'replaced')) as ended,
  json_build_object('open', count(*) filter (where appeal = 'open'), 'upheld', count(*) filter (where appeal = 'upheld'),
    'changed', count(*) filter (where appeal = 'changed'), 'reversed', count(*) filter (where appeal = 'reversed')) as appeals`

/** All parts of the figures, the most decisions first. */
async function readRows(db: Db, days: Days): Promise<Row[]> {
  const { from, to } = timesOf(days)
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with decided as materialized (
      select id, kind, source, ended_how, grounds, ${inEuFile} as exported, extract(epoch from greatest(at, opened_at) - opened_at) as seconds,
        (select state from appeals a where a.about = measures.id and state <> 'moot' order by opened_at desc limit 1) as appeal
      from measures where at >= ${from} and at < ${to}),
    counted as (
      select case when grouping(kind) = 0 then 'kind' when grouping(source) = 0 then 'source' else 'all' end as part,
        coalesce(kind, source) as key, ${figures}
      from decided group by grouping sets ((), (kind), (source))
      union all
      select 'policy', policy, ${figures}
      from (select d.*, g ->> 'policy' as policy from decided d left join lateral jsonb_array_elements(d.grounds) g on true) under
      group by policy)
    select counted.*, (select name from policies where id = key) as name from counted order by part, decisions desc, key`)
  return rows
}

async function readFigures(db: Db, days: Days): Promise<Transparency> {
  const rows = await readRows(db, days)
  const of = (part: Row['part']) => rows.filter((row) => row.part === part)
  const figuresOf = ({ decisions, automated, median, p90, ended, appeals }: Row): Figures => ({
    ...{ decisions, automated, median, p90, ended, appeals },
  })
  const [all] = of('all')
  if (!all) throw new Error('The figures have no total')
  return {
    ...days,
    all: figuresOf(all),
    exported: all.exported,
    policies: of('policy').map((row) => ({ policy: row.key, name: row.name, ...figuresOf(row) })),
    kinds: of('kind').map((row) => ({ kind: row.key as MeasureKind, ...figuresOf(row) })),
    sources: of('source').map((row) => ({ source: row.key as MeasureSource, ...figuresOf(row) })),
  }
}

const columns = ({ from, to }: Days): CsvColumns<Row> => ({
  from: () => from,
  to: () => to,
  by: ({ part }) => part,
  key: ({ key }) => key,
  name: ({ name }) => name,
  decisions: ({ decisions }) => decisions,
  with_a_program: ({ automated }) => automated,
  without_a_program: ({ decisions, automated }) => decisions - automated,
  median_seconds: ({ median }) => median,
  p90_seconds: ({ p90 }) => p90,
  ended_by_time: ({ ended }) => ended.time,
  lifted: ({ ended }) => ended.lifted,
  taken_back: ({ ended }) => ended.undone,
  replaced: ({ ended }) => ended.replaced,
  appeals_open: ({ appeals }) => appeals.open,
  appeals_upheld: ({ appeals }) => appeals.upheld,
  appeals_changed: ({ appeals }) => appeals.changed,
  appeals_reversed: ({ appeals }) => appeals.reversed,
})

const order = oldestFirst(sql`m.at`, sql`m.id`)

export const transparency = implement('transparency', contract, {
  get: ({ query }, { db }) => readFigures(db, query),

  csv: async ({ query }, call) => {
    const rows = await readRows(call.db, query)
    call.did(null, { after: { ...query, rows: rows.length } })
    return { csv: csvOf(columns(query), rows), rows: rows.length }
  },

  statements: async ({ query: { cursor, ...days } }, call) => {
    const { from, to } = timesOf(days)
    const found = await readEuStatements(
      call.db,
      sql`m.at >= ${from} and m.at < ${to} and (${order.after(cursor) ?? sql`true`})`,
      order.order,
      statementsPerPiece + 1,
    )
    const shown = page(call, found, ({ at, id }) => ({ time: at, id }), statementsPerPiece)
    call.did(null, { after: { ...days, rows: shown.length } })
    return { statements: shown.map(({ statement }) => statement) }
  },
})
