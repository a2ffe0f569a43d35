import { Cursor, type Endpoint, get, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { collections } from '../listings/collections.ts'
import { keywords } from '../listings/keywords.ts'
import { listingReports } from '../listings/listing-reports.ts'
import { listings } from '../listings/listings.ts'
import { promotedPosts } from '../listings/promoted-posts.ts'
import { questions } from '../listings/questions.ts'
import { chargebacks } from '../money/chargebacks.ts'
import { disputes } from '../money/disputes.ts'
import { orderSearch } from '../money/order-search.ts'
import { reconciliation } from '../money/reconciliation.ts'
import { userReports } from '../people/user-reports.ts'
import { users } from '../people/users.ts'
import { staff } from '../staff/staff.ts'
import { desk } from './desk.ts'

/** Rows of one piece of an export at most. */
export const exportRows = 5000

/**
 * The lists that are exported by their own call: its filters choose the rows, its record has the columns, and its permission is
 * needed beside `lists.export`. Refunds, payouts and the audit log have exports of their own, with columns for accounting.
 */
export const exportLists = {
  users: users.search,
  listings: listings.search,
  orders: orderSearch.search,
  userReports: userReports.list,
  listingReports: listingReports.list,
  promotions: promotedPosts.list,
  disputes: disputes.list,
  chargebacks: chargebacks.list,
  warnings: chargebacks.warnings,
  differences: reconciliation.differences,
  desk: desk.list,
  collections: collections.list,
  questions: questions.list,
  keywords: keywords.list,
  staff: staff.list,
} as const satisfies Record<string, Endpoint>
export type ExportList = keyof typeof exportLists

export const exports = {
  csv: get('/v1/admin/exports/{list}', {
    may: 'lists.export',
    deed: {},
    about: `A list as CSV, up to ${exportRows} rows at a time, as the caller's role sees them; the first piece has a header line. Amounts are cents. Cells that a spreadsheet would run begin with an apostrophe. Refuses with refused a list that shows its first rows only and has more. Each piece is audited. Not part of the spec.`,
    query: z.strictObject({
      /** The query of the list's own call, as in its URL. */
      search: text(4000).optional(),
      cursor: Cursor,
    }),
    data: z.object({ csv: z.string(), rows: z.int() }),
  }),
}
