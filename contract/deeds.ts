import type { Deed } from './base/endpoint.ts'
import { type EventType, eventSubjects, eventTypes } from './base/event-types.ts'
import type { RecordTopics, TopicPattern } from './base/live.ts'
import type { RecordKind } from './base/record-kinds.ts'
import { type LiveEventOf, type LivePayload, partiesOf, type TransactionChange } from './live-payloads.ts'
import { type EventData, type EventOf, eventData } from './marketplace/event-data.ts'

type KindOf<Type extends EventType> = (typeof eventTypes)[Type][0]
/** The fields of an event that name its record. */
type Names<Type extends EventType> =
  KindOf<Type> extends 'transaction'
    ? keyof ReturnType<typeof partiesOf>
    : Extract<(typeof eventSubjects)[KindOf<Type>], string>
/** The fields that an event has of its audit row. */
type Shared<Type extends EventType, Field> = Pick<EventData<Type>, keyof EventData<Type> & Field>
type Own<Type extends EventType> = Omit<EventData<Type>, Names<Type> | 'before' | 'after' | 'reason'>

/** What has changed, as the audit row says it. A new record has null as `before`, a deleted one null as `after`. */
interface Change {
  before?: unknown
  after?: unknown
}

type Named = readonly [kind: RecordKind, id: string] | null | undefined
type RecordIn<Does> = Does extends { subject: 'transaction' }
  ? TransactionChange
  : Does extends { subject: RecordKind }
    ? string | null
    : Named

interface Reason {
  reason?: string | null | undefined
}
type Live<Does> = Does extends { topic: infer Topic extends TopicPattern }
  ? Topic extends keyof RecordTopics
    ? Does extends { subject: RecordTopics[Topic] }
      ? { live?: null }
      : { live: LivePayload<Topic> | null }
    : { live: LivePayload<Topic> | null }
  : unknown

type IfAny<Fields, Then, Else> = Record<never, never> extends Fields ? Else : Then
type Rest<C, More> = IfAny<
  More,
  [change: C, more: More],
  IfAny<C, [change: C, more?: More], [change?: C, more?: More]>
>
type Report<Does> = Does extends { event: infer Type extends EventType }
  ?
      | Rest<
          Change & Shared<Type, 'before' | 'after'>,
          Reason &
            Shared<Type, 'reason'> &
            IfAny<Own<Type>, { event: Own<Type> | null }, { event?: Own<Type> | null }> &
            Live<Does>
        >
      | [
          change: Change,
          more: Reason &
            Shared<Type, 'reason'> & {
              event: Omit<EventData<Type>, Names<Type> | 'reason'> | null
            } & Live<Does>,
        ]
  : Rest<Change, Reason & Live<Does>>

/**
 * The arguments of `call.did`: the record, by its id, or a transaction as it was read, or null where no record was changed; what has changed; and what the event and the
 * live event say beside that. An event takes `before`, `after` and `reason` from the audit row where it has them; `event` may say
 * another `before` and `after`. Null as `event` or `live`: this time there is none.
 */
export type DidArgs<Does> = Does extends Deed ? [record: RecordIn<Does>, ...report: Report<Does>] : never

interface Told {
  entry: { subject?: readonly [kind: RecordKind, id: string]; reason?: string | null } & Change
  emitted?: EventOf<EventType>
  published?: LiveEventOf<TopicPattern>
}

type AnyRecord = string | TransactionChange | Named
/** The same for a deed of any endpoint. */
export type Reported = [
  record: AnyRecord,
  change?: Change,
  more?: Reason & { event?: object | null; live?: unknown },
]

/** The audit entry, the event and the live event of a deed. A change of no field has an audit row, and neither event. */
export function tell({ subject, event, topic }: Deed, ...[record, change = {}, more = {}]: Reported): Told {
  const { reason } = more
  const named =
    subject === undefined || record === null ? (record as Named) : ([subject, idOf(record)] as const)
  const entry = { ...(named && { subject: named }), ...change, ...(reason !== undefined && { reason }) }
  if (isEmpty(change.after)) return { entry }
  const emitted = { ...namesIn(event, record), ...sharedIn(event, { ...change, reason }), ...more.event }
  const published: unknown = more.live ?? payloadOf(topic, record, change)
  return {
    entry,
    ...(event && more.event !== null && { emitted: [event, emitted] as EventOf<EventType> }),
    ...(topic && more.live !== null && { published: [topic, published] as LiveEventOf<TopicPattern> }),
  }
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const isTransaction = (record: AnyRecord): record is TransactionChange =>
  typeof record === 'object' && record !== null && 'purchaser_uid' in record

const idOf = (record: AnyRecord) => (isTransaction(record) ? record.id : String(record))

function namesIn(event: EventType | undefined, record: AnyRecord) {
  if (isTransaction(record)) return partiesOf(record)
  const field = event && eventSubjects[eventTypes[event][0]]
  return field ? { [field]: record } : {}
}

const sharedIn = (event: EventType | undefined, fields: Change & Reason) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => event && Object.hasOwn(eventData[event].data.shape, name)),
  )

function payloadOf(topic: TopicPattern | undefined, record: AnyRecord, { after }: Change) {
  if (isTransaction(record)) {
    const { id, order_id, purchaser_uid, seller_uid } = record
    return { id, order_id, purchaser_uid, seller_uid }
  }
  return { [topic === 'users' ? 'uid' : 'id']: record, ...(after === null && { deleted: true }) }
}
