import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { page } from '../core/page.ts'
import { csvLine } from './csv.ts'

const perPage = 100
/** Maximum rows of one answer of an export. */
const exportRows = 5000

type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/** One page of an export: the first has a header line. */
const csvOf = <Row>(columns: Columns<Row>, rows: readonly Row[], isFirst: boolean): string =>
  [
    ...(isFirst ? [csvLine(Object.keys(columns))] : []),
    ...rows.map((row) => csvLine(Object.values(columns).map((cell) => String(cell(row) ?? '')))),
  ].join('')

/** Cents as an amount that a spreadsheet can add up: 1234.50. */
export const amountOf = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))

const place = (row: { created_at: string; id: string }) => ({ time: row.created_at, id: row.id })

/** The calls of a list of money, newest first: a page, and one piece of its CSV, whose audit row has the filter. */
export function moneyList<Row extends { created_at: string; id: string }, Filter extends object>(
  find: (db: Db, filter: Filter, cursor: string | undefined, limit: number) => Promise<Row[]>,
  columns: Columns<Row>,
) {
  interface Input {
    query: Filter & { cursor?: string | undefined }
  }
  return {
    list: async ({ query: { cursor, ...filter } }: Input, call: Call) =>
      page(call, await find(call.db, filter as Filter, cursor, perPage + 1), place, perPage),

    export: async ({ query: { cursor, ...filter } }: Input, call: Call) => {
      const found = await find(call.db, filter as Filter, cursor, exportRows + 1)
      const rows = page(call, found, place, exportRows)
      call.record({ after: { ...filter, rows: rows.length } })
      return { csv: csvOf(columns, rows, cursor === undefined), rows: rows.length }
    },
  }
}
