import { type EventType, eventTypes } from './base/event-types.ts'
import { eventSchema, exampleOf } from './marketplace/event-data.ts'
import { allEventTypes } from './marketplace/events.ts'

const messages = (place: (type: EventType) => string) =>
  allEventTypes.map((type) => ({ $ref: `#/${place(type)}` }))

/** The events as AsyncAPI 3, generated from the contract that the server runs on. */
export function asyncapi(address: string): object {
  const { host, protocol, pathname } = new URL(address)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Portreeve: decisions as events',
      version: '1.0.0',
      description:
        'Every decision of the staff is an event. It is sent to webhooks that follow Standard Webhooks, and can be read at /v1/events. All events of one record are in order. Money is whole cents; times are ISO-8601 UTC.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      portreeve: {
        host,
        protocol: protocol.slice(0, -1),
        ...(pathname === '/' ? {} : { pathname }),
        description: 'The server from which consumers read.',
      },
    },
    channels: {
      webhook: {
        address: null,
        title: 'A webhook endpoint of the marketplace',
        description:
          'A POST to the address of the endpoint. Answer with any 2xx within 10 seconds; anything else is tried again for about three days.',
        messages: channelMessages,
      },
      events: {
        address: '/v1/events',
        servers: [{ $ref: '#/servers/portreeve' }],
        title: 'The events after a position',
        description: 'A GET with `after`, `limit` and `wait`; the answer has many events.',
        messages: channelMessages,
      },
    },
    operations: {
      sendWebhook: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'The server sends one event.',
        bindings: { http: { method: 'POST' } },
        messages: messages((type) => `channels/webhook/messages/${type}`),
      },
      answerEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'The server answers with the events after a position.',
        bindings: { http: { method: 'GET' } },
        messages: messages((type) => `channels/events/messages/${type}`),
      },
    },
    components: { messages: Object.fromEntries(allEventTypes.map((type) => [type, messageOf(type)])) },
  }
}

const channelMessages = Object.fromEntries(
  allEventTypes.map((type) => [type, { $ref: `#/components/messages/${type}` }]),
)

const text = { type: 'string' }
/** The headers of a webhook (https://www.standardwebhooks.com). */
const headers = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { ...text, description: 'The id of the event: the same at every attempt.' },
    'webhook-timestamp': { ...text, description: 'Seconds since 1970, of this attempt.' },
    'webhook-signature': { ...text, description: 'v1,… Two of them during a rotation of the secret.' },
  },
}

const messageOf = (type: EventType) => {
  const [subject, about] = eventTypes[type]
  return {
    name: type,
    title: type,
    summary: about,
    tags: [{ name: subject }],
    headers,
    payload: eventSchema(type),
    examples: [{ payload: exampleOf(type) }],
  }
}
