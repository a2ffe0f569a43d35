// Group: rules: a sentence of the query language that decides about a record at an event. It is tried on the past, then it only notes, then it acts.

import { HarmClass } from '../base/case-kinds.ts'
import { Cursor, del, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import type { Permission } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { Tag } from '../conversations/inbox.ts'
import { type RuleEvent, ruleEvents } from './rule-fields.ts'
import { ReplayEvent, RuleFigures } from './rule-replays.ts'

const Event = z.enum(namesOf(ruleEvents))
const Query = text(500).refine((query) => query.trim() !== '', 'is empty')
const Name = text(60).trim().min(1, 'is empty')
/** The name of a rule as a program, which the audit log has. */
export const ruleProgram = (name: string) => `rule ${name}`
const Words = text(500).trim().min(1, 'is empty')

/**
 * What a rule does with a record that it meets: it never blocks, deletes, refunds or denies, and it leaves alone what a person has
 * decided. `at`: the events where it may; null: all. `may`: the permission of its call, which the owner of the rule needs.
 */
export const ruleActions = {
  case: { words: 'puts a case on the desk', at: null, may: 'rules.write' },
  review: { words: 'holds the listing for review', at: ['listing_submitted'], may: 'review.decide' },
  hold_days: { words: 'holds the payout', at: ['sale_paid'], may: 'money.hold' },
  second_person: {
    ...{ words: 'lets each refund wait for a second person, until its case is judged a mistake' },
    ...{ at: ['sale_paid'], may: 'money.hold' },
  },
  tag: { words: 'tags the conversation', at: ['message_sent'], may: 'inbox.write' },
  note: { words: 'writes a note', at: null, may: 'notes.write' },
} as const satisfies Record<string, { words: string; at: readonly RuleEvent[] | null; may: Permission }>
export type RuleAction = keyof typeof ruleActions
export const ruleActionNames = namesOf(ruleActions)

/** The actions that a rule may take at an event. */
export const actionsAt = (event: RuleEvent): RuleAction[] =>
  ruleActionNames.filter((name) => {
    const at: readonly RuleEvent[] | null = ruleActions[name].at
    return at === null || at.includes(event)
  })

/** Days for which a rule holds a payout at most; then it is released, unless a person has decided meanwhile. */
export const maxHoldDays = 30

export const RuleActions = z
  .strictObject({
    case: z.strictObject({ words: Words, class: HarmClass }).optional(),
    review: z.literal(true).optional(),
    hold_days: z.int().min(1, 'is below 1').max(maxHoldDays, `is above ${maxHoldDays}`).optional(),
    /** With a case, whose judgement as a mistake ends it. */
    second_person: z.literal(true).optional(),
    tag: Tag.optional(),
    note: Words.optional(),
  })
  .refine((actions) => Object.keys(actions).length > 0, 'names no action')
  .refine(
    (actions) => !actions.second_person || actions.case,
    'has second_person without a case, which ends it',
  )
export type RuleActions = z.infer<typeof RuleActions>

/**
 * 'draft': it does nothing. 'shadow': it notes what it would have done. 'on': it acts. 'stopped': it has stopped itself, and `stopped`
 * says why.
 */
export const ruleStates = ['draft', 'shadow', 'on', 'stopped'] as const
export type RuleState = (typeof ruleStates)[number]

/** Records that one rule may act on in an hour, at most. */
export const maxCap = 1000
/** Rules of an environment. */
export const maxRules = 200

const Named = z.object({ uid: Id, name: text(1000) })

export const Rule = z.object({
  id: Id,
  name: Name,
  event: Event,
  query: Query,
  actions: RuleActions,
  /** Records that it may act on in an hour. Above, it stops itself. */
  per_hour: z.int(),
  state: z.enum(ruleStates),
  /** Why it has stopped itself. */
  stopped: text(2000).nullable(),
  /** Who wrote it last, and answers for what it does. */
  owner: Named,
  changed_at: Time,
  /** Since when it has its state. */
  since: Time,
  /** The second person who turned it on; null while it is not on. */
  on_by: Named.nullable(),
  version: z.int(),
  /** Of the last 90 days, as it is written now, of at most its newest 5,000. A person's judgement of a case counts before what the records say. */
  figures: RuleFigures,
  /** Whether of what it has met lately clearly less ended badly than before. */
  worse: z.boolean(),
  /** Its cases that wait on the desk. */
  waiting: z.int(),
})
export type Rule = z.infer<typeof Rule>

/** A record that a rule has met. */
export const RuleMatch = ReplayEvent.extend({
  id: Id,
  rule: z.object({ id: Id, name: Name, query: Query, event: Event }),
  /** The moment with whose facts it was met. */
  state: z.enum(['shadow', 'on']),
  /** What it did, in words. */
  did: z.array(text(2000)),
  /** The case: its words, and what a person made of it. */
  case: z
    .object({
      words: Words,
      class: HarmClass,
      state: z.enum(['open', 'right', 'wrong', 'closed']),
      by: text(1000).nullable(),
      at: Time.nullable(),
    })
    .nullable(),
})
export type RuleMatch = z.infer<typeof RuleMatch>

const body = {
  name: Name,
  event: Event,
  query: Query,
  actions: RuleActions,
  per_hour: z.int().min(1, 'is below 1').max(maxCap, `is above ${maxCap}`),
}
const gives =
  'Refuses with malformed a query with a mistake and an action that its event does not have, and with forbidden an action whose permission the caller does not hold.'

/** Not part of the spec. */
export const rules = {
  list: get('/v1/admin/rules', {
    may: 'rules.read',
    noPast: noPast.log,
    about: 'All rules by name, with what they have met in the last 90 days. Not part of the spec.',
    data: z.array(Rule),
  }),
  get: get('/v1/admin/rules/{id}', {
    may: 'rules.read',
    noPast: noPast.log,
    about: 'One rule. Refuses with not_found. Not part of the spec.',
    data: Rule,
  }),
  matches: get('/v1/admin/rules/{id}/matches', {
    may: 'rules.read',
    noPast: noPast.log,
    about:
      'The records that a rule has met, as it is written now, the newest first, 200 at a time. Refuses with not_found. Not part of the spec.',
    query: z.strictObject({ part: z.enum(['bad', 'good']).optional(), cursor: Cursor }),
    data: z.array(RuleMatch),
  }),
  create: post('/v1/admin/rules', {
    may: 'rules.write',
    deed: { subject: 'rule' },
    about: `Writes a rule, a draft, for which the caller answers. ${gives} Refuses with conflict a name that another rule has, and with refused more than ${maxRules}. Not part of the spec.`,
    body: z.strictObject(body),
    data: Rule,
  }),
  update: patch('/v1/admin/rules/{id}', {
    may: 'rules.write',
    deed: { subject: 'rule' },
    about: `Changes a rule. When its event, query, actions or limit change, it is a draft again, and the caller answers for it. ${gives} Refuses with conflict a rule that has changed since the version in If-Match. Not part of the spec.`,
    body: z
      .strictObject(body)
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'changes nothing'),
    data: Rule,
  }),
  shadow: post('/v1/admin/rules/{id}/shadow', {
    may: 'rules.write',
    deed: { subject: 'rule' },
    about:
      'From now on the rule notes what it meets, and does nothing. Refuses with conflict a rule that notes already. Not part of the spec.',
    data: Rule,
  }),
  turnOn: post('/v1/admin/rules/{id}/turn_on', {
    may: 'rules.write',
    deed: { subject: 'rule' },
    about:
      'A second person lets a rule act that only noted. Refuses with forbidden who wrote it last and a caller without the permissions of its actions, and with conflict a rule that does not note, or has changed since the version in If-Match. Not part of the spec.',
    data: Rule,
  }),
  turnOff: post('/v1/admin/rules/{id}/turn_off', {
    may: 'rules.write',
    deed: { subject: 'rule' },
    about:
      'The rule is a draft again. `close_cases`: its open cases leave the desk. What it did stays; an undo plan of its program undoes it. Refuses with conflict a draft without open cases. Not part of the spec.',
    body: z.strictObject({ close_cases: z.boolean() }),
    data: Rule,
  }),
  remove: del('/v1/admin/rules/{id}', {
    may: 'rules.write',
    deed: { subject: 'rule' },
    about:
      'Deletes a rule with its notes and open cases. What it did stays. Refuses with conflict a rule that notes or acts. Not part of the spec.',
    data: z.null(),
  }),
  match: get('/v1/admin/rule_matches/{id}', {
    may: 'proposals.decide',
    noPast: noPast.log,
    about: 'A record that a rule has met, with its case. Refuses with not_found. Not part of the spec.',
    data: RuleMatch,
  }),
  judge: post('/v1/admin/rule_matches/{id}/judge', {
    may: 'proposals.decide',
    deed: {},
    about:
      'A person judges the case of a rule, which leaves the desk: whether it was right to point the record out. Changes nothing about the record. Refuses with not_found, and with conflict one that is judged. Not part of the spec.',
    body: z.strictObject({ right: z.boolean() }),
    data: RuleMatch,
  }),
}
