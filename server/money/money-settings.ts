import { randomUUID } from 'node:crypto'
import { moneySettings as contract, type RefundReason } from '@portreeve/contract/money/money-settings'
import { asc, eq } from 'drizzle-orm'
import type { CallOf } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { pick } from '../core/call/whole-record.ts'
import { refuse } from '../core/refuse.ts'
import { refundReasons, moneySettings as table } from './money-desk-tables.ts'
import { readMoneySettings } from './money-limits.ts'

const shown = { id: refundReasons.id, words: refundReasons.words, retired: refundReasons.retired }

/** Changes a locked reason, and audits it. */
async function change(
  call: CallOf<typeof contract.saveReason>,
  id: string,
  set: Partial<RefundReason>,
): Promise<RefundReason> {
  const [before] = await call.db
    .select(shown)
    .from(refundReasons)
    .where(eq(refundReasons.id, id))
    .for('update')
  if (!before) refuse('not_found', 'No such reason', 'There is no reason with this id.')
  const [after] =
    Object.keys(set).length > 0
      ? await call.db.update(refundReasons).set(set).where(eq(refundReasons.id, id)).returning(shown)
      : []
  call.did(null, after && { before, after })
  return after ?? before
}

export const moneySettings = implement('moneySettings', contract, {
  get: (_input, { db }) => readMoneySettings(db),

  save: async ({ body }, call) => {
    await call.db.select().from(table).for('update')
    const before = await readMoneySettings(call.db)
    if (Object.keys(body).length > 0) await call.db.update(table).set(body)
    call.did(null, { before: pick(before, Object.keys(body)), after: body })
    return readMoneySettings(call.db)
  },

  reasons: (_input, { db }) =>
    db.select(shown).from(refundReasons).orderBy(asc(refundReasons.retired), asc(refundReasons.place)),

  addReason: async ({ body }, call) => {
    const reason = { id: `reason_${randomUUID()}`, words: body.words.trim(), retired: false }
    await call.db.insert(refundReasons).values(reason)
    call.did(null, { after: reason })
    return reason
  },

  saveReason: ({ params, body: { words, ...more } }, call) =>
    change(call, params.id, { ...more, ...(words !== undefined && { words: words.trim() }) }),

  retireReason: ({ params }, call) => change(call, params.id, { retired: true }),
})
