import { randomUUID } from 'node:crypto'
import {
  actionsAt,
  rules as contract,
  maxRules,
  type RuleActions,
  ruleActionNames,
  ruleActions,
} from '@portreeve/contract/desk/rules'
import type { Me } from '@portreeve/contract/staff/staff'
import { eq, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { page } from '../../core/call/page.ts'
import { demand } from '../../core/call/rights.ts'
import { same } from '../../core/call/whole-record.ts'
import { refuse } from '../../core/refuse.ts'
import { refuseSameHand } from '../../staff/staff-grants.ts'
import { lockRule, type Row, readMatch, readMatches, readRule, readRules } from './rule-records.ts'
import { compileRule } from './rule-sql.ts'
import { ruleMatches, rules as table } from './rule-tables.ts'

/** Refuses with forbidden an action whose permission a staff member does not hold: nobody gives what they do not have. */
function demandActions(me: Me, actions: RuleActions) {
  for (const name of ruleActionNames) if (actions[name] !== undefined) demand(me, ruleActions[name].may)
}

type Written = Pick<Row, 'event' | 'query' | 'actions'>

/** Refuses a rule that could not work. */
async function checkRule({ db, staff, ctx }: Call, { event, query, actions }: Written) {
  await compileRule(db, event, query, ctx.settings.currency)
  const possible: readonly string[] = actionsAt(event)
  const wrong = Object.keys(actions).find((name) => !possible.includes(name))
  if (wrong !== undefined)
    refuse('malformed', 'The rule has a mistake', `No rule does '${wrong}' at this event.`)
  demandActions(staff, actions)
}

async function refuseName({ db }: Call, name: string, id: string) {
  const { rows } = await db.execute<{ all: number; taken: boolean }>(sql`
    select count(*)::int as all, coalesce(bool_or(lower(name) = lower(${name}) and id <> ${id}), false) as taken from rules`)
  if (rows[0]?.taken) refuse('conflict', 'Name taken', 'Another rule has this name.')
  return rows[0]?.all ?? 0
}

async function hasActed({ db }: Call, id: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from rule_matches where rule_id = ${id} and state = 'on' limit 1`,
  )
  return rows.length > 0
}

/** Writes a change of a locked rule's state. */
const move = ({ db }: Call, { id }: Pick<Row, 'id'>, set: Partial<Row>) =>
  db
    .update(table)
    .set({ stopped: null, on_by: null, ...set, since: sql`now()`, version: sql`version + 1` })
    .where(eq(table.id, id))

const told = ({ name, event, query, actions, per_hour }: Row) => ({ name, event, query, actions, per_hour })

/** Closes the open cases of a rule. @returns how many */
async function closeCases({ db, staff }: Call, id: string): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update rule_matches set case_state = 'closed', case_by = ${staff.uid}, case_at = now() where rule_id = ${id} and case_state = 'open'`,
  )
  return rowCount ?? 0
}

