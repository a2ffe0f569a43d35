import type { EventType } from '@portreeve/contract/base/event-types'
import type { EventData } from '@portreeve/contract/marketplace/event-data'
import type { ImportRow } from '@portreeve/contract/marketplace/imports'
import type { AppealRow } from '@portreeve/contract/marketplace/ingest-entities'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'

// The shapes of the wire, read from the contract. The published package has them written out (build.ts), so that it needs no
// other package.

export type { ShownListing } from '@portreeve/contract/listings/listings'
export type { IngestResult as Result, IngestSummary as Summary } from '@portreeve/contract/marketplace/ingest'

/** What a marketplace can write. */
export type Entity = IngestName

/**
 * A record to write: all of its fields; one that is missing means null or its default. `source_version` grows with each change
 * of the record (a whole number, or an ISO-8601 time), so that a late row never overwrites a newer one.
 */
export type Row<E extends Entity> = (E extends 'appeals' ? AppealRow : ImportRow<Exclude<E, 'appeals'>>) & {
  source_version?: number | string
}

/** A decision of staff: its type, its time, and what it is about. */
export type Event = {
  [Type in EventType]: {
    /** `evt_` and the event's position. */
    id: string
    type: Type
    timestamp: string
    data: EventData<Type> & { actor: { uid: string; role: string } }
  }
}[EventType]
