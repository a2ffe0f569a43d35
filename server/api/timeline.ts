import { timeline as contract, timelineKinds } from '@portreeve/contract/staff/timeline'
import { and, eq, notInArray } from 'drizzle-orm'
import { implement } from '../core/implement.ts'
import { demand } from '../core/rights.ts'
import { audit } from '../db/system.ts'
import { findAuditRows, olderThan, pageOfAuditRows, reads, timelineEntryFor } from '../store/audit-rows.ts'
import { kindOf } from '../store/notes.ts'
import { withContext } from '../store/timeline.ts'

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
    return withContext(call.db, entries)
  },
})
