import type { EventType } from '../base/event-types.ts'
import { z } from '../base/zod.ts'
import { contentEvents } from './event-content.ts'
import { moneyEvents } from './event-money.ts'
import type { EventShape } from './event-shapes.ts'
import { Event, EventActor } from './events.ts'

/** The data of each type of event, and an example of it. */
export const eventData = { ...contentEvents, ...moneyEvents } satisfies Record<
  EventType,
  Pick<EventShape, 'data' | 'example'>
>

/** The data of an event of one type. */
export type EventData<Type extends EventType> = z.infer<(typeof eventData)[Type]['data']>

/** The arguments of `emit` for an event of one of the types. */
export type EventOf<Type extends EventType> = Type extends EventType
  ? [type: Type, data: EventData<Type>]
  : never

/** The schema of an event of one type, exactly. */
export const eventOfType = (type: EventType) =>
  Event.extend({ type: z.literal(type), data: eventData[type].data.extend({ actor: EventActor }) })

/** The same as JSON Schema. */
export const eventSchema = (type: EventType): Record<string, unknown> => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(eventOfType(type).strict(), {
    target: 'draft-2020-12',
    io: 'output',
    unrepresentable: 'any',
    // The format says it all; the pattern has 200 characters.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
    },
  })
  return schema
}

/** An event of one type as an example for integrators. */
export const exampleOf = (type: EventType): Event => ({
  id: 'evt_1042',
  type,
  timestamp: '2026-05-03T09:00:00.000Z',
  data: { ...eventData[type].example, actor: { uid: 'staff-1', role: 'moderator' } },
})
