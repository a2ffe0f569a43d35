import { get, Id, patch, Time, text } from './endpoint.ts'
import { z } from './zod.ts'

/** The states of a report about a listing. Staff set 'ignored'. */
export const contentReportStatuses = ['open', 'ignored'] as const

/** A reported listing with the number of its reports (spec: Listing report; D-134). */
export const ListingReport = z.object({
  key: Id,
  title: text(1000).nullable(),
  description: text(100_000).nullable(),
  /** A path below the storage's base address. */
  thumbnailImageURL: text(2000).nullable(),
  status: z.enum(contentReportStatuses),
  total_reports: z.int().min(0),
  /** The counted open reports. Not in the spec: `ignore` takes them as `seen`. */
  report_ids: z.array(Id).optional(),
})
export type ListingReport = z.infer<typeof ListingReport>

/** One person's report about one listing; `ListingReport` counts the open reports. */
export const ContentReport = z.object({
  id: Id.describe('The report.'),
  post_key: Id.describe('The listing reported.'),
  reporter_uid: Id.nullable().describe('The person who reported; null when unknown.'),
  report_reason_id: text(500).nullable().describe('The reason, shown as it is.'),
  status: z.enum(contentReportStatuses).describe('open, or ignored when staff set it aside.'),
  created_at: Time.describe('When it was made.'),
})
export type ContentReport = z.infer<typeof ContentReport>

export const listingReports = {
  list: get('/v1/content_reports', {
    may: 'reports.read',
    about: 'Listings with open reports about them, the one with the newest report first. At most 200.',
    data: z.array(ListingReport),
  }),
  ignore: patch('/v1/posts/{id}/content_reports', {
    may: 'reports.handle',
    about:
      'Sets the open reports about a listing aside. With `seen`, only those named: a report that came later stays open and is counted in `left_open`. Doing it twice is no error.',
    body: z.strictObject({
      status: z.literal('ignored'),
      /** Ids of the reports on the caller's screen. Not in the spec; without it all reports are set aside. */
      seen: z.array(Id).max(10_000).optional(),
    }),
    data: z.object({ ignored_count: z.int(), left_open: z.int() }),
  }),
}
