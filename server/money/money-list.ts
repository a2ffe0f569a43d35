import { type CsvColumns, csvOf } from '@portreeve/contract/base/csv'
import type { Call } from '../core/call/context.ts'
import { page } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import type { KeptRefusal } from '../core/refuse.ts'
import { peopleMeant } from '../people/people-by-term.ts'

const perPage = 100
/** Maximum rows of one answer of an export. */
const exportRows = 5000

/** The deed of an export names no record. */
type Unnamed = Record<never, never>

/** Cents as an amount that a spreadsheet can add up: 1234.50. */
export const amountOf = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))

const place = (row: { created_at: string; id: string }) => ({ time: row.created_at, id: row.id })

/** A filter after its person is looked for: the uids of the people who are meant. */
export type Resolved<Filter, Person extends keyof Filter> = Omit<Filter, Person> & {
  people?: string[] | undefined
}

interface MoneyList<Row, Filter, Person extends keyof Filter, Sum> {
  /** The filter's field for a person: a uid, a name or an email address. */
  person: Person
  find: (
    db: Db,
    filter: Resolved<Filter, Person>,
    cursor: string | undefined,
    limit: number,
  ) => Promise<Row[]>
  sum: (db: Db, filter: Resolved<Filter, Person>) => Promise<Sum>
  columns: CsvColumns<Row>
}

/** The calls of a list of money, newest first: a page, its totals, and one piece of its CSV, whose audit row has the filter. */
export function moneyList<
  Row extends { created_at: string; id: string },
  Filter extends object,
  Person extends keyof Filter & string,
  Sum,
>({ person, find, sum, columns }: MoneyList<Row, Filter, Person, Sum>) {
  interface Input {
    query: Filter & { cursor?: string | undefined }
  }
  /** Runs work with the people who are meant. A search for them may refuse. */
  async function resolved<T>(
    call: Call,
    query: Filter,
    work: (filter: Resolved<Filter, Person>) => Promise<T>,
  ): Promise<T | KeptRefusal> {
    const { [person]: wanted, ...filter } = query
    const term = String(wanted ?? '').trim()
    const found = term === '' ? undefined : await peopleMeant(call, term)
    return found?.refusal ?? (await work({ ...filter, people: found?.uids }))
  }
  return {
    list: ({ query: { cursor, ...filter } }: Input, call: Call) =>
      resolved(call, filter as Filter, async (wanted) =>
        page(call, await find(call.db, wanted, cursor, perPage + 1), place, perPage),
      ),

    totals: ({ query }: { query: Filter }, call: Call) =>
      resolved(call, query, (wanted) => sum(call.db, wanted)),

    export: ({ query: { cursor, ...filter } }: Input, call: Call<never, never, Unnamed>) =>
      resolved(call, filter as Filter, async (wanted) => {
        const found = await find(call.db, wanted, cursor, exportRows + 1)
        const rows = page(call, found, place, exportRows)
        call.did(null, { after: { ...wanted, rows: rows.length } })
        return { csv: csvOf(columns, rows, cursor === undefined), rows: rows.length }
      }),
  }
}
