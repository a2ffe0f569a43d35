import { type CsvColumns, csvOf } from '@portreeve/contract/base/csv'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { masked } from '@portreeve/contract/base/personal'
import { may } from '@portreeve/contract/base/rights'
import { z } from '@portreeve/contract/base/zod'
import {
  exports as contract,
  type ExportList,
  exportLists,
  exportRows,
} from '@portreeve/contract/desk/exports'
import type { Call } from '../core/call/context.ts'
import { type AnyHandler, type Group, implement } from '../core/call/implement.ts'
import { demand } from '../core/call/rights.ts'
import { KeptRefusal, refuse } from '../core/refuse.ts'
import { collections } from '../listings/collections.ts'
import { keywords } from '../listings/keywords.ts'
import { listingReports } from '../listings/listing-reports.ts'
import { listings } from '../listings/listings.ts'
import { promotedPosts } from '../listings/promoted-posts.ts'
import { questions } from '../listings/questions.ts'
import { chargebacks } from '../money/disputes/chargebacks.ts'
import { disputes } from '../money/disputes/disputes.ts'
import { reconciliation } from '../money/ledger/reconciliation.ts'
import { orderSearch } from '../money/orders/order-search.ts'
import { userReports } from '../people/user-reports.ts'
import { users } from '../people/users.ts'
import { cellOf, columnsOf, recordOf } from '../search/columns-of.ts'
import { staff } from '../staff/staff.ts'
import { desk } from './desk.ts'

/** A piece ends early after so many milliseconds, well within the deadline of a call, or characters. */
const longest = 3000
const largest = 4_000_000
/** Rows of a page of a list that may be asked for a size. Its callers get fewer: here each page costs more statements. */
const pageRows = '1000'

const groups: Group = [
  ...[users, listings, orderSearch, userReports, listingReports, promotedPosts, disputes, chargebacks],
  ...[reconciliation, desk, collections, questions, keywords, staff],
].flat()

const isList = (name: string): name is ExportList => Object.hasOwn(exportLists, name)

/** The list's call, its handler and its columns. Refuses with not_found an unknown list. */
function listOf(name: string) {
  if (!isList(name)) refuse('not_found', 'No such list', 'There is no list of this name to export.')
  const endpoint: Endpoint = exportLists[name]
  const handler = groups.find((one) => one.endpoint === endpoint)?.handler
  if (!handler) throw new Error(`The list ${name} has no handler`)
  const { record, rowsIn } = recordOf(endpoint.data)
  const columns: CsvColumns<unknown> = Object.fromEntries(
    columnsOf(record).map((path) => [path.join('.'), (row: unknown) => cellOf(row, path)]),
  )
  const hasSize = endpoint.query instanceof z.ZodObject && 'limit' in endpoint.query.shape
  return { endpoint, handler, columns, rowsIn, hasSize }
}

/** One page of a list, as the caller may see it; a refusal that the list has recorded. */
async function pageOf(handler: AnyHandler, { data }: Endpoint, query: unknown, call: Call) {
  let next: string | null = null
  let isCut = false
  const answer = await handler(
    { params: {}, query, body: undefined },
    {
      ...call,
      more: (cursor?: string) => {
        next = cursor ?? null
        isCut = cursor === undefined
      },
      total: () => undefined,
      // A list publishes nothing, and the deed is the export's.
      did: () => undefined,
      publish: () => undefined,
      emit: () => undefined,
    },
  )
  if (answer instanceof KeptRefusal) return answer
  const shown = may(call.staff, 'personal.read') ? answer : masked(data, answer)
  return { shown, next: next as string | null, isCut: isCut as boolean }
}

export const exports = implement('exports', contract, {
  csv: async ({ params, query: { search = '', cursor } }, call) => {
    const { endpoint, handler, columns, rowsIn, hasSize } = listOf(params.list)
    demand(call.staff, endpoint.may)
    const filter = Object.fromEntries(new URLSearchParams(search))
    let csv = cursor === undefined ? csvOf(columns, []) : ''
    let rows = 0
    let at = cursor
    const began = performance.now()
    do {
      const parsed = endpoint.query.safeParse({ ...filter, ...(at !== undefined && { cursor: at }) })
      if (!parsed.success) refuse('malformed', 'Malformed request', 'The list has no such filters.')
      const query = hasSize ? Object.assign({}, parsed.data, { limit: pageRows }) : parsed.data
      const page = await pageOf(handler, endpoint, query, call)
      if (page instanceof KeptRefusal) return page
      if (page.isCut)
        refuse(
          'refused',
          'Too many rows',
          'This list shows its first rows only. Narrow it before you export it.',
        )
      const found = (
        rowsIn === null ? page.shown : (page.shown as Record<string, unknown>)[rowsIn]
      ) as unknown[]
      csv += csvOf(columns, found, false)
      rows += found.length
      at = page.next ?? undefined
    } while (
      at !== undefined &&
      rows < exportRows &&
      csv.length < largest &&
      performance.now() - began < longest
    )
    if (at !== undefined) call.more(at)
    call.did(null, { after: { list: params.list, ...filter, rows } })
    return { csv, rows }
  },
})
