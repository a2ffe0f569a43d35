import { outbound as contract, maxValues } from '@portreeve/contract/conversations/outbound'
import { sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { getUser, lockUser } from '../people/user-records.ts'
import { readValues } from './conversation-values.ts'
import { refuseBlank, sendAsTeam } from './inbox/inbox-answer.ts'
import { inboxFilter } from './inbox/inbox-filter.ts'
import { lockState } from './inbox/inbox-states.ts'
import { conversationStates as states } from './inbox/inbox-tables.ts'
import { conversationFor, destinationOf } from './team-conversation.ts'

export const outbound = implement('outbound', contract, {
  destination: async ({ params }, { db }) => destinationOf(db, await getUser(db, params.uid)),

  send: async ({ params, body: { text, seen } }, call) => {
    refuseBlank(text)
    // The lock of the person: two colleagues who write first at once, an erasure, a block.
    const person = await lockUser(call.db, params.uid)
    const id = await conversationFor(call.db, person)
    const locked = await lockState({ ...call, expected: undefined }, id)
    const message = await sendAsTeam(call, locked, { text, seen })
    return { conversation: id, message }
  },

  values: ({ body }, { db, staff }) =>
    readValues(
      db,
      'ids' in body
        ? sql`select id, place from jsonb_array_elements_text(${JSON.stringify(body.ids)}::jsonb) with ordinality as chosen (id, place) order by place limit ${maxValues}`
        : sql`select ${states.conversation_id} as id, row_number() over (order by ${states.date} desc, ${states.conversation_id} desc) as place
            from ${states} where ${inboxFilter(staff.uid, body.all) ?? sql`true`} order by place limit ${maxValues}`,
    ),
})
