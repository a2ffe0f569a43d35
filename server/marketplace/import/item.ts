import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { keySeparator, type Stored } from '../../search/upsert.ts'
import { trueTime } from './source-time.ts'
import type { Target } from './targets.ts'

/** A checked line, ready for the database. */
export interface Item {
  line: number
  /** The record's key. */
  id: string
  row: Record<string, unknown>
  record: Stored
  /** The order of the record's rows at their source (`source_version`); a file has none. */
  version?: string
}

/** How a row's key is read from its fields. */
export const idOf = (
  { key }: ImportEntity,
  target: Target<unknown>,
): ((row: Record<string, unknown>) => string) =>
  target.id ?? ((row) => key.map((field) => row[field]).join(keySeparator))

/** The fields of a row that should be dates and are not. */
export const oddTimes = ({ sourceTimes }: ImportEntity, row: Record<string, unknown>): string[] =>
  sourceTimes.filter((field) => {
    const text = row[field]
    return typeof text === 'string' && !trueTime(text)
  })
