import { held as contract } from '@portreeve/contract/staff/held'
import { implement } from '../core/call/implement.ts'
import { explain, heldBy, undo } from './held-actions.ts'

export const held = implement('held', contract, {
  mine: (_input, { db, staff }) => heldBy(db, staff.uid),

  undo: async ({ params }, call) => {
    await undo(call, params.id)
    return null
  },

  explain: async ({ params, body }, call) => {
    await explain(call, params.id, body.reason)
    return null
  },
})
