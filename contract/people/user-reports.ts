import { get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { UserReportWithRecord } from './user-overview.ts'
import { Reason } from './users.ts'

/** The states of a report about a person. Staff set 'resolved'. */
export const userReportStatuses = ['open', 'resolved'] as const

/** A person's report about another person (spec: User report). */
export const UserReport = z.object({
  id: Id.describe('The report.'),
  reporting_uid: Id.describe('The person reported.'),
  reporter_uid: Id.nullable().describe('The person who reported; null when unknown.'),
  reporter: z
    .object({ displayName: text(1000).nullable() })
    .nullable()
    .describe('The reporter’s name.'),
  report_reason_id: text(500).nullable().describe('The reason, shown as it is (D-020).'),
  input: text(100_000).nullable().describe('What the reporter wrote.'),
  status: z.enum(userReportStatuses).describe('open, or resolved when handled.'),
  created_at: Time.describe('When it was made.'),
})
export type UserReport = z.infer<typeof UserReport>

/** A reported person with all reports about them (spec: Reported-user group). */
export const ReportedUser = z.object({
  reporting_uid: Id,
  reporting: z.object({
    uid: Id,
    displayName: text(1000).nullable(),
    /** Not in the spec. */
    isBanned: z.boolean().optional(),
  }),
  reports: z.array(UserReport),
})
export type ReportedUser = z.infer<typeof ReportedUser>

/** The handled reports to open again, and why. */
export const ReopenedReports = z.strictObject({
  reports: z.array(Id).min(1, 'is empty').max(10_000),
  reason: Reason,
})

export const userReports = {
  list: get('/v1/admin/user_reports', {
    may: 'reports.read',
    about: 'People with open reports about them, the one with the newest report first. At most 200 people.',
    data: z.array(ReportedUser),
  }),
  ofUser: get('/v1/admin/users/{uid}/user_reports', {
    may: 'reports.read',
    about:
      'The reports about a person and their listings, open ones first, then the newest, each with the record of its reporter. At most 200. Not part of the spec.',
    data: z.array(UserReportWithRecord),
  }),
  resolve: patch('/v1/admin/users/{uid}/user_reports', {
    may: 'reports.handle',
    deed: { subject: 'user', event: 'user_report.resolved', topic: 'users' },
    about:
      'Resolves the open reports about a person. With `seen`, only the named ones: a later report stays open and is counted in `left_open`.',
    body: z.strictObject({
      status: z.literal('resolved'),
      /** Ids of the reports on the caller's screen. Not in the spec; without it all reports are resolved. */
      seen: z.array(Id).max(10_000).optional(),
    }),
    data: z.object({ resolved_count: z.int(), left_open: z.int() }),
  }),
  reopen: post('/v1/admin/users/{uid}/user_reports/reopen', {
    may: 'reports.handle',
    deed: { subject: 'user', event: 'user_report.reopened', topic: 'users' },
    about:
      'Opens resolved reports about a person again, whoever resolved them and when, with a reason. Those that are open stay so. Refuses with conflict when none of them is resolved. Not part of the spec.',
    body: ReopenedReports,
    data: z.object({ reopened: z.int() }),
  }),
}
