import { programRole } from '@portreeve/contract/base/programs'
import { may, permissions } from '@portreeve/contract/base/rights'
import { type RuleActions, ruleActionNames, ruleActions, ruleProgram } from '@portreeve/contract/desk/rules'
import type { Me } from '@portreeve/contract/staff/staff'
import { eq, sql } from 'drizzle-orm'
import type { StaffCaller } from '../../core/call/caller.ts'
import type { Context } from '../../core/call/context.ts'
import { parseInput } from '../../core/call/parse.ts'
import { runIn } from '../../core/call/transact.ts'
import type { Db, Transaction } from '../../core/database/db.ts'
import { KeptRefusal, RefusalError } from '../../core/refuse.ts'
import { callerOfRow } from '../../db/staff-rights.ts'
import { staff } from '../../db/system-tables.ts'
import { callNamed } from '../proposals/proposed-call.ts'
import type { Row } from './rule-records.ts'
import type { ruleMatches } from './rule-tables.ts'

// What a rule does, by the ordinary calls under the rights of its owner, as a program does (docs/programs.md). Each first locks the
// record, and leaves it alone where a person has decided about it.

export type Match = typeof ruleMatches.$inferSelect

/** The owner of a rule with their rights today, and why the rule cannot act any more; null where it can. */
export async function ownerOf(db: Db, { owner_uid, actions }: Row): Promise<{ me: Me; lost: string | null }> {
  const [row] = await db.select(callerOfRow).from(staff).where(eq(staff.uid, owner_uid))
  if (!row) throw new Error('The owner of a rule has no row')
  const { disabled, ...me } = row
  const name = me.displayName ?? me.email
  const missing = ruleActionNames.find(
    (action) => actions[action] !== undefined && !may(me, ruleActions[action].may),
  )
  return {
    me,
    lost: disabled
      ? `Its owner, ${name}, is not on the staff any more.`
      : missing
        ? `Its owner, ${name}, may not ${permissions[ruleActions[missing].may].words} any more.`
        : null,
  }
}

/** The program of a rule, by whose name the audit has what it did. */
export const programOf = ({ id, name }: Pick<Row, 'id' | 'name'>) => ({
  id,
  name: ruleProgram(name),
  scope: 'rule',
})
export const roleOf = (rule: Pick<Row, 'id' | 'name'>) => programRole(programOf(rule).name)

interface Act {
  tx: Transaction
  ctx: Context
  rule: Row
  match: Match
  me: Me
}

/** Makes a call in a savepoint. @returns why it was refused; null when it is done */
async function make(
  { tx, ctx, rule, match, me }: Act,
  name: string,
  params: Record<string, string>,
  body: object,
): Promise<string | null> {
  const found = callNamed(name)
  if (!found) throw new Error(`There is no call ${name}`)
  const { endpoint, handler } = found
  const caller: StaffCaller = { staff: me, session: undefined, program: programOf(rule) }
  const input = parseInput(endpoint, { params, query: {}, body, headers: {} })
  try {
    await tx.transaction(async (point) => {
      const { result } = await runIn(
        point,
        { ctx, name, endpoint, handler, request: { id: match.id } },
        caller,
        input,
      )
      if (result instanceof KeptRefusal) throw new RefusalError(result.code, result.title, result.message)
    })
    return null
  } catch (error) {
    if (error instanceof RefusalError && error.code !== 'unavailable') return error.message
    throw error
  }
}

const isThere = async (tx: Transaction, query: ReturnType<typeof sql>): Promise<boolean> =>
  (await tx.execute(sql`select ${query}`)).rows.some((row) => Object.values(row)[0] === true)

