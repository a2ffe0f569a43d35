// Group: webhookEndpoints, with their deliveries. The console's address is `developers`; staff read "Developers".

import { Cursor, del, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { allEventTypes, eventDays } from './events.ts'

/** Endpoints that can exist at once. */
export const maxEndpoints = 50
/** Hours for which the old secret of a rotation still signs, beside the new one. */
export const rotationHours = 24
/** Characters of a response that are kept. */
export const keptResponse = 2000

/** The type of the event that a test sends. It is in no list of events. */
export const testType = 'webhook.test'

/** An address of the marketplace that receives events. */
export const WebhookEndpoint = z.object({
  id: Id,
  url: text(2000),
  /** The types that it receives; null: all, and those to come. */
  types: z.array(z.enum(allEventTypes)).nullable(),
  state: z.enum(['active', 'paused']),
  /** Why the server paused it; null when a person did, or while it is active. */
  paused_why: text(1000).nullable(),
  /** Until when the old secret signs, too; null without a rotation. */
  old_secret_until: Time.nullable(),
  created_at: Time,
  /** Name of the staff member who made it: they are notified when it is paused. */
  created_by: text(1000),
  /** Deliveries that wait, and those that were given up; those tried in the last day, and those of them whose last attempt failed. */
  pending: z.int(),
  dead: z.int(),
  tried_day: z.int(),
  failed_day: z.int(),
  /** Since when every attempt has failed; null after a delivery. */
  failing_since: Time.nullable(),
  last_delivered_at: Time.nullable(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** The states of a delivery: waiting, received, or given up after all attempts. */
export const deliveryStates = ['pending', 'delivered', 'dead'] as const

/** One event on its way to one endpoint. */
export const WebhookDelivery = z.object({
  id: z.int(),
  endpoint_id: Id,
  /** `evt_…`, the `webhook-id` of every attempt. */
  event_id: text(100),
  type: text(100),
  subject: z.object({ kind: text(100), id: text(200) }),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  created_at: Time,
  /** When it is tried next; null when it is not pending. */
  due_at: Time.nullable(),
  /** The last attempt: its time, the status of the response or null without one, and its milliseconds. */
  last_at: Time.nullable(),
  status: z.int().nullable(),
  ms: z.int().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** A delivery with its request, and the response of the last attempt. */
export const DeliveryDetail = WebhookDelivery.extend({
  url: text(2000),
  /** The body of the request; null once its person is erased. */
  request: z.string().nullable(),
  /** The first characters of the response, or why there was none. */
  response: text(10_000).nullable(),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

const Url = text(2000).refine((words) => URL.canParse(words), 'is not an address')
const Types = z
  .array(z.enum(allEventTypes))
  .min(1, 'has no type')
  .refine((types) => new Set(types).size === types.length, 'has a type twice')
  .nullable()

const notAllowed =
  'Refuses with refused an address that is not https, has a password, or is not a public one; and with conflict an address that has an endpoint.'

/** The endpoints that receive events, and the deliveries of the last days. Not part of the spec. */
export const webhookEndpoints = withoutPast('log', {
  list: get('/v1/admin/webhook_endpoints', {
    may: 'webhooks.manage',
    about: `The webhook endpoints, oldest first; at most ${maxEndpoints}.`,
    data: z.array(WebhookEndpoint),
  }),
  create: post('/v1/admin/webhook_endpoints', {
    may: 'webhooks.secrets',
    deed: { subject: 'webhook_endpoint' },
    // The answer has the secret.
    remembered: false,
    about: `Makes an endpoint, which receives the events from now on. Its answer is the only one that has the secret (\`whsec_…\`). ${notAllowed}`,
    body: z.strictObject({ url: Url, types: Types }),
    data: z.object({ endpoint: WebhookEndpoint, secret: z.string() }),
  }),
  update: patch('/v1/admin/webhook_endpoints/{id}', {
    may: 'webhooks.secrets',
    deed: { subject: 'webhook_endpoint' },
    about: `Changes address or types. Deliveries that wait go to the new address. ${notAllowed}`,
    body: z
      .strictObject({ url: Url, types: Types })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'Send at least one field'),
    data: WebhookEndpoint,
  }),
  remove: del('/v1/admin/webhook_endpoints/{id}', {
    may: 'webhooks.secrets',
    deed: { subject: 'webhook_endpoint' },
    about: 'Removes an endpoint with its deliveries.',
    data: z.null(),
  }),
  rotate: post('/v1/admin/webhook_endpoints/{id}/rotate', {
    may: 'webhooks.secrets',
    deed: { subject: 'webhook_endpoint' },
    remembered: false,
    about: `Makes a new secret, shown once. For ${rotationHours} hours requests are signed with both. Refuses with conflict while another rotation lasts.`,
    data: z.object({ endpoint: WebhookEndpoint, secret: z.string() }),
  }),
  pause: post('/v1/admin/webhook_endpoints/{id}/pause', {
    may: 'webhooks.manage',
    deed: { subject: 'webhook_endpoint' },
    about: 'Pauses an endpoint: its events wait. Refuses with conflict one that is paused.',
    data: WebhookEndpoint,
  }),
  resume: post('/v1/admin/webhook_endpoints/{id}/resume', {
    may: 'webhooks.manage',
    deed: { subject: 'webhook_endpoint' },
    about: `Resumes a paused endpoint where it stopped; events older than ${eventDays} days are gone. Refuses with conflict one that is active.`,
    data: WebhookEndpoint,
  }),
  test: post('/v1/admin/webhook_endpoints/{id}/test', {
    may: 'webhooks.manage',
    deed: { subject: 'webhook_endpoint' },
    about: `Sends an event of the type ${testType}. Refuses with conflict a paused endpoint.`,
    data: WebhookDelivery,
  }),
  deliveries: get('/v1/admin/webhook_endpoints/{id}/deliveries', {
    may: 'webhooks.manage',
    about: `The deliveries of an endpoint of the last ${eventDays} days, newest first, 50 at a time.`,
    query: z.strictObject({ state: z.enum(deliveryStates).optional(), cursor: Cursor }),
    data: z.array(WebhookDelivery),
  }),
  delivery: get('/v1/admin/webhook_deliveries/{id}', {
    may: 'webhooks.manage',
    deed: { subject: 'webhook_endpoint' },
    about: 'One delivery with request and response. Audited, as it shows what the event says.',
    data: DeliveryDetail,
  }),
  replay: post('/v1/admin/webhook_deliveries/{id}/replay', {
    may: 'webhooks.manage',
    deed: { subject: 'webhook_endpoint' },
    about: 'Sends a delivery again, with the same id. Refuses with conflict one that waits.',
    data: WebhookDelivery,
  }),
  replayDead: post('/v1/admin/webhook_endpoints/{id}/replay_dead', {
    may: 'webhooks.manage',
    deed: { subject: 'webhook_endpoint' },
    about: 'Sends all deliveries of an endpoint again that were given up, oldest first.',
    data: z.object({ replayed: z.int() }),
  }),
})
