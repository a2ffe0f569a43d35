import { moneyWords } from '@portreeve/contract/base/currency'
import { may } from '@portreeve/contract/base/rights'
import { approvalRights } from '@portreeve/contract/money/approvals'
import type { Outcome } from '@portreeve/contract/money/money'
import { sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { begin, type Later } from '../../core/operations/operations.ts'
import { KeptRefusal, refuse } from '../../core/refuse.ts'
import type { Movement } from './refund-checks.ts'
import { mayAlone } from './refund-limit.ts'
import { type Asked, requestKinds, storeRequests } from './stored-requests.ts'

/**
 * Begins a movement of a locked transaction's money, or stores a request for a second person and refuses with
 * second_person.
 * @returns the call's answer; the operation, or what the audit says of the request
 */
export async function beginOrRequest(call: Call<'approvals'>, movement: Movement) {
  const found = await beginOrRequestAll(call, [movement], [movement.operation.subject_id])
  const { asked: [asked] = [], begun: [begun] = [] } = found
  return { answer: found.answer, asked, operation: begun?.operationId }
}

/**
 * The same for movements of several transactions: all begin, or all are requested together. Their sum counts for the limit, with
 * what the caller has moved of all `counted` transactions. Locks the transactions' rows before the staff member's, the lock order
 * of all calls: two calls of one person about two transactions are checked one after the other.
 */
export async function beginOrRequestAll(
  call: Call<'approvals'>,
  movements: readonly [Movement, ...Movement[]],
  counted: readonly string[],
): Promise<{ answer: Later | Outcome | KeptRefusal; begun?: Later[]; asked?: Asked[] }> {
  const { db, staff: me } = call
  const cents = sumOf(movements)
  const [{ currency }] = movements
  if (movements.some((one) => one.currency !== currency))
    refuse('refused', 'Several currencies', 'Items of several currencies are refunded one by one.')
  await db.execute(sql`select 1 from staff where uid = ${me.uid} for no key update`)
  const mayItself = movements.every(({ operation }) => may(me, approvalRights[requestKinds[operation.kind]]))
  if (mayItself && cents <= (await mayAlone(call, counted))) {
    const begun = await beginAll(
      db,
      movements.map(({ operation }) => ({ ...operation, started_by: me.uid })),
    )
    return { answer: answerOf(begun, cents), begun }
  }
  const asked = await storeRequests(call, movements, !mayItself)
  const answer = new KeptRefusal(
    'second_person',
    'Needs a second person',
    `${mayItself ? `${moneyWords(cents, currency)} is more than you may refund alone` : 'You may request refunds only'}. It is asked for now, and goes out when a second person approves it.`,
  )
  return { answer, asked }
}

export const sumOf = (movements: readonly Movement[]) =>
  movements.reduce((sum, { operation }) => sum + operation.cents, 0)

/** The answer to the caller, who waits for a single operation. */
export const answerOf = ([only, ...others]: readonly Later[], cents: number): Later | Outcome =>
  only && others.length === 0 ? only : { state: 'pending', cents }

/** Begins operations. The worker takes several at once. */
export async function beginAll(db: Db, operations: readonly Parameters<typeof begin>[1][]): Promise<Later[]> {
  const begun: Later[] = []
  for (const operation of operations)
    begun.push(await (operations.length === 1 ? begin(db, operation) : begin(db, operation, 0)))
  return begun
}
