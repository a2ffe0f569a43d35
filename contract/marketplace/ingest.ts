import { Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

// `/v1/ingest/{entity}`: programs of the marketplace write their records here, with a machine key. Not part of the spec.

/** The largest JSON array, and the largest body of an atomic call, in bytes. NDJSON has no limit. */
export const maxWhole = 16 * 1024 * 1024
/** The most rows of an atomic call. */
export const maxAtomic = 10_000

/**
 * The order of a record's rows at their source: a number that grows, or an ISO-8601 time. A row whose version is not above the
 * record's changes nothing.
 */
export const SourceVersion = z
  .union([z.int().min(0), Time])
  .describe('Grows with each change of the record: a whole number, or an ISO-8601 time.')

/** The result of one row. */
export const IngestResult = z.object({
  /** The line of the body, or the place in the array, from 1. */
  line: z.int(),
  /** The record's key; null where the row has none. The parts of a key of several fields are joined by a comma. */
  key: z.string().nullable(),
  result: z.enum(['new', 'changed', 'unchanged', 'deleted', 'rejected']),
  /** Why the row was rejected. */
  reason: z.string().optional(),
  /** The record has a row with this or a higher `source_version`. */
  late: z.literal(true).optional(),
  /** Fields that keep the value that staff decided. */
  kept: z.array(z.string()).optional(),
  /** Fields with odd values that were stored as they are. */
  odd: z.array(z.string()).optional(),
})
export type IngestResult = z.infer<typeof IngestResult>

/** The counts of a call. An NDJSON answer ends with a line `{"status_code": 1, "data": …}` of them; without it the call was cut off. */
export const IngestSummary = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  deleted: z.int(),
  rejected: z.int(),
})
export type IngestSummary = z.infer<typeof IngestSummary>

/** The entities whose records no program reads back: nothing tells who wrote them. */
export const neverReadBack: readonly string[] = ['verification_codes', 'email_templates']

/** The query of `POST /v1/ingest/{entity}`. */
export const IngestQuery = z.strictObject({
  /** 'true': all rows in one transaction, or none. */
  atomic: z.enum(['true', 'false']).optional(),
  /** 'rejected': the answer has only rejected rows, and the counts. */
  results: z.enum(['all', 'rejected']).optional(),
})

/** A field that staff decided, and of which the marketplace says otherwise. */
export const Difference = z.object({
  entity: text(50),
  key: text(500),
  /** A person's name, or a listing's title; null for other records, and where there is none. */
  name: text(1000).nullable(),
  field: text(100),
  ours: z.unknown(),
  theirs: z.unknown(),
  decided_at: Time,
  /** The staff member; null for a payment provider or a decision of before. */
  decided_by: text(1000).nullable(),
  differs_since: Time,
})
export type Difference = z.infer<typeof Difference>

/** Where the marketplace's records differ from what staff decided. Not part of the spec. */
export const ingest = {
  differences: get('/v1/admin/ingest/differences', {
    noPast: noPast.now,
    may: 'ingest.read',
    about:
      'Fields that staff decided and of which the marketplace says otherwise, the newest first. A difference ends when the marketplace sends our value.',
    query: z.strictObject({ cursor: Cursor, entity: Id.optional() }),
    data: z.array(Difference),
  }),
  settle: post('/v1/admin/ingest/differences/settle', {
    may: 'ingest.settle',
    deed: {},
    about:
      "Settles a difference by hand: 'ours' keeps our value and hides the difference until the marketplace says something else; 'theirs' gives the field back to the marketplace, whose next row counts. Refuses with not_found when there is no such difference any more.",
    body: z.strictObject({
      entity: Id,
      key: text(500).min(1, 'is empty'),
      field: Id,
      keep: z.enum(['ours', 'theirs']),
    }),
    data: z.null(),
  }),
}
