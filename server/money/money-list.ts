import { type CsvColumns, csvOf } from '@portreeve/contract/base/csv'
import { plainAmount, usual } from '@portreeve/contract/base/currency'
import type { Totals } from '@portreeve/contract/money/refunds'
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

/** An amount that a spreadsheet can add up: 1234.50. */
export const amountOf = ({
  amount,
  currency = usual,
}: {
  amount: number | null
  currency?: string | undefined
}) => (amount === null ? null : `${amount < 0 ? '-' : ''}${plainAmount(Math.abs(amount), currency)}`)

/** Number and sum of the rows of one state and currency. */
export type StateSum = { currency: string | null; state: string; count: number; cents: number }

/** The totals of a list: those in the environment's currency, and one for each other currency. */
export function totalsOf(rows: StateSum[], own: string): Totals {
  const of = (currency: string) => {
    const here = rows.filter((row) => (row.currency ?? usual) === currency)
    const add = (field: 'cents' | 'count') => here.reduce((sum, row) => sum + row[field], 0)
    const by_state = here.map(({ state, count, cents }) => ({ state, count, cents }))
    return { currency, count: add('count'), cents: add('cents'), by_state }
  }
  const others = [...new Set(rows.map(({ currency }) => currency ?? usual))].filter((one) => one !== own)
  return { ...of(own), ...(others.length > 0 && { others: others.map(of) }) }
}

const place = (row: { created_at: string; id: string }) => ({ time: row.created_at, id: row.id })

/** A filter after its person is looked for: the uids of the people who are meant. */
export type Resolved<Filter, Person extends keyof Filter> = Omit<Filter, Person> & {
  people?: string[] | undefined
}

interface MoneyList<Row, Filter, Person extends keyof Filter> {
  /** The filter's field for a person: a uid, a name or an email address. */
  person: Person
  find: (
    db: Db,
    filter: Resolved<Filter, Person>,
    cursor: string | undefined,
    limit: number,
  ) => Promise<Row[]>
  sum: (db: Db, filter: Resolved<Filter, Person>) => Promise<StateSum[]>
  columns: CsvColumns<Row>
}

/** The calls of a list of money, newest first: a page, its totals, and one piece of its CSV, whose audit row has the filter. */
export function moneyList<
  Row extends { created_at: string; id: string },
  Filter extends object,
  Person extends keyof Filter & string,
>({ person, find, sum, columns }: MoneyList<Row, Filter, Person>) {
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
      resolved(call, query, async (wanted) =>
        totalsOf(await sum(call.db, wanted), call.ctx.settings.currency),
      ),

    export: ({ query: { cursor, ...filter } }: Input, call: Call<never, never, Unnamed>) =>
      resolved(call, filter as Filter, async (wanted) => {
        const found = await find(call.db, wanted, cursor, exportRows + 1)
        const rows = page(call, found, place, exportRows)
        call.did(null, { after: { ...wanted, rows: rows.length } })
        return { csv: csvOf(columns, rows, cursor === undefined), rows: rows.length }
      }),
  }
}
