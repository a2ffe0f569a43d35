import { eventTypes } from '@portreeve/contract/base/event-types'
import { eventSchema, exampleOf } from '@portreeve/contract/marketplace/event-data'
import {
  allEventTypes,
  events as contract,
  type EventTypeDetail,
} from '@portreeve/contract/marketplace/events'
import { implement } from '../core/call/implement.ts'
import { timeLeft } from '../core/deadline.ts'
import { positionOf, readEvents } from '../core/live/event-rows.ts'
import { waitForEvent } from '../core/live/event-wait.ts'
import { answerOf, noFile, readyFiles } from '../staff/files/stored-files.ts'

const usualLimit = 100
/** Milliseconds of a call's time that are kept for its answer. */
const forAnswer = 1000

const types = allEventTypes.map((type): EventTypeDetail => {
  const [subject, about] = eventTypes[type]
  return { type, subject, about, schema: eventSchema(type), example: exampleOf(type) }
})

export const events = implement('events', contract, {
  types: async () => types,

  file: async ({ params }, call) => {
    const [row] = await readyFiles(call.db, [params.id])
    const answer = row && answerOf(row, call.ctx)
    // What staff only have among themselves is not the marketplace's.
    if (!answer || !row.attached_to?.startsWith('message:')) return noFile()
    call.did(['conversation', row.subject_id ?? ''], { after: { file: row.id } })
    return answer
  },

  list: async ({ query }, call) => {
    const limit = Math.max(1, Number(query.limit ?? usualLimit))
    const after = await positionOf(call.db, query.after)
    const wait = Math.min(Number(query.wait ?? 0) * 1000, timeLeft() - forAnswer)
    let found = await readEvents(call.db, after, limit)
    if (found.next === String(after) && wait > 0) {
      await waitForEvent(call.ctx.database, after, wait)
      found = await readEvents(call.db, after, limit)
    }
    call.did(null, { after: { after: query.after ?? null, next: found.next } })
    return found
  },
})