export const rules = implement('rules', contract, {
  list: (_input, call) => readRules(call, sql`true`),

  get: ({ params }, call) => readRule(call, params.id),

  matches: async ({ params, query: { part, cursor } }, call) => {
    const [rule] = await call.db.select().from(table).where(eq(table.id, params.id))
    if (!rule) return refuse('not_found', 'No such rule', 'There is no such rule.')
    const isGood = { good: sql`e.end = 'good'`, bad: sql`e.end <> 'good'` }
    const where = sql`e.written = ${rule.written} and ${part ? isGood[part] : sql`true`}`
    return page(call, await readMatches(call.db, rule, where, cursor), ({ at, id }) => ({ time: at, id }))
  },

  create: async ({ body }, call) => {
    const id = `rule_${randomUUID()}`
    await checkRule(call, body)
    if ((await refuseName(call, body.name, id)) >= maxRules)
      refuse('refused', 'Too many', `There are at most ${maxRules} rules.`)
    await call.db.insert(table).values({ ...body, id, owner_uid: call.staff.uid })
    call.did(id, { after: body })
    return readRule(call, id)
  },

  update: async ({ params: { id }, body }, call) => {
    const row = await lockRule(call, id)
    const now = { ...told(row), ...body }
    await checkRule(call, now)
    await refuseName(call, now.name, id)
    if (now.name !== row.name && (await hasActed(call, id)))
      refuse('conflict', 'It has acted', 'A rule that has acted keeps its name, which the audit log has.')
    const { name: _, ...written } = body
    const isAnother = Object.entries(written).some(([field, value]) => !same(row[field as keyof Row], value))
    await call.db
      .update(table)
      .set({
        ...{ ...body, version: sql`version + 1` },
        // Who only renames a rule has not written it, and may be its second person.
        ...(isAnother && { owner_uid: call.staff.uid, changed_at: sql`now()`, written: sql`version + 1` }),
        ...(isAnother && { state: 'draft', since: sql`now()`, stopped: null, on_by: null }),
      })
      .where(eq(table.id, id))
    call.did(id, {
      before: { ...told(row), state: row.state },
      after: { ...now, state: isAnother ? 'draft' : row.state },
    })
    return readRule(call, id)
  },

  shadow: async ({ params: { id } }, call) => {
    const row = await lockRule(call, id)
    if (row.state === 'shadow')
      refuse('conflict', 'It notes already', 'This rule notes what it meets already.')
    await move(call, row, { state: 'shadow' })
    call.did(id, { before: { state: row.state }, after: { state: 'shadow' } })
    return readRule(call, id)
  },

  turnOn: async ({ params: { id } }, call) => {
    const row = await lockRule(call, id)
    const { db, staff } = call
    if (row.state !== 'shadow')
      refuse(
        'conflict',
        'It does not note',
        'A rule acts after it has noted what it meets: let it note first.',
      )
    if (row.owner_uid === staff.uid)
      refuse('forbidden', 'A second person turns it on', 'You wrote this rule; a colleague turns it on.')
    const { owner } = await readRule(call, id)
    await refuseSameHand(db, staff.uid, owner, 'wrote this rule')
    demandActions(staff, row.actions)
    await move(call, row, { state: 'on', on_by: staff.uid })
    call.did(id, { before: { state: row.state }, after: { ...told(row), state: 'on', owner: row.owner_uid } })
    return readRule(call, id)
  },

  turnOff: async ({ params: { id }, body: { close_cases } }, call) => {
    const row = await lockRule(call, id)
    const closed = close_cases ? await closeCases(call, id) : 0
    if (row.state === 'draft' && closed === 0)
      refuse('conflict', 'It is off', 'This rule does nothing already.')
    await move(call, row, { state: 'draft' })
    call.did(id, { before: { state: row.state }, after: { state: 'draft', ...(close_cases && { closed }) } })
    return readRule(call, id)
  },

  remove: async ({ params: { id } }, call) => {
    const row = await lockRule(call, id)
    if (row.state === 'shadow' || row.state === 'on')
      refuse('conflict', 'It is at work', 'Turn the rule off first.')
    const [holds] = await call.db
      .select({ until: sql<string>`to_char(max(holds_until), 'YYYY-MM-DD')` })
      .from(ruleMatches)
      .where(sql`rule_id = ${id} and holds_until is not null`)
    if (holds?.until)
      refuse('conflict', 'It holds payouts', `It holds payouts until ${holds.until}. Release them, or wait.`)
    const [kept] = await call.db
      .select({ n: sql<number>`count(*)::int` })
      .from(ruleMatches)
      .where(sql`rule_id = ${id} and second_person and case_state in ('open', 'right')`)
    if (kept?.n)
      refuse(
        'conflict',
        'It keeps refunds',
        `Refunds of ${kept.n} sales wait for a second person because of it. It stays, turned off.`,
      )
    await call.db.delete(table).where(eq(table.id, id))
    call.did(id, { before: told(row) })
    return null
  },

  match: ({ params: { id } }, { db }) => readMatch(db, id),

  judge: async ({ params: { id }, body: { right } }, call) => {
    const { db, staff } = call
    const [match] = await db.select().from(ruleMatches).where(eq(ruleMatches.id, id)).for('update')
    if (match?.case_state !== 'open') {
      const { case: about } = await readMatch(db, id)
      refuse(
        'conflict',
        'Decided already',
        about?.by ? `${about.by} has decided this case.` : 'This record has no case that waits.',
      )
    }
    const state = right ? 'right' : 'wrong'
    await db
      .update(ruleMatches)
      .set({ case_state: state, case_by: staff.uid, case_at: sql`now()` })
      .where(eq(ruleMatches.id, id))
    const found = await readMatch(db, id)
    call.did([found.subject.kind, found.subject.id], {
      before: { case: 'open' },
      after: { rule: found.rule.id, match: id, case: state },
    })
    return found
  },
})
