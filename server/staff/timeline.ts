import { timeline as contract, timelineKinds } from '@portreeve/contract/staff/timeline'
import { and, eq, notInArray } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { demand } from '../core/call/rights.ts'
import { audit } from '../db/system-tables.ts'
import { findAuditRows, olderThan, pageOfAuditRows, reads, timelineEntryFor } from './audit-rows.ts'
import { kindOf } from './note-records.ts'
import { withTakeBacks } from './take-back.ts'
import { withContext } from './timeline-entries.ts'

const pageSize = 50

export const timeline = implement('timeline', contract, {
  of: async ({ params, query }, call) => {
    const kind = kindOf(params.kind)
    demand(call.staff, timelineKinds[kind])
    const rows = await findAuditRows(
      call.db,
      and(
        eq(audit.subject_kind, kind),
        eq(audit.subject_id, params.id),
        query.reads === 'shown' ? undefined : notInArray(audit.action, reads),
        olderThan(query.cursor),
      ),
      pageSize + 1,
    )
    const entries = pageOfAuditRows(call, rows, pageSize).map((row) => timelineEntryFor(call.staff, row))
    const known = await withContext(call.db, entries)
    return withTakeBacks(call.db, call.staff, known, () => ({ kind, id: params.id }))
  },
})
