import type { Stored } from '../store/upsert.ts'

/** A checked line, ready for the database. */
export interface Item {
  line: number
  id: string
  row: Record<string, unknown>
  record: Stored
}
