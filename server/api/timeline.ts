import { api } from '@portreeve/contract'
import { timeline as contract, type TimelineKind, timelineKinds } from '@portreeve/contract/timeline'
import { and, eq, notInArray } from 'drizzle-orm'
import { implement } from '../core/implement.ts'
import { refuse } from '../core/refuse.ts'
import { demand } from '../core/rights.ts'
import { audit } from '../db/house.ts'
import { deedFor, findDeeds, olderThan, pageOfDeeds } from '../store/deeds.ts'

const pageSize = 50

/** Calls that only look, and are on record because what they show is private. */
const reads = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls)
    .filter(([, { method }]) => method === 'GET')
    .map(([name]) => `${group}.${name}`),
)

export const timeline = implement('timeline', contract, {
  of: async ({ params, query }, call) => {
    if (!Object.hasOwn(timelineKinds, params.kind))
      refuse('not_found', 'No such timeline', `There is no timeline of a '${params.kind}'.`)
    demand(call.staff, timelineKinds[params.kind as TimelineKind])
    const rows = await findDeeds(
      call.db,
      and(
        eq(audit.subject_kind, params.kind),
        eq(audit.subject_id, params.id),
        query.reads === 'shown' ? undefined : notInArray(audit.action, reads),
        olderThan(query.cursor),
      ),
      pageSize + 1,
    )
    return pageOfDeeds(call, rows, pageSize).map((row) => deedFor(call.staff, row))
  },
})