/** What each action did with a record, or why it left it alone, in words. */
const acts: {
  readonly [Name in keyof RuleActions]-?: (act: Act, value: NonNullable<RuleActions[Name]>) => Promise<string>
} = {
  case: async () => 'Put a case on the desk',

  review: async (act) => {
    const { tx, match, rule } = act
    const key = match.subject_id
    await tx.execute(sql`select from posts where key = ${key} for update`)
    if (
      await isThere(
        tx,
        sql`exists (select from review_decisions where kind = 'listing' and subject_id = ${key} and taken_back_at is null)`,
      )
    )
      return 'Did not hold the listing: a person has decided about it'
    if (await isThere(tx, sql`exists (select from posts where key = ${key} and review_state = 'pending')`))
      return 'Did not hold the listing: it waits for review already'
    const refused = await make(
      act,
      'listings.reopen',
      { id: key },
      { reason: `Rule ${rule.name}: ${rule.query}` },
    )
    return refused === null ? 'Held the listing for review' : `Did not hold the listing: ${refused}`
  },

  hold_days: async (act, days) => {
    const { tx, match, rule } = act
    const id = match.subject_id
    await tx.execute(sql`select from transactions where id = ${id} for update`)
    if (await isThere(tx, sql`exists (select from payout_holds where transaction_id = ${id})`))
      return 'Did not hold the payout: it was held before, and who did that decides'
    const reason = `Rule ${rule.name}, for at most ${days} days: ${rule.query}`
    const refused = await make(act, 'payouts.hold', { id }, { reason })
    if (refused !== null) return `Did not hold the payout: ${refused}`
    await tx.execute(sql`update rule_matches set holds_until = now() + make_interval(days => ${days}),
      hold_id = (select id from payout_holds where transaction_id = ${id} and released_at is null) where id = ${match.id}`)
    return `Held the payout for at most ${days} days`
  },

  second_person: async ({ tx, match }) => {
    await tx.execute(sql`update rule_matches set second_person = true where id = ${match.id}`)
    return 'Lets each refund wait for a second person'
  },

  tag: async (act, tag) => {
    const { tx, match } = act
    const { rows } = await tx.execute<{ id: string; seen: string | null }>(
      sql`select conversation_id as id from messages where id = ${match.subject_id}`,
    )
    const [found] = rows
    const refused = found
      ? await make(act, 'inbox.act', { id: found.id }, { actions: { add_tags: [tag] } })
      : 'the message is gone'
    return refused === null ? `Tagged the conversation: ${tag}` : `Did not tag the conversation: ${refused}`
  },

  note: async (act, words) => {
    const { tx, match } = act
    const { rows } = await tx.execute<{ kind: string; id: string | null }>(
      match.subject_kind === 'message'
        ? sql`select 'conversation' as kind, conversation_id as id from messages where id = ${match.subject_id}`
        : sql`select ${match.subject_kind} as kind, ${match.subject_id} as id`,
    )
    const [found] = rows
    const refused = found?.id
      ? await make(act, 'notes.create', {}, { kind: found.kind, id: found.id, text: words })
      : 'the record is gone'
    return refused === null ? 'Wrote a note' : `Did not write a note: ${refused}`
  },
}

/** Takes all actions of a rule about a record that it has met. @returns what it did, in words */
export async function actOn(act: Act): Promise<string[]> {
  const did: string[] = []
  for (const name of ruleActionNames) {
    const value = act.rule.actions[name]
    // The types of an action and of its value belong together.
    const run = acts[name] as (act: Act, value: unknown) => Promise<string>
    if (value !== undefined) did.push(await run(act, value))
  }
  return did
}

/** Ends the hold of a payout whose days are over, unless a person has released it meanwhile. */
export async function endHold(act: Act): Promise<void> {
  const { tx, match, rule } = act
  if (
    await isThere(
      tx,
      sql`exists (select from payout_holds where id = ${match.hold_id} and released_at is null)`,
    )
  ) {
    const reason = `The days of the rule ${rule.name} are over.`
    const refused = await make(act, 'payouts.release', { id: match.subject_id }, { reason })
    if (refused !== null) throw new Error(`The hold of ${match.subject_id} could not end: ${refused}`)
  }
}
