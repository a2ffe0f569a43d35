// Group: listingReports. On the wire they are `content_reports`; staff read "Listing Reports".

import { get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { ReopenedReports } from '../people/user-reports.ts'

/** The states of a report about a listing. Staff set 'ignored'. */
export const listingReportStatuses = ['open', 'ignored'] as const

/** A reported listing with the number of its reports (spec: Listing report; D-134). */
export const ReportedListing = z.object({
  key: Id,
  title: text(1000).nullable(),
  description: text(100_000).nullable(),
  /** A path below the storage's base address. */
  thumbnailImageURL: text(2000).nullable(),
  status: z.enum(listingReportStatuses),
  total_reports: z.int().min(0),
  /** The counted open reports. Not in the spec: `ignore` takes them as `seen`. */
  report_ids: z.array(Id).optional(),
  /** What the open reports say, when the first and the last came, and by how many people. Not in the spec. */
  about: z
    .object({
      reasons: z.array(text(500)),
      reporters: z.int(),
      oldest: Time,
      newest: Time,
      /** The seller is blocked already. */
      sellerIsBanned: z.boolean(),
    })
    .optional(),
})
export type ReportedListing = z.infer<typeof ReportedListing>

/** One person's report about one listing; `ReportedListing` counts the open reports. */
export const ListingReport = z.object({
  id: Id.describe('The report.'),
  post_key: Id.describe('The listing reported.'),
  reporter_uid: Id.nullable().describe('The person who reported; null when unknown.'),
  report_reason_id: text(500).nullable().describe('The reason, shown as it is.'),
  status: z.enum(listingReportStatuses).describe('open, or ignored when staff set it aside.'),
  created_at: Time.describe('When it was made.'),
})
export type ListingReport = z.infer<typeof ListingReport>

export const listingReports = {
  list: get('/v1/content_reports', {
    may: 'reports.read',
    about: 'Listings with open reports about them, the one with the newest report first. At most 200.',
    query: z.strictObject({
      /** The listing that comes first, however old its reports are. Not in the spec. */
      first: Id.optional(),
    }),
    data: z.array(ReportedListing),
  }),
  ignore: patch('/v1/posts/{id}/content_reports', {
    may: 'reports.handle',
    deed: { subject: 'listing', event: 'listing_report.ignored', topic: 'users' },
    about:
      'Ignores the open reports about a listing. With `seen`, only the named ones: a later report stays open and is counted in `left_open`. A second call is no error.',
    body: z.strictObject({
      status: z.literal('ignored'),
      /** Ids of the reports on the caller's screen. Not in the spec; without it all reports are ignored. */
      seen: z.array(Id).max(10_000).optional(),
    }),
    data: z.object({ ignored_count: z.int(), left_open: z.int() }),
  }),
  reopen: post('/v1/admin/listings/{id}/content_reports/reopen', {
    may: 'reports.handle',
    deed: { subject: 'listing', event: 'listing_report.reopened', topic: 'users' },
    about:
      'Opens ignored reports about a listing again, whoever ignored them and when, with a reason. Those that are open stay so. Refuses with conflict when none of them is ignored. Not part of the spec.',
    body: ReopenedReports,
    data: z.object({ reopened: z.int() }),
  }),
}
