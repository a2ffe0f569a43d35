import type { ReportedUser } from '@portreeve/contract/people/user-reports'
import { userReports as contract } from '@portreeve/contract/people/user-reports'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { implement } from '../core/call/implement.ts'
import { pageSize } from '../core/call/page.ts'
import { hold } from '../staff/held-actions.ts'
import { reopenReports } from './held-people.ts'
import { userReports as table, users } from './people-tables.ts'
import { reportsWithRecords } from './report-records.ts'
import { getUser, lockUser } from './user-records.ts'

export const userReports = implement('userReports', contract, {
  list: async (_input, { db, more }) => {
    const groups = await db
      .select({ uid: table.reporting_uid, newest: sql<string>`max(${table.created_at})` })
      .from(table)
      .innerJoin(users, eq(users.uid, table.reporting_uid))
      .where(and(eq(table.status, 'open'), sql`${users.deleted_at} is null`))
      .groupBy(table.reporting_uid)
      .orderBy(desc(sql`max(${table.created_at})`), table.reporting_uid)
      .limit(pageSize + 1)
    if (groups.length > pageSize) more()
    const shown = groups.slice(0, pageSize).map((group) => group.uid)
    if (shown.length === 0) return []
    const reporting = alias(users, 'reporting')
    const reporter = alias(users, 'reporter')
    const rows = await db
      .select({
        id: table.id,
        reporting_uid: table.reporting_uid,
        reporter_uid: table.reporter_uid,
        report_reason_id: table.report_reason_id,
        input: table.input,
        status: table.status,
        created_at: table.created_at,
        reporting_name: reporting.displayName,
        reporting_banned: reporting.isBanned,
        reporter_name: reporter.displayName,
      })
      .from(table)
      .innerJoin(reporting, eq(reporting.uid, table.reporting_uid))
      .leftJoin(reporter, eq(reporter.uid, table.reporter_uid))
      .where(and(eq(table.status, 'open'), inArray(table.reporting_uid, shown)))
      .orderBy(desc(table.created_at), table.id)
    const byUid = new Map<string, ReportedUser>()
    for (const { reporting_name, reporting_banned, reporter_name, ...report } of rows) {
      const group = byUid.get(report.reporting_uid) ?? {
        reporting_uid: report.reporting_uid,
        reporting: {
          uid: report.reporting_uid,
          displayName: reporting_name,
          isBanned: reporting_banned,
        },
        reports: [],
      }
      const person = report.reporter_uid === null ? null : { displayName: reporter_name }
      group.reports.push({ ...report, status: 'open', reporter: person })
      byUid.set(report.reporting_uid, group)
    }
    return shown.flatMap((uid) => byUid.get(uid) ?? [])
  },

  ofUser: async ({ params }, { db, more }) => {
    const found = await reportsWithRecords(db, (await getUser(db, params.uid)).uid, pageSize + 1)
    if (found.length > pageSize) more()
    return found.slice(0, pageSize)
  },

  resolve: async ({ params, body }, call) => {
    // The lock serialises concurrent calls: the second finds no open reports and its answer counts none.
    const user = await lockUser(call.db, params.uid)
    const open = and(eq(table.reporting_uid, user.uid), eq(table.status, 'open'))
    const resolved = await call.db
      .update(table)
      .set({ status: 'resolved' })
      .where(and(open, body.seen && (body.seen.length > 0 ? inArray(table.id, body.seen) : sql`false`)))
      .returning({ id: table.id })
    const [left] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table).where(open)
    const items = resolved.map((row) => row.id)
    await hold(call, {
      action: 'userReports.resolve',
      subject_kind: 'user',
      subject_id: user.uid,
      title: user.displayName,
      items,
    })
    call.did(
      user.uid,
      { before: { title: user.displayName }, after: { resolved: items } },
      { event: items.length > 0 ? { reports: items } : null },
    )
    return { resolved_count: resolved.length, left_open: left?.n ?? 0 }
  },

  reopen: async ({ params, body }, call) => {
    const user = await lockUser(call.db, params.uid)
    const reports = await reopenReports(call.db, user.uid, body.reports)
    call.did(
      user.uid,
      { before: { title: user.displayName }, after: { reopened: reports } },
      { reason: body.reason.trim(), event: { reports } },
    )
    return { reopened: reports.length }
  },
})
