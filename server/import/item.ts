import type { Stored } from '../store/upsert.ts'

/** A checked line on its way into the database. */
export interface Item {
  line: number
  id: string
  row: Record<string, unknown>
  record: Stored
}
