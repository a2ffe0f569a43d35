// Group: ruleReplays: the queries of rules, tried at the events of the past.

import { Currency, SumShape } from '../base/currency.ts'
import { Cents, Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'
import { ruleEvents } from './rule-fields.ts'

/** The kinds of records that the events are about. */
const kindsOfEvents = { listing: 1, transaction: 1, conversation: 1, user: 1 } as const

const Event = z.enum(namesOf(ruleEvents))
const Query = text(500).refine((query) => query.trim() !== '', 'is empty')

export const replayStates = ['waiting', 'running', 'done', 'stopped', 'failed'] as const
export type ReplayState = (typeof replayStates)[number]

/** Days before now on which a rule is tried. */
export const replayDays = 90
/** Queries that one replay compares. */
export const maxQueries = 20

/** What a query has met, and how it ended. */
export const RuleFigures = z.object({
  met: z.int(),
  /** Of these, by how they ended; 'good' among them. */
  ends: z.record(z.string(), z.int()),
  /** The sums of the amounts of those that did not end well. */
  amount: z.object(SumShape),
})
export type RuleFigures = z.infer<typeof RuleFigures>

/** What a query would have met, beside what happened. */
export const ReplayResult = RuleFigures.extend({
  query: Query,
  /** Events that did not end well, and that it would have missed. */
  missed: z.int(),
})

export type ReplayResult = z.infer<typeof ReplayResult>

export const Replay = z.object({
  id: Id,
  event: Event,
  queries: z.array(Query),
  from: Time,
  to: Time,
  state: z.enum(replayStates),
  total: z.int().nullable(),
  done: z.int(),
  failure: text(2000).nullable(),
  made_by: text(1000),
  made_at: Time,
  /** Empty until it is done. */
  results: z.array(ReplayResult),
})
export type Replay = z.infer<typeof Replay>

/** A record of a finished replay. */
export const ReplayEvent = z.object({
  subject: z.object({ kind: z.enum(namesOf(kindsOfEvents)), id: Id, title: text(1000).nullable() }),
  /** The moment at which the rule would have decided. */
  at: Time,
  /** How it has ended; null for one that is gone. */
  end: text(100).nullable(),
  ...{ cents: Cents.nullable(), currency: Currency.optional() },
})
export type ReplayEvent = z.infer<typeof ReplayEvent>

/** Which records of a query: those that it met and that ended well or badly, and those that ended badly without it. */
export const replayParts = ['bad', 'good', 'missed'] as const
export type ReplayPart = (typeof replayParts)[number]

/** Not part of the spec. */
export const ruleReplays = {
  get: get('/v1/admin/rule_replays/{id}', {
    may: 'rules.read',
    noPast: noPast.log,
    about: 'One replay. Refuses with not_found. Not part of the spec.',
    data: Replay,
  }),
  events: get('/v1/admin/rule_replays/{id}/events', {
    may: 'rules.read',
    noPast: noPast.log,
    about:
      'The records that a query of a replay met, or missed, the newest first, 200 at a time. Refuses with not_found. Not part of the spec.',
    query: z.strictObject({
      query: text(2).refine((place) => /^\d+$/.test(place), 'is no number'),
      part: z.enum(replayParts),
      cursor: Cursor,
    }),
    data: z.array(ReplayEvent),
  }),
  list: get('/v1/admin/rule_replays', {
    may: 'rules.read',
    noPast: noPast.log,
    about: 'The newest 50 replays. Not part of the spec.',
    data: z.array(Replay),
  }),
  start: post('/v1/admin/rule_replays', {
    may: 'rules.write',
    deed: {},
    about: `Tries queries on the last ${replayDays} days, with the facts of each moment, in the background. Changes nothing. Refuses with malformed a query with a mistake. Not part of the spec.`,
    body: z.strictObject({
      event: Event,
      queries: z.array(Query).min(1, 'is empty').max(maxQueries, `has more than ${maxQueries}`),
    }),
    data: Replay,
  }),
  stop: post('/v1/admin/rule_replays/{id}/stop', {
    may: 'rules.write',
    deed: {},
    about:
      'Stops a replay. Refuses with not_found, and with conflict one that has ended. Not part of the spec.',
    data: Replay,
  }),
}
