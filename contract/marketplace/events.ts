import { get, Id, Time, text } from '../base/endpoint.ts'
import { eventTypes } from '../base/event-types.ts'
import { withoutPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'

/** Days for which events and deliveries are kept. */
export const eventDays = 30
/** Seconds for which a call may wait for an event. */
export const maxEventWait = 30
/** Events of one answer. */
export const maxEvents = 500

/** The author of a decision: a staff member, or the server itself (`system`). */
export const EventActor = z.object({ uid: Id, role: text(120) })
export type EventActor = z.infer<typeof EventActor>

export const allEventTypes = namesOf(eventTypes)

/** One decision, as webhooks and `/v1/events` carry it (Standard Webhooks payload). */
export const Event = z.object({
  /** `evt_` and the event's position. A webhook repeats it in `webhook-id`. */
  id: text(100),
  type: z.enum(allEventTypes),
  /** When it was decided. */
  timestamp: Time,
  data: z.looseObject({ actor: EventActor }),
})
export type Event = z.infer<typeof Event>

const whole = (max: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, 'is not a whole number')
    .refine((words) => Number(words) <= max, `is above ${max}`)

/** A type of event as integrators read about it. */
export const EventTypeDetail = z.object({
  type: z.enum(allEventTypes),
  /** The kind of record that it is about. */
  subject: text(100),
  about: text(1000),
  /** JSON Schema of an event of this type. */
  schema: z.record(z.string(), z.unknown()),
  example: Event,
})
export type EventTypeDetail = z.infer<typeof EventTypeDetail>

export const events = withoutPast('log', {
  types: get('/v1/admin/event_types', {
    may: 'webhooks.manage',
    about: 'Every type of event with its schema and an example. Not part of the spec.',
    data: z.array(EventTypeDetail),
  }),
  file: get('/v1/events/files/{id}', {
    may: 'webhooks.manage',
    deed: {},
    scope: 'events.read',
    isFile: true,
    about:
      'The bytes of a file that staff sent with a message, by its id in message.sent, as a download. Audited; with a machine key it is counted. Not part of the spec.',
    data: z.null(),
  }),
  list: get('/v1/events', {
    may: 'webhooks.manage',
    deed: {},
    scope: 'events.read',
    about: `The events after a position, oldest first, in the order of the decisions: all events of one record are in order. The caller keeps \`next\` and sends it as \`after\`. Without \`after\`: from the oldest one that is kept (${eventDays} days); \`end\`: none, only the position. \`wait\`: seconds to wait for an event, up to ${maxEventWait} with a machine key. Refuses with expired a position that is older than the oldest kept event, or newer than the newest. Audited, as it shows messages. Not part of the spec.`,
    query: z.strictObject({
      after: z
        .string()
        .regex(/^(\d{1,18}|end)$/, 'is not a position')
        .optional(),
      limit: whole(maxEvents).optional(),
      wait: whole(maxEventWait).optional(),
    }),
    data: z.object({
      events: z.array(Event),
      /** The position of the last event of the answer; `after` of the next call. */
      next: text(20),
      /** Whether more events wait already. */
      more: z.boolean(),
    }),
  }),
})
