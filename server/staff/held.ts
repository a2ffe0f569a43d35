import { held as contract } from '@portreeve/contract/staff/held'
import { implement } from '../core/call/implement.ts'
import { explain, heldBy, undo } from './held-actions.ts'
import { takeBack, takeBacksOf } from './take-back.ts'

export const held = implement('held', contract, {
  mine: (_input, { db, staff }) => heldBy(db, staff.uid),

  undo: async ({ params }, call) => {
    await undo(call, params.id)
    return null
  },

  takeBack: ({ params, body }, call) => takeBack(call, params.id, body.reason),

  of: ({ params }, { db, staff }) => takeBacksOf(db, staff, params.kind, params.id),

  explain: async ({ params, body }, call) => {
    await explain(call, params.id, body.reason)
    return null
  },
})
